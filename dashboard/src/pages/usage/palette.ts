import type { PaletteEntries } from '../manifest.ts'
import { usageAddresses } from './addresses.ts'

export const entries: PaletteEntries = {
  actions: [
    {
      label: 'Grant credits',
      keywords: 'balance',
      to: `${usageAddresses.overview}?new=grant`,
      isAdminOnly: true,
    },
    {
      label: 'Create a usage cap',
      keywords: 'set limit credits',
      to: `${usageAddresses.caps}?new=1`,
      isAdminOnly: true,
    },
  ],
}
