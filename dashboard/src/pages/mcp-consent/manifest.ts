import type { PageManifest } from '../manifest.ts'
import { mcpConsentRoutes } from './routes.ts'

export const manifest: PageManifest = {
  routes: [
    {
      path: mcpConsentRoutes.consent,
      title: 'Authorize an MCP client',
      isUnlisted: true,
      load: () => import('./consent-page.tsx').then((module) => module.ConsentPage),
    },
  ],
}
