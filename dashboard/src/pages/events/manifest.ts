import Activity from 'lucide-react/icons/activity'
import type { PageManifest } from '../manifest.ts'
import { eventAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: eventAddresses.list,
      title: 'Events',
      load: () => import('./events-page.tsx').then((module) => module.EventsPage),
    },
  ],
  navigation: [
    {
      group: 'Monitor',
      label: 'Events',
      to: eventAddresses.list,
      icon: Activity,
      key: 'e',
      keywords: 'live stream',
    },
  ],
}
