import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** Whether the caller answers for the whole server. */
export type IsOperator = (scope: Scope) => Promise<boolean>

/** The code of a piece is there for every project, so it is not for the admins of one to look for or to choose. */
export async function refuseTenants(isOperator: IsOperator, scope: Scope): Promise<void> {
  if (await isOperator(scope)) return
  throw new AppError('operator_only', 'Toolkits are installed for the whole server, by whoever runs it', {
    hint: 'Use an admin key of the first project, or ask the operator.',
  })
}
