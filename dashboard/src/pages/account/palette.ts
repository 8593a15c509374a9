import CircleUser from 'lucide-react/icons/circle-user'
import type { PaletteEntries } from '../manifest.ts'
import { accountRoutes } from './routes.ts'

export const entries: PaletteEntries = {
  actions: [
    { label: 'Your account', keywords: 'profile password', to: accountRoutes.account, icon: CircleUser },
  ],
}
