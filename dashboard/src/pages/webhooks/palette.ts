import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { webhookRoutes } from './routes.ts'

const found = ({ id, url }: { id: string; url: string }): FoundObject => ({
  id,
  kind: 'Webhook',
  label: url,
  to: href(webhookRoutes.detail, { id }),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create a webhook', to: `${webhookRoutes.list}?new=1`, isAdminOnly: true }],
  finders: [
    {
      isAdminOnly: true,
      byId: async (api, id, signal) =>
        found(await api.get('/api/v1/webhooks/{id}', { params: { id }, signal })),
      byName: async (api, q, signal) =>
        (await api.get('/api/v1/webhooks', { query: { q, limit: paletteLimit }, signal })).map(found),
    },
  ],
}
