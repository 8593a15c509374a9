import type { PageManifest } from '../manifest.ts'
import { accountRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: accountRoutes.account,
      title: 'Your account',
      keywords: 'profile password',
      load: () => import('./account-page.tsx').then((module) => module.AccountPage),
    },
  ],
}
