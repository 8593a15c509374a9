import House from 'lucide-react/icons/house'
import type { PageManifest } from '../manifest.ts'
import { overviewAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: overviewAddresses.overview,
      title: 'Overview',
      load: () => import('./overview-page.tsx').then((module) => module.OverviewPage),
    },
  ],
  navigation: [
    {
      group: null,
      label: 'Overview',
      to: overviewAddresses.overview,
      icon: House,
      key: 'o',
      keywords: 'home start',
    },
  ],
}
