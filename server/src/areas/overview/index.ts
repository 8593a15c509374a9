import type { Usage } from '../usage/index.ts'
import { overviewManifest } from './manifest.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { overviewRoutes } from './routes/overview.ts'
import { createNotificationService } from './service/notifications.ts'
import { createOverviewService, type OverviewDeps } from './service/overview.ts'

/** The project as a whole, for those who operate it. Above all areas: it reads what each of them stores. */
export const overviewArea = {
  manifest: overviewManifest,
  key: 'overview',
  create: (deps: OverviewDeps & { usage: Pick<Usage, 'blockingCaps'> }) => {
    const overview = createOverviewService(deps)
    return {
      routes: [
        ...overviewRoutes(overview),
        ...notificationRoutes(createNotificationService({ ...deps, overview })),
      ],
    }
  },
} as const
