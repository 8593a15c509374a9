import { actAs } from '../../features/end-users/act-as.ts'
import { collectionsPath } from '../../features/tables/tables-api.ts'
import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { tableRoutes } from './routes.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'Table',
  label: name,
  to: href(tableRoutes.detail, { id }),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create a table', to: `${tableRoutes.list}?new=1` }],
  finders: [
    {
      byId: async (api, id, signal) =>
        found(await actAs(api).get('/api/v1/table/collections/{id}', { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await actAs(api).get(collectionsPath, { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
