import { createByteCache } from '../../../../kernel/byte-cache.ts'
import type { Queryable } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { OwnTools, ToolSearch } from '../../../tool-search/index.ts'
import type { ProviderName, ToolEntry, Toolkits } from '../../../toolkits/index.ts'
import { listLightTools, toolsVersion } from '../../store/tool.ts'

/** A tool that only this project has: made by hand, or read from a description that it imported. */
export type OwnTool = ToolEntry & {
  readonly id: string
  readonly provider: ProviderName
  readonly isDisabled: boolean
  readonly createdAt: string | null
  readonly updatedAt: string | null
  /** How many tokens its schema takes, where that was counted when it was saved. */
  readonly tokenCount?: number
}

/** Some of a project's tools, as they were when the mark was read. */
export type OwnPart = {
  readonly tools: ReadonlyMap<string, OwnTool>
  /** For the search; built on first use. Null when there is nothing to be found. */
  ranked(q: Queryable, scope: Scope): Promise<OwnTools | null>
}

type OwnDeps = { toolkits: Pick<Toolkits, 'all' | 'sourceListings'>; search: ToolSearch }

// About what an entry takes with its words, and so for some fifteen thousand tools of the projects that ask most.
const bytesOfTool = 1500
const retainedBytes = 24 * 1024 * 1024
// Only their project knows them, but it knows them well: they rank as the median of all services.
const leastFame = 50

/**
 * The tools of projects, cached in memory with their search index. Every reader queries the database for a version that
 * is a different one as soon as anything was changed on any node, and reads the tools again only then.
 */
export function createOwnTools({ toolkits, search }: OwnDeps) {
  const stored = createByteCache<{ version: string; part: OwnPart }>(retainedBytes)
  const reading = new Map<string, Promise<OwnPart>>()

  async function prepare(q: Queryable, scope: Scope, tools: readonly OwnTool[]): Promise<OwnTools | null> {
    if (tools.length === 0) return null
    const used = new Set(tools.map(({ toolkitSlug }) => toolkitSlug))
    const named = new Map((await toolkits.all(q, scope)).map((toolkit) => [toolkit.slug, toolkit]))
    const kits = [...used].map((slug) => {
      const { name = slug, popularityScore = 0 } = named.get(slug) ?? {}
      return { slug, name, popularityScore: Math.max(leastFame, popularityScore) }
    })
    return search.prepare(kits, tools)
  }

  function partOf(tools: readonly OwnTool[]): OwnPart {
    let ranked: Promise<OwnTools | null> | null = null
    return {
      tools: new Map(tools.map((tool) => [tool.slug, tool])),
      ranked(q, scope) {
        ranked ??= prepare(q, scope, tools).catch((error: unknown) => {
          ranked = null
          throw error
        })
        return ranked
      },
    }
  }

  /** Callers that need the same while it is read wait for it. */
  async function current(key: string, version: string, read: () => Promise<OwnTool[]>): Promise<OwnPart> {
    const known = stored.get(key)
    if (known?.version === version) return known.part
    const inFlight = reading.get(`${key} ${version}`)
    if (inFlight) return inFlight
    const part = read().then(partOf)
    reading.set(`${key} ${version}`, part)
    try {
      const made = await part
      stored.set(key, { version, part: made }, made.tools.size * bytesOfTool)
      return made
    } finally {
      reading.delete(`${key} ${version}`)
    }
  }

  /** Those that were made by hand, then those of every source. */
  return async (q: Queryable, scope: Scope): Promise<readonly OwnPart[]> => {
    const [customVersion, { toolkitsRevision, listings }] = await Promise.all([
      toolsVersion(q, scope),
      toolkits.sourceListings(q, scope),
    ])
    const custom = async () =>
      (await listLightTools(q, scope, null)).map((tool) => ({ ...tool, provider: 'LOCAL' as const }))
    return Promise.all([
      // What they are found by has the names of their toolkits in it.
      current(`${scope.projectId} custom`, `${customVersion} ${toolkitsRevision}`, custom),
      ...listings.map(({ provider, cacheKey, revision, list }) =>
        current(cacheKey, revision, async () =>
          (await list(q)).map(({ id, entry }) => ({
            ...entry,
            id,
            provider,
            isDisabled: false,
            createdAt: null,
            updatedAt: null,
          })),
        ),
      ),
    ])
  }
}

export type OwnToolsOf = ReturnType<typeof createOwnTools>
