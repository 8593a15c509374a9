import { Card } from '../../../components/layout/page.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { workflowsPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import { useAgent } from './agent-context.ts'
import { AddItem, ItemList, ItemRow } from './item-list.tsx'

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

function WorkflowsCard({ ownId, field, workflowType, title, note, add, none }: WorkflowsCardProps) {
  const { agent, change } = useAgent()
  const ids = agent[field] ?? []
  const { data = [] } = useRead(['workflows', 'choices', workflowType], (api, signal) =>
    actAs(api).get(workflowsPath, {
      query: { workflowType, sortBy: 'name', sortOrder: 'ASC', limit: most, fields: ['id', 'name'] },
      signal,
    }),
  )
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const others = data.filter(({ id }) => id !== ownId && !ids.includes(id))
  const put = (chosen: string[]) => change({ ...agent, [field]: chosen })
  return (
    <Card title={title}>
      <p className="muted">{note}</p>
      <ItemList>
        {ids.map((id) => (
          <ItemRow
            key={id}
            name={names.get(id) ?? id}
            onRemove={() => put(ids.filter((each) => each !== id))}
          />
        ))}
      </ItemList>
      <AddItem label={add} name={field} others={others} none={none} onAdd={(id) => put([...ids, id])} />
    </Card>
  )
}
