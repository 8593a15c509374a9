import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { ToolProvider } from '../providers/provider.ts'
import { unpackIndex } from '../search/packed-index.ts'
import { createToolSearch, type ToolSearch } from '../search/tool-search.ts'
import { lazily, openCatalogueFiles } from './catalogue-files.ts'
import { createShippedProvider } from './provider.ts'

/** The API operations that come with the product, and the search over them and over whatever else is registered. */
export function createShippedCatalogue({ outbound }: { outbound: Pick<Outbound, 'request'> }): {
  provider: ToolProvider
  createSearch(all: readonly ToolProvider[]): ToolSearch
} {
  const files = openCatalogueFiles()
  const provider = createShippedProvider({ outbound, files })
  const prepared = lazily(async () => unpackIndex(await files.searchIndex()))
  return {
    provider,
    createSearch: (all) =>
      createToolSearch({ prepared, providers: () => all.filter((each) => each !== provider) }),
  }
}
