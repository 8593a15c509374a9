import Users from 'lucide-react/icons/users'
import type { PageManifest } from '../manifest.ts'
import { endUserRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: endUserRoutes.list,
      title: 'End users',
      load: () => import('./end-users-page.tsx').then((module) => module.EndUsersPage),
    },
    {
      path: endUserRoutes.detail,
      load: () => import('./end-user-page.tsx').then((module) => module.EndUserPage),
    },
  ],
  navigation: [
    {
      group: 'People',
      label: 'End users',
      to: endUserRoutes.list,
      icon: Users,
      key: 'u',
      keywords: 'external users',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
