import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { keyRoutes } from './routes.ts'

const found = ({ id, name }: { id: string; name: string }): FoundObject => ({
  id,
  kind: 'API key',
  label: name,
  to: href(keyRoutes.detail, { id }),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create an API key', to: `${keyRoutes.list}?new=1`, isAdminOnly: true }],
  finders: [
    {
      isAdminOnly: true,
      byId: async (api, id, signal) =>
        found(await api.get('/api/v1/api-keys/{id}', { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get('/api/v1/api-keys', { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
