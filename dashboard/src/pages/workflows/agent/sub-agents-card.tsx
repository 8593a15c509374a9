import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { workflowsPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'
import { useAgent } from './agent-context.ts'

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
  const { agent, change, isReadOnly } = useAgent()
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
      {ids.length > 0 && (
        <ul className="agent-tools">
          {ids.map((id) => (
            <li key={id}>
              <span className="agent-tool-text truncate">{names.get(id) ?? id}</span>
              {!isReadOnly && (
                <IconButton
                  label={`Remove ${names.get(id) ?? id}`}
                  icon={<X size={14} aria-hidden />}
                  onClick={() => put(ids.filter((each) => each !== id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <SelectField
          label={add}
          name={field}
          value=""
          choices={[
            { value: '', label: others.length === 0 ? none : 'Select' },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => id !== '' && put([...ids, id])}
        />
      )}
    </Card>
  )
}
