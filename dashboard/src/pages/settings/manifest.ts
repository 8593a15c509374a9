import Settings from 'lucide-react/icons/settings'
import type { PageManifest } from '../manifest.ts'
import { settingsRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: settingsRoutes.settings,
      title: 'Settings',
      load: () => import('./settings-page.tsx').then((module) => module.SettingsPage),
    },
    {
      path: settingsRoutes.members,
      title: 'Members',
      load: () => import('./members/members-page.tsx').then((module) => module.MembersPage),
    },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Settings',
      to: settingsRoutes.settings,
      icon: Settings,
      key: 's',
      keywords: 'project retention members team',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
