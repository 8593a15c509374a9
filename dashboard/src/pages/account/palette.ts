import CircleUser from 'lucide-react/icons/circle-user'
import type { PaletteEntries } from '../manifest.ts'
import { accountAddresses } from './addresses.ts'

export const entries: PaletteEntries = {
  actions: [
    { label: 'Your account', keywords: 'profile password', to: accountAddresses.account, icon: CircleUser },
  ],
}
