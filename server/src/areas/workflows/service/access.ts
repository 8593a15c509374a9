import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Definition, WorkflowRow } from '../schema/workflow.ts'
import { findDefinition } from '../store/version.ts'
import { findWorkflow, lockWorkflow } from '../store/workflow.ts'

export const workflowNotFound = () => new AppError('workflow_not_found', 'Workflow not found')
export const versionNotFound = () =>
  new AppError('workflow_version_not_found', 'The workflow has no such version')

export async function getWorkflow(q: Queryable, scope: Scope, id: string): Promise<WorkflowRow> {
  const found = await findWorkflow(q, scope, id)
  if (!found) throw workflowNotFound()
  return found
}

export async function getDefinition(
  q: Queryable,
  scope: Scope,
  { id }: WorkflowRow,
  version: number,
): Promise<Definition> {
  const found = await findDefinition(q, scope, id, version)
  if (!found) throw versionNotFound()
  return found.definition
}

export const isOwner = ({ acrossUsers, externalUser }: Scope, { userId }: WorkflowRow): boolean =>
  acrossUsers || externalUser.id === userId

/** Locked for a change by its owner. */
export async function holdOwn(tx: Tx, scope: Scope, id: string): Promise<WorkflowRow> {
  const found = await lockWorkflow(tx, scope, id)
  if (!found) throw workflowNotFound()
  refuseForeign(scope, found)
  return found
}

/** It can be seen, or it would not be here; whether it may be changed is another matter. */
export function refuseForeign(scope: Scope, workflow: WorkflowRow): void {
  if (isOwner(scope, workflow)) return
  throw new AppError('not_owner', 'Only the owner can change this workflow', {
    hint: 'Act as its owner with x-username, or duplicate it.',
  })
}
