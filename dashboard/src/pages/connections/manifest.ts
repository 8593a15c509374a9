import Plug from 'lucide-react/icons/plug'
import type { PageManifest } from '../manifest.ts'
import { connectionRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: connectionRoutes.list,
      title: 'Connected accounts',
      load: () => import('./accounts-page.tsx').then((module) => module.AccountsPage),
    },
    {
      path: connectionRoutes.detail,
      load: () => import('./account-page.tsx').then((module) => module.ConnectionPage),
    },
    {
      path: connectionRoutes.authConfigs,
      title: 'Auth configs',
      load: () => import('./auth-configs/auth-configs-page.tsx').then((module) => module.AuthConfigsPage),
    },
    {
      path: connectionRoutes.authConfig,
      load: () => import('./auth-configs/auth-config-page.tsx').then((module) => module.AuthConfigPage),
    },
  ],
  navigation: [
    {
      group: 'Build',
      label: 'Connections',
      to: connectionRoutes.list,
      covers: [connectionRoutes.authConfigs],
      icon: Plug,
      key: 'n',
      keywords: 'connected accounts auth configs oauth credentials',
    },
  ],
  palette: () => import('./palette.ts').then((module) => module.entries),
}
