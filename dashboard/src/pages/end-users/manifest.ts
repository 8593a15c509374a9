import Users from 'lucide-react/icons/users'
import type { PageManifest } from '../manifest.ts'
import { endUserAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: endUserAddresses.list,
      title: 'End users',
      load: () => import('./end-users-page.tsx').then((module) => module.EndUsersPage),
    },
    {
      address: endUserAddresses.detail,
      load: () => import('./end-user-page.tsx').then((module) => module.EndUserPage),
    },
  ],
  navigation: [
    {
      group: 'People',
      label: 'End users',
      to: endUserAddresses.list,
      icon: Users,
      key: 'u',
      keywords: 'external users',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
