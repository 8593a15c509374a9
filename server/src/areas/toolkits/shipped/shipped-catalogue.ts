import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { ToolProvider } from '../providers/provider.ts'
import { buildIndex } from '../search/build-index.ts'
import { unpackIndex } from '../search/packed-index.ts'
import { createToolSearch, type ToolSearch } from '../search/tool-search.ts'
import { lazily, openCatalogueFiles } from './catalogue-files.ts'
import { createShippedProvider } from './provider.ts'

/** The API operations that come with the product, and the search over them and over whatever else is registered. */
export function createShippedCatalogue({
  outbound,
  isLeftOut,
}: {
  outbound: Pick<Outbound, 'request'>
  /** Then the search knows what is registered and nothing else. */
  isLeftOut: boolean
}): { provider: ToolProvider; createSearch(all: readonly ToolProvider[]): ToolSearch } {
  const files = openCatalogueFiles()
  const provider = createShippedProvider({ outbound, files })
  const prepared = lazily(async () =>
    isLeftOut ? buildIndex([], []) : unpackIndex(await files.searchIndex()),
  )
  return {
    provider,
    createSearch: (all) =>
      createToolSearch({ prepared, providers: () => all.filter((each) => each !== provider) }),
  }
}
