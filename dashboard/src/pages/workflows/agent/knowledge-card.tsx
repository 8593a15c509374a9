import { actAs } from '../../../features/end-users/act-as.ts'
import { useRead } from '../../../project.ts'
import { ChoicesCard } from './choices-card.tsx'

const most = 100

/** Collections of texts that the agent searches. Those of other users than its owner have no effect. */
export function KnowledgeCard({ ownerId }: { ownerId: string }) {
  const { data = [] } = useRead(['knowledge', 'choices'], (api, signal) =>
    actAs(api).get('/api/v1/knowledge/collections', {
      query: { sortBy: 'name', sortOrder: 'ASC', limit: most },
      signal,
    }),
  )
  return (
    <ChoicesCard
      field="knowledgeCollectionIds"
      title="Knowledge"
      note="Texts that the agent searches for every user. Its responses show the passages that it found."
      add="Add a collection"
      none="No other collections"
      choices={data.filter(({ externalUserId }) => externalUserId === ownerId)}
    />
  )
}
