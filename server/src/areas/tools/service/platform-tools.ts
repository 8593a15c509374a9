import { setImmediate as breathe } from 'node:timers/promises'
import type { ProviderName, ToolEntry, Toolkits } from '../../toolkits/index.ts'

/** A tool that comes with the product, as lists need it. */
export type PlatformTool = ToolEntry & {
  readonly provider: ProviderName
  readonly categories: readonly string[]
  readonly isDisabled: false
  readonly createdAt: null
  readonly updatedAt: null
}

type Snapshot = {
  key: string
  /** Most popular first: the order in which lists are mostly asked for. */
  tools: readonly PlatformTool[]
  bySlug: ReadonlyMap<string, PlatformTool>
  slugById: ReadonlyMap<string, string> | null
}

// Between so many toolkits others get their turn: there may be more than a thousand of them.
const atOnce = 25

/**
 * All tools of all providers at one glance. Read when first asked for, and anew when a provider shows other toolkits
 * than before.
 */
export function createPlatformTools(toolkits: Toolkits) {
  let known: Snapshot | null = null
  let reading: { key: string; done: Promise<Snapshot> } | null = null

  async function keyNow(): Promise<string> {
    const lists = await Promise.all(toolkits.providers.map((provider) => provider.listToolkits()))
    return lists
      .map((list) => list.map(({ slug, version, toolCount }) => `${slug} ${version} ${toolCount}`).join())
      .join(';')
  }

  async function read(key: string): Promise<Snapshot> {
    const tools: PlatformTool[] = []
    const seen = new Set<string>()
    for (const provider of toolkits.providers) {
      let count = 0
      for (const { slug, provider: name, categories } of await provider.listToolkits()) {
        if (seen.has(slug)) continue
        seen.add(slug)
        for (const tool of await provider.listTools(slug))
          tools.push({
            ...entryOf(tool),
            provider: name,
            categories,
            isDisabled: false,
            createdAt: null,
            updatedAt: null,
          })
        if (++count % atOnce === 0) await breathe()
      }
    }
    tools.sort(byPopularity)
    return { key, tools, bySlug: new Map(tools.map((tool) => [tool.slug, tool])), slugById: null }
  }

  async function snapshot(): Promise<Snapshot> {
    const key = await keyNow()
    if (known?.key === key) return known
    if (reading?.key !== key) reading = { key, done: read(key) }
    try {
      known = await reading.done
      return known
    } finally {
      reading = null
    }
  }

  async function index(current: Snapshot): Promise<ReadonlyMap<string, string>> {
    if (current.slugById) return current.slugById
    const slugs = new Map<string, string>()
    for (const [i, { slug }] of current.tools.entries()) {
      slugs.set(toolkits.toolIdOf(slug), slug)
      if (i % 2000 === 1999) await breathe()
    }
    current.slugById = slugs
    return slugs
  }

  return {
    all: async (): Promise<readonly PlatformTool[]> => (await snapshot()).tools,
    find: async (slug: string): Promise<PlatformTool | null> => (await snapshot()).bySlug.get(slug) ?? null,
    slugOf: async (id: string): Promise<string | null> =>
      (await index(await snapshot())).get(id.toLowerCase()) ?? null,
  }
}

type Popular = { readonly popularityScore: number; readonly slug: string }
export const byPopularity = (a: Popular, b: Popular): number =>
  b.popularityScore - a.popularityScore || (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0)

/** Providers may hand out whole definitions; their schemas are not kept twice. */
const entryOf = ({ slug, toolkitSlug, name, description, type, noAuth, ...rest }: ToolEntry): ToolEntry => {
  const { scopes, tags, isImportant, isDeprecated, popularityScore, version, hints } = rest
  return {
    slug,
    toolkitSlug,
    name,
    description,
    type,
    noAuth,
    scopes,
    tags,
    isImportant,
    isDeprecated,
    popularityScore,
    version,
    hints,
  }
}

export type PlatformTools = ReturnType<typeof createPlatformTools>
