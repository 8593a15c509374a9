import type { Queryable, Tx } from '../../../../kernel/db/db.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { exportUserRows, moveUserRows } from '../../../../kernel/user-rows.ts'
import { agentView } from '../../schema/agent.ts'
import { listOpenExecutions } from '../../store/open-executions.ts'
import { countUserWorkflows, listUserWorkflows, lockUserWorkflows } from '../../store/user-data.ts'
import { deleteWorkflow } from '../../store/workflow.ts'
import type { TriggerEntries } from './trigger-entries.ts'

/** Workflows and agents that an end user owns. Executions of them by others stay as history, and end where they are open. */
export const workflowUserData = ({
  runs,
  triggerEntries,
}: {
  runs: Pick<Runs, 'cancel'>
  triggerEntries: Pick<TriggerEntries, 'apply'>
}) => ({
  countedAs: 'workflows' as const,
  permission: 'workflow:read',
  count: (q: Queryable, scope: Scope, userId: string) => countUserWorkflows(q, scope, userId),
  async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
    for (const workflow of await lockUserWorkflows(tx, scope, userId)) {
      for (const id of await listOpenExecutions(tx, workflow)) await runs.cancel(tx, scope, id)
      const change = { was: [], next: [], isDeleted: true }
      await triggerEntries.apply(tx, scope, { ...workflow, userId }, change)
      await deleteWorkflow(tx, workflow)
    }
  },
  move: moveUserRows('workflow'),
  export: exportUserRows('workflow', listUserWorkflows, ({ definition: { graph, agent }, ...row }) => ({
    ...row,
    graph,
    agent: agent && agentView(agent),
  })),
})
