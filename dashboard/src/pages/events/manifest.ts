import Activity from 'lucide-react/icons/activity'
import type { PageManifest } from '../manifest.ts'
import { eventRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: eventRoutes.list,
      title: 'Events',
      load: () => import('./events-page.tsx').then((module) => module.EventsPage),
    },
  ],
  navigation: [
    {
      group: 'Monitor',
      label: 'Events',
      to: eventRoutes.list,
      icon: Activity,
      key: 'e',
      keywords: 'live stream',
    },
  ],
}
