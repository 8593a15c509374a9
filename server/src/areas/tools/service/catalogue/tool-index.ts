import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ToolEntry, Toolkits } from '../../../toolkits/index.ts'
import { sortedInSlices } from './sort-in-slices.ts'

/** What lists are filtered and sorted by. */
export type IndexedTool = Pick<
  ToolEntry,
  | 'slug'
  | 'toolkitSlug'
  | 'name'
  | 'type'
  | 'noAuth'
  | 'scopes'
  | 'tags'
  | 'isImportant'
  | 'isDeprecated'
  | 'popularityScore'
>

/** What shipped tools can be sorted by; they have no times. */
export type IndexSort = {
  readonly by: 'popularityScore' | 'name' | 'slug' | 'toolkitSlug'
  readonly isAscending: boolean
}

/** Tools that were selected; each is put together when it is looked at. */
export type Selection = { readonly length: number; at(index: number): IndexedTool }

type Columns = {
  key: string
  toolkits: string[]
  slugs: string[]
  names: string[]
  /** Lists that many tools have in common are stored once. */
  lists: (readonly string[])[]
  toolkitOf: Uint16Array
  tagsOf: Uint32Array
  scopesOf: Uint32Array
  popularity: Float64Array
  flags: Uint8Array
  /** The places of all tools in the orders that were wanted so far, by `sort order`. */
  orders: Map<string, Promise<Uint32Array>>
}

const flag = { noAuth: 1, important: 2, deprecated: 4, poll: 8, webhook: 16 } as const
// Between so many tools others get their turn: there may be tens of thousands.
const batchSize = 1000
const lookupsPerSlice = 2000

/**
 * All tools of all providers at one glance, for lists that go over all of them: a few numbers and two texts of each,
 * about a fifth of what the tools themselves would take. Whatever else is shown is read from its provider, page by
 * page. Built on first use, and rebuilt when the toolkits of a provider change.
 */
export function createToolIndex(toolkits: Toolkits) {
  let known: Columns | null = null
  let reading: { key: string; done: Promise<Columns> } | null = null

  async function keyNow(): Promise<string> {
    const lists = await Promise.all(toolkits.providers.map((provider) => provider.listToolkits()))
    return lists
      .map((list) => list.map(({ slug, version, toolCount }) => `${slug} ${version} ${toolCount}`).join())
      .join(';')
  }

  async function current(): Promise<Columns> {
    const key = await keyNow()
    if (known?.key === key) return known
    if (reading?.key !== key) reading = { key, done: readColumns(toolkits, key) }
    const mine = reading
    try {
      known = await mine.done
      return known
    } finally {
      if (reading === mine) reading = null
    }
  }

  /** The first provider that has the toolkit counts. */
  async function ofToolkit(slug: string): Promise<readonly ToolEntry[]> {
    return (await toolkits.providerOf(slug))?.listTools(slug) ?? []
  }

  return {
    ofToolkit,
    async find(slug: string): Promise<ToolEntry | null> {
      // No slug of a toolkit has an underscore.
      const toolkit = slug.split('_', 1)[0]!
      const provider = await toolkits.providerOf(toolkit)
      if (provider?.findEntry) return provider.findEntry(slug)
      return (await provider?.listTools(toolkit))?.find((tool) => tool.slug === slug) ?? null
    },
    /** Of everything there is, in the wanted order. */
    async filter(matches: (tool: IndexedTool) => boolean, sort: IndexSort): Promise<Selection> {
      const columns = await current()
      const order = await orderOf(columns, sort)
      const indexes = new Uint32Array(order.length)
      let length = 0
      for (let count = 0; count < order.length; count++) {
        if (matches(toolAt(columns, order[count]!))) indexes[length++] = order[count]!
        if (count % lookupsPerSlice === lookupsPerSlice - 1) await yieldToEventLoop()
      }
      return { length, at: (index) => toolAt(columns, indexes[index]!) }
    },
  }
}

export type ToolIndex = ReturnType<typeof createToolIndex>

