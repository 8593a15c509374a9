import X from 'lucide-react/icons/x'
import { IconButton } from '../../../components/actions/button.tsx'
import { SelectField } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { collectionsPath } from '../../../features/tables/tables-api.ts'
import { useRead } from '../../../project.ts'
import { useAgent } from './agent-context.ts'
import { type TableAccess, tableAccessOf, withoutTable, withTable } from './agent-draft.ts'

const most = 100

const accesses: readonly { value: TableAccess; label: string }[] = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
  { value: 'delete', label: 'Read, write and delete' },
]

/** Tables that the agent works with, and what it may do in each. */
export function TablesCard() {
  const { agent, change, isReadOnly } = useAgent()
  const ids = agent.databaseCollectionIds ?? []
  const { data = [] } = useRead(['tables', 'picker'], (api, signal) =>
    actAs(api).get(collectionsPath, { query: { sortBy: 'name', sortOrder: 'ASC', limit: most }, signal }),
  )
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const others = data.filter(({ id }) => !ids.includes(id))
  return (
    <Card title="Tables">
      <p className="muted">The agent sees the rows that the acting user may see.</p>
      {ids.length > 0 && (
        <ul className="agent-tools">
          {ids.map((id) => {
            const name = names.get(id) ?? id
            return (
              <li key={id}>
                <span className="agent-tool-text truncate">{name}</span>
                <select
                  className="input"
                  aria-label={`Access to ${name}`}
                  value={tableAccessOf(agent, id)}
                  onChange={(event) => change(withTable(agent, id, event.target.value as TableAccess))}
                >
                  {accesses.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
                {!isReadOnly && (
                  <IconButton
                    label={`Remove ${name}`}
                    icon={<X size={14} aria-hidden />}
                    onClick={() => change(withoutTable(agent, id))}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      {!isReadOnly && (
        <SelectField
          label="Add a table"
          name="table"
          value=""
          choices={[
            { value: '', label: others.length === 0 ? 'No other tables' : 'Select' },
            ...others.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => id !== '' && change(withTable(agent, id, 'read'))}
        />
      )}
    </Card>
  )
}
