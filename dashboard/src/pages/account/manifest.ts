import type { PageManifest } from '../manifest.ts'
import { accountAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: accountAddresses.account,
      title: 'Your account',
      load: () => import('./account-page.tsx').then((module) => module.AccountPage),
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
