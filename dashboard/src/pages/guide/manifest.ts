import type { PageManifest } from '../manifest.ts'
import { guideRoutes } from './routes.ts'

const load = () => import('./guide-page.tsx').then((module) => module.GuidePage)

/** In the sidebar and the palette it is with the help, not among the pages of a project. */
export const manifest: PageManifest = {
  routes: Object.values(guideRoutes).map((path) => ({ path, isPublic: true, load })),
}
