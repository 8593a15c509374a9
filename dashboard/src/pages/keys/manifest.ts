import KeyRound from 'lucide-react/icons/key-round'
import type { PageManifest } from '../manifest.ts'
import { keyAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: keyAddresses.list,
      title: 'API keys',
      load: () => import('./keys-page.tsx').then((module) => module.KeysPage),
    },
    { address: keyAddresses.detail, load: () => import('./key-page.tsx').then((module) => module.KeyPage) },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'API keys',
      to: keyAddresses.list,
      icon: KeyRound,
      key: 'k',
      keywords: 'tokens secrets',
      isAdminOnly: true,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
