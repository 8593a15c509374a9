import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ToolProvider } from '../../toolkits/index.ts'
import { buildIndex, type SearchedTool, type SearchedToolkit, type SearchIndex } from './build-index.ts'
import {
  createRanker,
  type Hit,
  type Ranker,
  type RankOptions,
  type Segment,
  segmentOf,
} from './rank-tools.ts'

/** Tools of one project, made ready to be ranked with all others. */
export type OwnTools = Segment

export type ToolSearch = {
  /** Best first. Opens the index on the first query. */
  search(query: string, options: RankOptions): Promise<readonly Hit[]>
  /** Makes tools of a project ready; it takes about as long as a hundred searches over a thousand of them. */
  prepare(toolkits: readonly SearchedToolkit[], tools: readonly SearchedTool[]): Promise<OwnTools>
  /** The slug of a tool that the product ships, by its id. */
  findById(id: string): Promise<string | null>
}

export type ToolSearchDeps = {
  /** The index that was made beforehand, of a provider that never changes. */
  readonly prepared: () => Promise<SearchIndex>
  /** All others; what they have is read again whenever they show other toolkits than before. */
  readonly providers: () => readonly ToolProvider[]
  /** The id of a tool that the product ships. */
  readonly toolIdOf: (slug: string) => string
}

// Of two that fit equally well the project's own is more likely meant.
const ownWeight = 1.1
// What people write about their own tools is all there is to find them by.
const maxDescriptionLength = 2000

type Ready = { key: string; indexes: readonly SearchIndex[]; ranker: Ranker }

/** Finds tools that the product ships by what they should do, over tens of thousands of them in a few milliseconds. */
export function createToolSearch({ prepared, providers, toolIdOf }: ToolSearchDeps): ToolSearch {
  let ready: Ready | null = null
  let making: { key: string; done: Promise<Ready> } | null = null
  let ids: { of: Ready; slugs: IdTable } | null = null

  async function keyNow(): Promise<string> {
    const lists = await Promise.all(providers().map((provider) => provider.listToolkits()))
    return lists
      .flatMap((list) => list.map(({ slug, version, toolCount }) => `${slug} ${version} ${toolCount}`))
      .join()
  }

  async function make(key: string): Promise<Ready> {
    const base = await prepared()
    const [toolkits, tools] = await readProviders(providers(), base)
    const added = await buildIndex(toolkits, tools, { known: base.fieldLengths })
    const indexes = [base, added]
    return { key, indexes, ranker: await createRanker(indexes) }
  }

  async function current(): Promise<Ready> {
    const key = await keyNow()
    if (ready?.key === key) return ready
    if (making?.key !== key) making = { key, done: make(key) }
    const mine = making
    try {
      ready = await mine.done
      return ready
    } finally {
      if (making === mine) making = null
    }
  }

  return {
    search: async (query, options) => (await current()).ranker(query, options),
    async prepare(toolkits, tools) {
      const { fieldLengths: known } = await prepared()
      return segmentOf(await buildIndex(toolkits, tools, { known, maxDescriptionLength }), ownWeight)
    },
    async findById(id) {
      const now = await current()
      if (ids?.of !== now) ids = { of: now, slugs: await idTableOf(now.indexes, toolIdOf) }
      return ids.slugs(id.toLowerCase())
    },
  }
}

/** What providers have that the prepared index has not. */
async function readProviders(providers: readonly ToolProvider[], base: SearchIndex) {
  const known = new Set(base.toolkits.map(({ slug }) => slug))
  const toolkits = (await Promise.all(providers.map((provider) => provider.listToolkits()))).map((list) =>
    list.filter(({ slug }) => !known.has(slug) && known.add(slug)),
  )
  const tools: SearchedTool[] = []
  for (const [at, list] of toolkits.entries())
    for (const { slug } of list) tools.push(...(await providers[at]!.listTools(slug)))
  return [toolkits.flat(), tools] as const
}

type IdTable = (id: string) => string | null

// Ids are hashes: computed in batches of this size, then other tasks run.
const hashesPerSlice = 1000
// With 32 bits in front of it such a number is still exact.
const maxTools = 2 ** 20

/** A table from the first 32 bits of an id to its tool. Whole ids of all tools would take ten times as much. */
async function idTableOf(
  indexes: readonly SearchIndex[],
  toolIdOf: ToolSearchDeps['toolIdOf'],
): Promise<IdTable> {
  const slugs = indexes.flatMap((index) => index.slugs)
  // The head of an id and the place of its tool as one number: plain numbers are sorted ten times as fast.
  const keys = new Float64Array(slugs.length)
  for (const [at, slug] of slugs.entries()) {
    keys[at] = headOf(toolIdOf(slug)) * maxTools + at
    if (at % hashesPerSlice === hashesPerSlice - 1) await yieldToEventLoop()
  }
  keys.sort()
  return (id) => {
    const first = headOf(id) * maxTools
    let low = 0
    let high = keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (keys[middle]! < first) low = middle + 1
      else high = middle
    }
    for (; low < keys.length && keys[low]! < first + maxTools; low++) {
      const slug = slugs[keys[low]! - first]!
      if (toolIdOf(slug) === id) return slug
    }
    return null
  }
}

const headOf = (id: string): number => Number.parseInt(id.slice(0, 8), 16)
