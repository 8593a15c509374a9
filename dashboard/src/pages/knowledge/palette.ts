import type { KnowledgeCollection } from '@stoa/sdk'
import { actAs } from '../../features/end-users/act-as.ts'
import { collectionPath, collectionsPath, collectionUrl } from '../../features/knowledge/knowledge-api.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { knowledgeRoutes } from './routes.ts'

const found = ({ id, name }: Pick<KnowledgeCollection, 'id' | 'name'>): FoundObject => ({
  id,
  kind: 'Knowledge',
  label: name,
  to: collectionUrl(id),
})

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Create a knowledge collection',
      keywords: 'documents rag retrieval',
      to: `${knowledgeRoutes.list}?new=1`,
    },
  ],
  finders: [
    {
      byId: async (api, id, signal) =>
        found(await actAs(api).get(collectionPath, { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await actAs(api).get(collectionsPath, { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
