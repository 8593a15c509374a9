import type { Trigger } from '@stoa/sdk'
import { actAs } from '../../features/end-users/act-as.ts'
import { triggerTitle } from '../../features/triggers/trigger-kind.tsx'
import { triggerPath, triggersPath, triggerUrl } from '../../features/triggers/triggers-api.ts'
import { type FoundObject, type PaletteEntries, paletteLimit } from '../manifest.ts'
import { triggerRoutes } from './routes.ts'

const found = (trigger: Pick<Trigger, 'triggerId' | 'slug' | 'name'>): FoundObject => ({
  id: trigger.triggerId,
  kind: 'Trigger',
  label: triggerTitle(trigger),
  to: triggerUrl(trigger.triggerId),
})

export const entries: PaletteEntries = {
  actions: [
    { label: 'Create a trigger', keywords: 'schedule cron webhook', to: `${triggerRoutes.list}?new=cron` },
  ],
  finders: [
    {
      byId: async (api, triggerId, signal) =>
        found(await actAs(api).get(triggerPath, { params: { triggerId }, signal })),
      byName: async (api, q, signal) =>
        (
          await actAs(api).get(triggersPath, {
            query: { q, showDisabled: true, limit: paletteLimit },
            signal,
          })
        ).map(found),
    },
  ],
}
