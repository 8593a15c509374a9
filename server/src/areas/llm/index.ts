import { modelRoutes } from './routes.ts'
import { createModelService, type LlmDeps } from './service.ts'

/**
 * The models that can be called and what they cost. The catalogue comes with the release and is the same for every
 * project; a project only switches models on and off. Prices are exact texts and never pass through a floating-point
 * number. Nothing here asks a vendor for its list: what is offered does not depend on who can be reached.
 */
export function createLlm(deps: LlmDeps) {
  const models = createModelService(deps)
  return { ...models, routes: modelRoutes(models) }
}
