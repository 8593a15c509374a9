import Plug from 'lucide-react/icons/plug'
import type { PageManifest } from '../manifest.ts'
import { connectionAddresses } from './addresses.ts'

export const manifest: PageManifest = {
  routes: [
    {
      address: connectionAddresses.list,
      title: 'Connected accounts',
      load: () => import('./accounts-page.tsx').then((module) => module.AccountsPage),
    },
    {
      address: connectionAddresses.detail,
      load: () => import('./account-page.tsx').then((module) => module.ConnectionPage),
    },
    {
      address: connectionAddresses.authConfigs,
      title: 'Auth configs',
      load: () => import('./auth-configs/auth-configs-page.tsx').then((module) => module.AuthConfigsPage),
    },
    {
      address: connectionAddresses.authConfig,
      load: () => import('./auth-configs/auth-config-page.tsx').then((module) => module.AuthConfigPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Connections',
      to: connectionAddresses.list,
      icon: Plug,
      key: 'n',
      keywords: 'connected accounts auth configs oauth credentials',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
