import Coins from 'lucide-react/icons/coins'
import type { PageManifest } from '../manifest.ts'
import { usageAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: usageAddresses.overview,
      title: 'Usage',
      load: () => import('./overview/usage-page.tsx').then((module) => module.UsagePage),
    },
    {
      address: usageAddresses.ledger,
      title: 'Ledger',
      load: () => import('./ledger/ledger-page.tsx').then((module) => module.LedgerPage),
    },
    {
      address: usageAddresses.caps,
      title: 'Caps',
      load: () => import('./caps/caps-page.tsx').then((module) => module.CapsPage),
    },
    {
      address: usageAddresses.pageSatisfies,
      title: 'Open holds',
      load: () => import('./ledger/holds-page.tsx').then((module) => module.HoldsPage),
    },
    {
      address: usageAddresses.prices,
      title: 'Prices',
      load: () => import('./prices-page.tsx').then((module) => module.PricesPage),
    },
  ],
  navigation: [
    {
      group: 'Monitor',
      label: 'Usage',
      to: usageAddresses.overview,
      icon: Coins,
      key: 'b',
      keywords: 'balance billing credits cost ledger caps prices holds',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
