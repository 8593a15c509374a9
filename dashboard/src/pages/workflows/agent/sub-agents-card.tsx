import { actAs } from '../../../features/end-users/act-as.ts'
import { workflowsPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import { ChoicesCard } from './choices-card.tsx'

const most = 100

/** Agents that this one can hand work to. */
export const SubAgentsCard = ({ ownId }: { ownId: string }) => (
  <WorkflowsCard
    ownId={ownId}
    field="subAgentIds"
    workflowType="agent"
    title="Sub-agents"
    note="Each is a tool that takes a task and returns the result."
    add="Add a sub-agent"
    none="No other agents"
  />
)

/** Workflows that this agent can execute. */
export const WorkflowToolsCard = ({ ownId }: { ownId: string }) => (
  <WorkflowsCard
    ownId={ownId}
    field="workflowIds"
    workflowType="static"
    title="Workflows"
    note="Each is a tool with the input schema of the workflow. It runs as part of the agent's run."
    add="Add a workflow"
    none="No other workflows"
  />
)

type WorkflowsCardProps = {
  ownId: string
  field: 'subAgentIds' | 'workflowIds'
  workflowType: 'agent' | 'static'
  title: string
  note: string
  add: string
  none: string
}

function WorkflowsCard({ ownId, workflowType, ...card }: WorkflowsCardProps) {
  const { data = [] } = useRead(['workflows', 'choices', workflowType], (api, signal) =>
    actAs(api).get(workflowsPath, {
      query: { workflowType, sortBy: 'name', sortOrder: 'ASC', limit: most, fields: ['id', 'name'] },
      signal,
    }),
  )
  return <ChoicesCard {...card} choices={data.filter(({ id }) => id !== ownId)} />
}
