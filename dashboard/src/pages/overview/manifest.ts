import House from 'lucide-react/icons/house'
import type { PageManifest } from '../manifest.ts'
import { overviewRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: overviewRoutes.overview,
      title: 'Overview',
      load: () => import('./overview-page.tsx').then((module) => module.OverviewPage),
    },
  ],
  navigation: [
    {
      group: null,
      label: 'Overview',
      to: overviewRoutes.overview,
      icon: House,
      key: 'o',
      keywords: 'home start',
    },
  ],
}
