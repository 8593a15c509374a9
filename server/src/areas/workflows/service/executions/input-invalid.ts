import { AppError } from '../../../../kernel/errors.ts'
import type { SchemaFault } from '../../../../kernel/json-schema/check-schema.ts'

export const inputInvalid = (faults: readonly SchemaFault[]) =>
  new AppError(
    'workflow_input_invalid',
    `The input is invalid: ${faults[0]!.path || 'it'} ${faults[0]!.message}`,
    {
      details: faults.map(({ path, rule, message }) => ({
        in: 'body' as const,
        path: `/input/${path.replace(/^\//, '').replaceAll('.', '/')}`.replace(/\/$/, ''),
        rule,
        message,
      })),
      hint: 'See inputSchema in the graph of the workflow.',
    },
  )
