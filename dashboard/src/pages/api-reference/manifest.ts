import type { PageManifest } from '../manifest.ts'
import { apiReferenceRoutes } from './routes.ts'

/** In the sidebar and the palette it is with the help, not among the pages of a project. */
export const manifest: PageManifest = {
  routes: [
    {
      path: apiReferenceRoutes.reference,
      isPublic: true,
      load: () => import('./reference-page.tsx').then((module) => module.ReferencePage),
    },
  ],
}
