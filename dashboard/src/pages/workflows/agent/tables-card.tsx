import { Card } from '../../../components/layout/page.tsx'
import { actAs } from '../../../features/end-users/act-as.ts'
import { collectionsPath } from '../../../features/tables/tables-api.ts'
import { useRead } from '../../../project.ts'
import { useAgent } from './agent-context.ts'
import { type TableAccess, tableAccessOf, withoutTable, withTable } from './agent-draft.ts'
import { AddItem, ItemList, ItemRow } from './item-list.tsx'

const most = 100

const accesses: readonly { value: TableAccess; label: string }[] = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
  { value: 'delete', label: 'Read, write and delete' },
]

/** Tables that the agent works with, and what it may do in each. */
export function TablesCard() {
  const { agent, change } = useAgent()
  const ids = agent.databaseCollectionIds ?? []
  const { data = [] } = useRead(['tables', 'picker'], (api, signal) =>
    actAs(api).get(collectionsPath, { query: { sortBy: 'name', sortOrder: 'ASC', limit: most }, signal }),
  )
  const names = new Map(data.map(({ id, name }) => [id, name]))
  const others = data.filter(({ id }) => !ids.includes(id))
  return (
    <Card title="Tables">
      <p className="muted">The agent sees the rows that the acting user may see.</p>
      <ItemList>
        {ids.map((id) => (
          <ItemRow
            key={id}
            name={names.get(id) ?? id}
            rule={{
              label: 'Access to',
              value: tableAccessOf(agent, id),
              options: accesses,
              onChange: (access) => change(withTable(agent, id, access)),
            }}
            onRemove={() => change(withoutTable(agent, id))}
          />
        ))}
      </ItemList>
      <AddItem
        label="Add a table"
        name="table"
        others={others}
        none="No other tables"
        onAdd={(id) => change(withTable(agent, id, 'read'))}
      />
    </Card>
  )
}
