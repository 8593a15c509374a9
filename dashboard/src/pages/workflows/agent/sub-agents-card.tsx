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
export function SubAgentsCard({ ownId }: { ownId: string }) {
  const { agent, change, isReadOnly } = useAgent()
  const ids = agent.subAgentIds ?? []
  const { data = [] } = useRead(['workflows', 'agents'], (api, signal) =>
    actAs(api).get(workflowsPath, {
      query: { workflowType: 'agent', sortBy: 'name', sortOrder: 'ASC', limit: most, fields: ['id', 'name'] },
      signal,
    }),
  )
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const others = data.filter(({ id }) => id !== ownId && !ids.includes(id))
  const put = (subAgentIds: string[]) => change({ ...agent, subAgentIds })
  return (
    <Card title="Sub-agents">
      <p className="muted">Each is a tool that takes a task and returns the result.</p>
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
          label="Add a sub-agent"
          name="subAgent"
          value=""
          choices={[
            { value: '', label: others.length === 0 ? 'No other agents' : 'Select' },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => id !== '' && put([...ids, id])}
        />
      )}
    </Card>
  )
}
