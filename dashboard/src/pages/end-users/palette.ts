import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { endUserRoutes } from './routes.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'End user',
  label: name,
  to: href(endUserRoutes.detail, { id }),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Add an end user', to: `${endUserRoutes.list}?new=1` }],
  finders: [
    {
      byId: async (api, id, signal) =>
        found(await api.get('/api/v1/external-users/{id}', { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get('/api/v1/external-users', { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
