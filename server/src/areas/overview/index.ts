import { overviewManifest } from './manifest.ts'
import { overviewRoutes } from './routes.ts'
import { createOverviewService, type OverviewDeps } from './service.ts'

/** The project as a whole, for those who operate it. Above all areas: it reads what each of them stores. */
export const overviewArea = {
  manifest: overviewManifest,
  key: 'overview',
  create: (deps: OverviewDeps) => ({ routes: overviewRoutes(createOverviewService(deps)) }),
} as const
