import { setImmediate as breathe } from 'node:timers/promises'
import type { ToolEntry, Toolkits } from '../../../toolkits/index.ts'

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

/** Tools that were selected; each is put together when it is looked at. */
export type Selection = { readonly length: number; at(place: number): IndexedTool }

type Columns = {
  key: string
  toolkits: string[]
  slugs: string[]
  names: string[]
  /** Lists that many tools have in common stand here once. */
  lists: (readonly string[])[]
  toolkitOf: Uint16Array
  tagsOf: Uint32Array
  scopesOf: Uint32Array
  popularity: Float64Array
  flags: Uint8Array
  /** The places of all tools, the most popular first: the order in which they are mostly asked for. */
  order: Uint32Array
}

const flag = { noAuth: 1, important: 2, deprecated: 4, poll: 8, webhook: 16 } as const
// Between so many tools others get their turn: there may be tens of thousands.
const batchSize = 1000
const lookupsPerSlice = 2000

/**
 * All tools of all providers at one glance, for lists that go over all of them: a few numbers and two texts of each,
 * about a fifth of what the tools themselves would take. Whatever else is shown is read from its provider, page by
 * page. Made when such a list is first asked for, and anew when a provider shows other toolkits than before.
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
    /** Of everything there is, the most popular first. */
    async filter(matches: (tool: IndexedTool) => boolean): Promise<Selection> {
      const columns = await current()
      const { order } = columns
      const places = new Uint32Array(order.length)
      let length = 0
      for (let count = 0; count < order.length; count++) {
        if (matches(toolAt(columns, order[count]!))) places[length++] = order[count]!
        if (count % lookupsPerSlice === lookupsPerSlice - 1) await breathe()
      }
      return { length, at: (place) => toolAt(columns, places[place]!) }
    },
  }
}

export type ToolIndex = ReturnType<typeof createToolIndex>

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
  const places = new Map<string, number>()
  const placeOf = (list: readonly string[]): number => {
    const name = list.join('\n')
    const place = places.get(name) ?? lists.push(list) - 1
    places.set(name, place)
    return place
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
        tagsOf!.push(placeOf(tool.tags))
        scopesOf!.push(placeOf(tool.scopes))
        popularity!.push(tool.popularityScore)
        flags!.push(flagsOf(tool))
        if (slugs.length % batchSize === 0) await breathe()
      }
    }
  const order = await sortedInSlices(
    Uint32Array.from(slugs.keys()),
    (a, b) => popularity![b]! - popularity![a]! || (slugs[a]! < slugs[b]! ? -1 : 1),
  )
  return {
    key,
    toolkits,
    slugs,
    names,
    lists,
    order,
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

/** Short runs are sorted, then merged; sorting all of them at once would hold up everybody else. */
async function sortedInSlices(
  places: Uint32Array,
  compare: (a: number, b: number) => number,
): Promise<Uint32Array> {
  for (let from = 0; from < places.length; from += batchSize) {
    places.subarray(from, from + batchSize).sort(compare)
    await breathe()
  }
  let [sorted, merged]: [Uint32Array, Uint32Array] = [places, new Uint32Array(places.length)]
  for (let width = batchSize; width < places.length; width *= 2) {
    for (let from = 0; from < places.length; from += 2 * width) {
      const [middle, end] = [from + width, from + 2 * width]
      merge(sorted.subarray(from, middle), sorted.subarray(middle, end), merged.subarray(from, end), compare)
      await breathe()
    }
    ;[sorted, merged] = [merged, sorted]
  }
  return sorted
}

function merge(
  left: Uint32Array,
  right: Uint32Array,
  into: Uint32Array,
  compare: (a: number, b: number) => number,
): void {
  let [l, r] = [0, 0]
  for (let at = 0; at < into.length; at++)
    into[at] =
      r === right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0) ? left[l++]! : right[r++]!
}
