import { useRead } from '../../project.ts'
import { toolsPath } from './tools-api.ts'

// Of one request.
const maxSlugs = 100

/** What tools are called, for lists that carry their slugs alone; of a page of a list by one request. */
export function useToolNames(slugs: readonly string[]): (slug: string) => string | undefined {
  const requested = [...new Set(slugs)].sort().slice(0, maxSlugs)
  const { data } = useRead(
    ['tools', 'names', requested],
    (api, signal) => {
      const query = { toolSlugs: requested.join(','), limit: requested.length, fields: ['slug', 'name'] }
      return api.get(toolsPath, { query, signal })
    },
    { isEnabled: requested.length > 0, keepsPrevious: true },
  )
  return (slug) => data?.find((tool) => tool.slug === slug)?.name
}
