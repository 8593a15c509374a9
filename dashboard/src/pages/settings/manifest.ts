import Settings from 'lucide-react/icons/settings'
import type { PageManifest } from '../manifest.ts'
import { settingsAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: settingsAddresses.settings,
      title: 'Settings',
      load: () => import('./settings-page.tsx').then((module) => module.SettingsPage),
    },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'Settings',
      to: settingsAddresses.settings,
      icon: Settings,
      key: 's',
      keywords: 'project retention',
    },
  ],
}
