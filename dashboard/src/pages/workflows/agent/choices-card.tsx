import type { ReactNode } from 'react'
import { Card } from '../../../components/layout/page.tsx'
import { useAgent } from './agent-context.ts'
import { AddItem, ItemList, ItemRow } from './item-list.tsx'

export type Choice = { id: string; name: string }

type ChoicesCardProps = {
  /** The ids that the agent has are in this field. */
  field: 'subAgentIds' | 'workflowIds' | 'knowledgeCollectionIds' | 'skillIds'
  title: string
  note: ReactNode
  add: string
  none: string
  choices: readonly Choice[]
  /** What is not among the choices that can be added, but has a name. */
  known?: readonly Choice[]
  onAdd?(id: string): void
}

/** Objects of one kind that the agent may use. */
export function ChoicesCard({ field, title, note, add, none, choices, known = [], onAdd }: ChoicesCardProps) {
  const { agent, change } = useAgent()
  const ids = agent[field] ?? []
  const names = new Map([...known, ...choices].map(({ id, name }) => [id, name]))
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
      <AddItem
        label={add}
        name={field}
        others={choices.filter(({ id }) => !ids.includes(id))}
        none={none}
        onAdd={(id) => {
          put([...ids, id])
          onAdd?.(id)
        }}
      />
    </Card>
  )
}
