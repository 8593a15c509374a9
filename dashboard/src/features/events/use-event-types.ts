import { useRead } from '../../project.ts'

/** Everything that can happen in a project, with when it does. */
export const useEventTypes = () =>
  useRead(['event-types'], (api, signal) => api.get('/api/v1/webhooks/event-types', { signal })).data ?? []