/** Sorted once for each order, while others are served, and cached as long as the columns are. */
function orderOf(columns: Columns, { by, isAscending }: IndexSort): Promise<Uint32Array> {
  const key = `${by} ${isAscending}`
  let order = columns.orders.get(key)
  if (!order) {
    order = sortedInSlices(Uint32Array.from(columns.slugs.keys()), comparing(columns, by, isAscending))
    columns.orders.set(key, order)
    order.catch(() => columns.orders.delete(key))
  }
  return order
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Ties are broken by slug, which is ascending in both orders. */
function comparing(columns: Columns, by: IndexSort['by'], isAscending: boolean) {
  const { slugs, popularity } = columns
  const sign = isAscending ? 1 : -1
  const bySlug = (a: number, b: number) => compare(slugs[a]!, slugs[b]!)
  if (by === 'popularityScore')
    return (a: number, b: number) => sign * (popularity[a]! - popularity[b]!) || bySlug(a, b)
  const textOf = lowerCased(columns, by)
  return (a: number, b: number) => sign * compare(textOf(a), textOf(b)) || bySlug(a, b)
}

/** Each text is put into lower case once: a sort compares it some thirty times. */
function lowerCased({ slugs, names, toolkits, toolkitOf }: Columns, by: 'name' | 'slug' | 'toolkitSlug') {
  const texts: string[] = new Array(slugs.length)
  return (index: number): string => {
    const text = by === 'name' ? names[index]! : by === 'slug' ? slugs[index]! : toolkits[toolkitOf[index]!]!
    texts[index] ??= text.toLowerCase()
    return texts[index]
  }
}

function toolAt(columns: Columns, at: number): IndexedTool {
  const flags = columns.flags[at]!
  return {
    slug: columns.slugs[at]!,
    toolkitSlug: columns.toolkits[columns.toolkitOf[at]!]!,
    name: columns.names[at]!,
    type: flags & flag.poll ? 'poll' : flags & flag.webhook ? 'webhook' : 'action',
    noAuth: (flags & flag.noAuth) !== 0,
    scopes: columns.lists[columns.scopesOf[at]!]!,
    tags: columns.lists[columns.tagsOf[at]!]!,
    isImportant: (flags & flag.important) !== 0,
    isDeprecated: (flags & flag.deprecated) !== 0,
    popularityScore: columns.popularity[at]!,
  }
}

async function readColumns({ providers }: Toolkits, key: string): Promise<Columns> {
  const [toolkits, slugs, names]: [string[], string[], string[]] = [[], [], []]
  const [toolkitOf, tagsOf, scopesOf, popularity, flags]: number[][] = [[], [], [], [], []]
  const lists: (readonly string[])[] = []
  const indexes = new Map<string, number>()
  const indexOf = (list: readonly string[]): number => {
    const name = list.join('\n')
    const index = indexes.get(name) ?? lists.push(list) - 1
    indexes.set(name, index)
    return index
  }
  const seen = new Set<string>()
  for (const provider of providers)
    for (const { slug } of await provider.listToolkits()) {
      if (seen.has(slug)) continue
      seen.add(slug)
      const toolkit = toolkits.push(slug) - 1
      for (const tool of await provider.listTools(slug)) {
        slugs.push(tool.slug)
        names.push(tool.name)
        toolkitOf!.push(toolkit)
        tagsOf!.push(indexOf(tool.tags))
        scopesOf!.push(indexOf(tool.scopes))
        popularity!.push(tool.popularityScore)
        flags!.push(flagsOf(tool))
        if (slugs.length % batchSize === 0) await yieldToEventLoop()
      }
    }
  return {
    key,
    toolkits,
    slugs,
    names,
    lists,
    orders: new Map(),
    toolkitOf: Uint16Array.from(toolkitOf!),
    tagsOf: Uint32Array.from(tagsOf!),
    scopesOf: Uint32Array.from(scopesOf!),
    popularity: Float64Array.from(popularity!),
    flags: Uint8Array.from(flags!),
  }
}

const flagsOf = ({ noAuth, isImportant, isDeprecated, type }: ToolEntry): number =>
  (noAuth ? flag.noAuth : 0) |
  (isImportant ? flag.important : 0) |
  (isDeprecated ? flag.deprecated : 0) |
  (type === 'poll' ? flag.poll : type === 'webhook' ? flag.webhook : 0)
