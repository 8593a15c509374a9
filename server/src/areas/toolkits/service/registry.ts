import { batched, type Queryable, type Statement } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { notFoundNear } from '../../../kernel/text/near-names.ts'
import { toolkitIdOf } from '../catalogue/platform-ids.ts'
import type { ProjectToolkit, ToolkitState, Watch } from '../ports/project-toolkit.ts'
import type { ToolkitEntry, ToolProvider } from '../ports/provider.ts'
import { findSetting, listDisabled, listSettings, type ToolkitSetting } from '../store/setting.ts'
import {
  findToolkitById,
  findToolkitBySlug,
  listToolkitRows,
  listToolkitStates,
  type ToolkitRow,
} from '../store/toolkit.ts'

// Of what was written with the product itself.
const shippedAt = '2026-01-01T00:00:00.000Z'

/** What every project has and what one of them made, under one roof. The project's own goes before the product's. */
export function createRegistry() {
  const providers: ToolProvider[] = []
  const fallbacks = new Set<ToolProvider>()
  const ids = new Map<string, string>()

  /** Hashing thousands of slugs for every list would show. */
  function idOf(slug: string): string {
    let id = ids.get(slug)
    if (id === undefined) {
      id = toolkitIdOf(slug)
      ids.set(slug, id)
    }
    return id
  }

  const asPlatform = (entry: ToolkitEntry, setting: ToolkitSetting | null | undefined): ProjectToolkit => ({
    ...entry,
    ...setting?.overrides,
    id: idOf(entry.slug),
    isOwn: false,
    isDisabled: setting?.is_disabled ?? false,
    appUrl: null,
    regions: null,
    availableVersions: [entry.version],
    isRefreshed: false,
    sourceUrl: entry.originUrl ?? null,
    watch: null,
    selection: {},
    revision: setting?.revision ?? 0,
    ownRevision: 0,
    createdAt: entry.describedAt ?? shippedAt,
    updatedAt: setting?.updated_at ?? entry.describedAt ?? shippedAt,
  })

  /** The first provider that has the slug counts, so none can take over what another has. */
  async function platformEntries(): Promise<Map<string, { entry: ToolkitEntry; provider: ToolProvider }>> {
    const found = new Map<string, { entry: ToolkitEntry; provider: ToolProvider }>()
    for (const provider of providers)
      for (const entry of await provider.listToolkits())
        if (!found.has(entry.slug)) found.set(entry.slug, { entry, provider })
    return found
  }

  async function findPlatform(
    slugOrId: string,
  ): Promise<{ entry: ToolkitEntry; provider: ToolProvider } | null> {
    if (isUuid(slugOrId)) {
      const key = slugOrId.toLowerCase()
      for (const each of (await platformEntries()).values()) if (idOf(each.entry.slug) === key) return each
      return null
    }
    for (const provider of providers) {
      const entry = await provider.findToolkit(slugOrId)
      if (entry) return { entry, provider }
    }
    return null
  }

  async function findShipped(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit | null> {
    const known = await findPlatform(slugOrId)
    return known && asPlatform(known.entry, await findSetting(q, scope, known.entry.slug))
  }

  async function find(queryable: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit | null> {
    const q = batched(queryable)
    if (isUuid(slugOrId)) {
      const row = await findToolkitById(q, scope, slugOrId.toLowerCase())
      return row && !row.is_copy ? asOwn(row) : over(await findShipped(q, scope, slugOrId), row)
    }
    const [row, shipped] = await Promise.all([
      findToolkitBySlug(q, scope, slugOrId),
      findShipped(q, scope, slugOrId),
    ])
    return over(shipped, row)
  }

  /**
   * The toolkit that a row names, read in the same round trip as that row: `named` finds its slug in the database,
   * `slug` is what was read of it.
   */
  async function findNamedBy(
    queryable: Queryable,
    scope: Scope,
    named: Statement,
    slug: Promise<string | null>,
  ): Promise<ProjectToolkit | null> {
    const q = batched(queryable)
    const [row, setting, found] = await Promise.all([
      findToolkitBySlug(q, scope, named),
      findSetting(q, scope, named),
      slug,
    ])
    const known = found === null ? null : await findPlatform(found)
    return over(known && asPlatform(known.entry, setting), row)
  }

  async function all(queryable: Queryable, scope: Scope): Promise<ProjectToolkit[]> {
    const q = batched(queryable)
    const [rows, stored] = await Promise.all([listToolkitRows(q, scope), listSettings(q, scope)])
    const settings = new Map(stored.map((setting) => [setting.slug, setting]))
    const left = new Map(rows.map((row) => [row.slug, row]))
    const shipped = [...(await platformEntries()).values()].map(({ entry }) => {
      const row = left.get(entry.slug) ?? null
      left.delete(entry.slug)
      return row && !row.is_copy ? asOwn(row) : over(asPlatform(entry, settings.get(entry.slug)), row)!
    })
    return [...[...left.values()].map(asOwn), ...shipped]
  }

  /** The slugs that the caller sees in lists. */
  async function shownSlugs(q: Queryable, scope: Scope): Promise<string[]> {
    const isShown = ({ isDisabled }: ProjectToolkit) => scope.role === 'admin' || !isDisabled
    return (await all(q, scope)).filter(isShown).map(({ slug }) => slug)
  }

  return {
    /** As it is shipped, whatever the project decided about it. */
    async findPristine(slug: string): Promise<ProjectToolkit | null> {
      const known = await findPlatform(slug)
      return known && asPlatform(known.entry, null)
    },
    /** The first that has a slug wins; the fallback comes after all others, whenever it is registered. */
    register(provider: ToolProvider, { isFallback = false }: { isFallback?: boolean } = {}): void {
      if (isFallback) fallbacks.add(provider)
      providers.push(provider)
      providers.sort((a, b) => Number(fallbacks.has(a)) - Number(fallbacks.has(b)))
    },
    providers: providers as readonly ToolProvider[],
    find,
    findNamedBy,
    async get(q: Queryable, scope: Scope, slugOrId: string): Promise<ProjectToolkit> {
      const found = await find(q, scope, slugOrId)
      if (found) return found
      const list = () => shownSlugs(q, scope)
      throw await notFoundNear(toolkitNotFound(), slugOrId, { scope, permission: 'toolkits:read', list })
    },
    /** The provider of a toolkit that the product ships; null for the project's own. */
    providerOf: async (slug: string): Promise<ToolProvider | null> =>
      (await findPlatform(slug))?.provider ?? null,
    hasPlatform: async (slug: string): Promise<boolean> => (await findPlatform(slug)) !== null,
    /** Only those that are not simply as they are shipped: a few, where all of them would be thousands. */
    async decided(q: Queryable, scope: Scope): Promise<Map<string, ToolkitState>> {
      const [rows, closed] = await Promise.all([listToolkitStates(q, scope), listDisabled(q, scope)])
      const states = new Map<string, ToolkitState>()
      for (const slug of closed) states.set(slug, { isDisabled: true, isRefreshed: false })
      for (const { slug, is_disabled, is_copy } of rows) {
        // What a later release no longer ships is the project's, also when it was once a newer description.
        const isRefreshed = is_copy && (await findPlatform(slug)) !== null
        const isDisabled = isRefreshed ? states.has(slug) : is_disabled
        states.set(slug, { isDisabled, isRefreshed })
      }
      return states
    },
    all,
  }
}

export type Registry = ReturnType<typeof createRegistry>

export const toolkitNotFound = () =>
  new AppError('toolkit_not_found', 'Toolkit not found', {
    hint: 'GET /api/v1/toolkits lists all toolkits.',
  })

/** The project's own goes first. A newer description alone changes nothing but what descriptions say. */
function over(shipped: ProjectToolkit | null, row: ToolkitRow | null): ProjectToolkit | null {
  // What a later release no longer ships is the project's, with all that was read of it.
  if (!row || !shipped || !row.is_copy) return row ? asOwn(row) : shipped
  return {
    ...shipped,
    authSchemes: row.auth_schemes,
    noAuth: row.no_auth,
    baseUrl: row.base_url,
    version: row.version,
    availableVersions: [...new Set([...row.available_versions, shipped.version])],
    toolCount: row.tool_count,
    describedAt: row.described_at,
    sourceUrl: row.source_url,
    selection: row.selection,
    isRefreshed: true,
    watch: watchOf(row),
    revision: shipped.revision + row.revision,
    ownRevision: row.revision,
    updatedAt: row.updated_at,
  }
}

const watchOf = (row: ToolkitRow): Watch | null =>
  row.source_url === null
    ? null
    : {
        every: row.drift_check,
        checkedAt: row.checked_at,
        fault: row.check_fault,
        drift: row.drift,
        driftedAt: row.drifted_at,
      }

export const asOwn = (row: ToolkitRow): ProjectToolkit => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  description: row.description,
  provider: row.provider,
  logo: row.logo,
  categories: row.categories,
  authSchemes: row.auth_schemes,
  noAuth: row.no_auth,
  baseUrl: row.base_url,
  currentUserPath: row.current_user_path,
  version: row.version,
  toolCount: row.tool_count,
  triggerCount: 0,
  popularityScore: row.popularity_score,
  describedAt: row.described_at,
  isOwn: true,
  isDisabled: row.is_disabled,
  appUrl: row.app_url,
  regions: row.regions,
  availableVersions: row.available_versions,
  isRefreshed: false,
  sourceUrl: row.source_url,
  watch: watchOf(row),
  selection: row.selection,
  revision: row.revision,
  ownRevision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
