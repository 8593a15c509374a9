import type { ApiCall } from '../../components/code/call-snippets.ts'
import { configsPath, linkPath } from '../../features/connections/connections-api.ts'
import { useRead } from '../../project.ts'

/** The toolkit that works without anything being set up at a service. */
export const createConfigCall: ApiCall = {
  method: 'POST',
  path: configsPath,
  body: { toolkit: { slug: 'demo' }, authConfig: { type: 'use_provider_managed_auth' } },
}

/** How an end user is sent a link: with an auth config that is there, or else how the first one is made. */
export function useLinkCall(): { title: string; call: ApiCall } {
  const { data } = useRead(['auth-configs', 'newest'], (api, signal) =>
    api.get(configsPath, { query: { limit: 1 }, signal }),
  )
  const config = data?.[0]
  if (!config) return { title: 'Create an auth config first', call: createConfigCall }
  return {
    title: 'Create a connect link',
    call: {
      method: 'POST',
      path: linkPath,
      headers: { 'x-username': 'alice' },
      body: { authConfigId: config.id },
    },
  }
}
