import { href } from '../../href.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { webhookAddresses } from './addresses.ts'

const found = ({ id, url }: { id: string; url: string }): FoundObject => ({
  id,
  kind: 'Webhook',
  label: url,
  to: href(webhookAddresses.detail, { id }),
})

export const entries: PaletteEntries = {
  actions: [{ label: 'Create a webhook', to: `${webhookAddresses.list}?new=1`, isAdminOnly: true }],
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
