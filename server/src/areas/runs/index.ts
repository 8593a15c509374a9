import { runsRoutes } from './routes.ts'
import { createRunsService, type RunsAreaDeps } from './service.ts'

/** The operator's view of the work in the background. */
export const createRunsArea = (deps: RunsAreaDeps) => ({ routes: runsRoutes(createRunsService(deps)) })
