import { useRead } from '../../project.ts'
import { toolkitsPath } from './toolkits-api.ts'

/** What toolkits are called, for lists that carry their slugs alone; of a page of a list by one request. */
export function useToolkitNames(slugs: readonly string[]): (slug: string) => string | undefined {
  const requested = [...new Set(slugs)].sort()
  const { data } = useRead(
    ['toolkits', 'names', requested],
    (api, signal) => {
      const query = { slugs: requested, limit: requested.length, fields: ['slug', 'name'] }
      return api.get(toolkitsPath, { query, signal })
    },
    { isEnabled: requested.length > 0, keepsPrevious: true },
  )
  return (slug) => data?.find((toolkit) => toolkit.slug === slug)?.name
}
