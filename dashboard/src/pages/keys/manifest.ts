import KeyRound from 'lucide-react/icons/key-round'
import type { PageManifest } from '../manifest.ts'
import { keyRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: keyRoutes.list,
      title: 'API keys',
      load: () => import('./keys-page.tsx').then((module) => module.KeysPage),
    },
    { path: keyRoutes.detail, load: () => import('./key-page.tsx').then((module) => module.KeyPage) },
  ],
  navigation: [
    {
      group: 'Project',
      label: 'API keys',
      to: keyRoutes.list,
      icon: KeyRound,
      key: 'k',
      keywords: 'tokens secrets',
      isAdminOnly: true,
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
