import { lazily } from '../../kernel/async/lazily.ts'
import type { Toolkits, ToolProvider } from '../toolkits/index.ts'
import { toolSearchManifest } from './manifest.ts'
import { buildIndex } from './service/build-index.ts'
import { unpackIndex } from './service/packed-index.ts'
import { createToolSearch as createSearch } from './service/tool-search.ts'

export type { OwnTools, ToolSearch } from './service/tool-search.ts'

export type ToolSearchDeps = {
  toolkits: Pick<Toolkits, 'providers' | 'registerToolFinder' | 'toolIdOf'>
  /** A provider that never changes, with the index of its tools that was written beforehand; null where there is none. */
  prepared: { provider: ToolProvider; searchIndex(): Promise<Buffer> } | null
}

/** Finds tools by what they should do: those that the product ships, ranked together with those of a project. */
export function createToolSearch({ toolkits, prepared }: ToolSearchDeps) {
  const search = createSearch({
    prepared: lazily(async () => (prepared ? unpackIndex(await prepared.searchIndex()) : buildIndex([], []))),
    providers: () => toolkits.providers.filter((provider) => provider !== prepared?.provider),
    toolIdOf: toolkits.toolIdOf,
  })
  toolkits.registerToolFinder((query, limit) => search.search(query, { limit }))
  return { ...search, routes: [] }
}

type ToolSearchParts = Omit<ToolSearchDeps, 'prepared'> & {
  openApiTools: { shipped: ToolSearchDeps['prepared'] }
}

export const toolSearchArea = {
  manifest: toolSearchManifest,
  key: 'toolSearch',
  create: ({ toolkits, openApiTools }: ToolSearchParts) =>
    createToolSearch({ toolkits, prepared: openApiTools.shipped }),
} as const
