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
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Settings',
      to: settingsRoutes.settings,
      icon: Settings,
      key: 's',
      keywords: 'project retention',
    },
  ],
}
