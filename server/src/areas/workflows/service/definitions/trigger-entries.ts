import type { Tx } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Trigger, WorkflowRow } from '../../schema/workflow.ts'

/**
 * Makes the triggers of a workflow what its entries say, in the transaction that writes them; returns the entries with the
 * ids of their triggers. With `isDeleted` the workflow is deleted behind it. The area of triggers is above this one.
 */
export type ApplyEntries = (
  tx: Tx,
  scope: Scope,
  workflow: Pick<WorkflowRow, 'projectId' | 'id' | 'userId'>,
  change: { was: readonly Trigger[]; next: readonly Trigger[]; isDeleted?: boolean },
) => Promise<Trigger[]>

export type TriggerEntries = { apply: ApplyEntries; register(apply: ApplyEntries): void }

export function createTriggerEntries(): TriggerEntries {
  let registered: ApplyEntries = async (_tx, _scope, _workflow, { next }) => [...next]
  return {
    apply: (...change) => registered(...change),
    register(apply) {
      registered = apply
    },
  }
}
