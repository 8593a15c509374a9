import { useIsAdmin, useRead } from '../../project.ts'

export const providersPath = '/api/v1/ai/providers'
export const providerStatesPath = '/api/v1/ai/providers/status'

/** With their settings, which are for admins. */
export const useProviders = () =>
  useRead(['llm', 'providers'], (api, signal) => api.get(providersPath, { signal }), {
    isEnabled: useIsAdmin(),
  })

/** Whether they are available, which every member may see. */
export const useProviderStates = ({ isEnabled = true } = {}) =>
  useRead(['llm', 'providers', 'states'], (api, signal) => api.get(providerStatesPath, { signal }), {
    isEnabled,
  })
