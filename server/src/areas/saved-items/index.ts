import { savedItemsManifest } from './manifest.ts'
import { savedItemRoutes } from './routes.ts'
import { createSavedItemService, type SavedItemDeps } from './service.ts'

export const savedItemsArea = {
  manifest: savedItemsManifest,
  key: 'savedItems',
  create: (deps: SavedItemDeps) => ({ routes: savedItemRoutes(createSavedItemService(deps)) }),
} as const
