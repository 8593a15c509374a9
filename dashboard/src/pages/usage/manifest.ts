import Coins from 'lucide-react/icons/coins'
import type { PageManifest } from '../manifest.ts'
import { usageRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: usageRoutes.overview,
      title: 'Usage',
      load: () => import('./overview/usage-page.tsx').then((module) => module.UsagePage),
    },
    {
      path: usageRoutes.ledger,
      title: 'Ledger',
      load: () => import('./ledger/ledger-page.tsx').then((module) => module.LedgerPage),
    },
    {
      path: usageRoutes.caps,
      title: 'Caps',
      load: () => import('./caps/caps-page.tsx').then((module) => module.CapsPage),
    },
    {
      path: usageRoutes.holds,
      title: 'Open holds',
      load: () => import('./ledger/holds-page.tsx').then((module) => module.HoldsPage),
    },
    {
      path: usageRoutes.prices,
      title: 'Prices',
      load: () => import('./prices-page.tsx').then((module) => module.PricesPage),
    },
  ],
  navigation: [
    {
      group: 'Monitor',
      label: 'Usage',
      to: usageRoutes.overview,
      icon: Coins,
      key: 'b',
      keywords: 'balance billing credits cost ledger caps prices holds',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
