import type { PaletteEntries } from '../manifest.ts'
import { usageRoutes } from './routes.ts'

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Grant credits',
      keywords: 'balance',
      to: `${usageRoutes.overview}?new=grant`,
      isAdminOnly: true,
    },
    {
      label: 'Create a usage cap',
      keywords: 'set limit credits',
      to: `${usageRoutes.caps}?new=1`,
      isAdminOnly: true,
    },
  ],
}
