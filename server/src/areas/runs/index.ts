import { runsManifest } from './manifest.ts'
import { runsRoutes } from './routes.ts'
import { createRunsService, type RunsAreaDeps } from './service.ts'

/** The operator's view of the work in the background. Its key is not `runs`: that is the kernel's own, which it shows. */
export const runsArea = {
  manifest: runsManifest,
  key: 'operatedRuns',
  create: (deps: RunsAreaDeps) => ({ routes: runsRoutes(createRunsService(deps)) }),
} as const
