import { batched, type Queryable } from '../../../../kernel/db/db.ts'
import { isUuid } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { notFoundNear } from '../../../../kernel/text/near-names.ts'
import type {
  ProjectToolkit,
  ProviderName,
  ToolCall,
  ToolDefinition,
  Toolkits,
  ToolOutcome,
} from '../../../toolkits/index.ts'
import type { Implementation } from '../../schema/tool.ts'
import { findToolSetting, type ToolSetting } from '../../store/setting.ts'
import { findToolRow, isOwnOrDecided, type ToolRow, toolkitSlugOf } from '../../store/tool.ts'
import { findNewestVersion, findVersion, type ToolVersionRow } from '../../store/version.ts'
import { toolNotFound, versionNotFound } from '../refusals.ts'

/** A tool that one project can call, wherever it comes from. */
export type FoundTool = {
  readonly id: string
  readonly definition: ToolDefinition
  readonly toolkit: ProjectToolkit | null
  readonly provider: ProviderName
  readonly isDisabled: boolean
  /** Null where the listed price counts. */
  readonly priceMicro: number | null
  readonly availableVersions: readonly string[]
  readonly run: ToolRun
  /** Of the project's own making. */
  readonly row: ToolRow | null
}

export type ToolRun =
  | { readonly kind: 'custom'; readonly implementation: Implementation | null }
  | {
      readonly kind: 'provider'
      execute(call: ToolCall): Promise<ToolOutcome>
      dryRun?: RegistryTool['dryRun']
      listOptions?: ListOptions | undefined
    }

type ListOptions = RegistryTool['listOptions']

export type FinderDeps = {
  toolkits: Toolkits
  /** The slug of a tool that the product ships, by its id. */
  slugOf(id: string): Promise<string | null>
  /** Slugs of tools that the caller sees in lists, and that may be meant. */
  searchSlugs(scope: Scope, words: string): Promise<string[]>
}

export function createFinder({ toolkits, slugOf, searchSlugs }: FinderDeps) {
  /** Tools that come with a toolkit: of a provider, or of a description that the project imported. */
  async function ofToolkit(scope: Scope, slugOrId: string, version?: string, q?: Queryable) {
    const id = isUuid(slugOrId) ? slugOrId.toLowerCase() : null
    const imported = id && (await toolkits.findSourceToolById(scope, id, version))
    if (imported) return imported
    const slug = id ? await slugOf(id) : slugOrId
    if (slug === null) return null
    return (
      (await toolkits.findTool(scope, slug, version, q)) ??
      (slug === slug.toLowerCase() ? null : toolkits.findTool(scope, slug.toLowerCase(), version, q))
    )
  }

  function visible(source: RegistryTool, setting: ToolSetting | null): FoundTool {
    const { id, tool, toolkit, execute, dryRun, listOptions } = source
    return {
      id,
      definition: tool,
      toolkit,
      provider: toolkit.provider,
      isDisabled: setting?.isDisabled ?? false,
      priceMicro: setting?.priceMicro ?? null,
      availableVersions: [...new Set([tool.version, ...toolkit.availableVersions])],
      run: { kind: 'provider', execute, dryRun, listOptions },
      row: null,
    }
  }

  async function find(queryable: Queryable, scope: Scope, slugOrId: string): Promise<FoundTool | null> {
    const q = batched(queryable)
    if (isUuid(slugOrId)) return findAny(q, scope, slugOrId)
    const key = slugOrId.toLowerCase()
    const shipped = await toolkits.findAsShipped(q, scope, key, [isOwnOrDecided(scope, key)])
    return shipped ? visible(shipped, null) : findAny(q, scope, slugOrId)
  }

  /** All candidates are read in one round trip: the project's own, a shipped one, and what was decided about that. */
  async function findAny(q: Queryable, scope: Scope, slugOrId: string): Promise<FoundTool | null> {
    const isId = isUuid(slugOrId)
    const key = slugOrId.toLowerCase()
    const own = findToolRow(q, scope, key, isId)
    const ownToolkit = own.then((row) => row?.toolkitSlug ?? null)
    const [row, toolkit, bySlug, setting] = await Promise.all([
      own,
      toolkits.findNamedBy(q, scope, toolkitSlugOf(scope, key, isId), ownToolkit),
      isId ? null : ofToolkit(scope, slugOrId, undefined, q),
      isId ? null : findToolSetting(q, scope, key),
    ])
    if (row) return asOwn(row, row, toolkit)
    const found = isId ? await ofToolkit(scope, slugOrId) : bySlug
    if (!found) return null
    return visible(
      found,
      found.tool.slug === key ? setting : await findToolSetting(q, scope, found.tool.slug),
    )
  }

  async function get(q: Queryable, scope: Scope, slugOrId: string): Promise<FoundTool> {
    const found = await find(q, scope, slugOrId)
    if (found) return found
    const words = slugOrId.slice(0, 100).replace(/[_.-]+/g, ' ')
    const list = () => searchSlugs(scope, words)
    throw await notFoundNear(toolNotFound(), slugOrId, { scope, permission: 'tools:read', list })
  }

  async function ofVersion(
    q: Queryable,
    scope: Scope,
    found: FoundTool,
    version: string | undefined,
  ): Promise<FoundTool | null> {
    const { row, definition, toolkit } = found
    if (row) {
      const stored =
        version === undefined
          ? await findNewestVersion(q, scope, row.id)
          : await findVersion(q, scope, row.id, version)
      return stored && asOwn(row, stored, toolkit)
    }
    const pinned = version === undefined ? null : await ofToolkit(scope, definition.slug, version)
    if (!pinned || pinned.tool.version !== version) return null
    return visible(pinned, await findToolSetting(q, scope, pinned.tool.slug))
  }

  return {
    find,
    get,
    /** Whether the slug is taken by a tool that the project did not make by hand. */
    isTaken: async (scope: Scope, slug: string): Promise<boolean> => (await ofToolkit(scope, slug)) !== null,
    /** As it was under that version; without one the newest that is not deprecated. */
    async getVersion(
      q: Queryable,
      scope: Scope,
      slugOrId: string,
      version: string | undefined,
    ): Promise<FoundTool> {
      const found = await get(q, scope, slugOrId)
      const { row, definition } = found
      const requested = version === 'latest' || version === '' ? undefined : version
      if (requested === definition.version || (requested === undefined && !(row && definition.isDeprecated)))
        return found
      const other = await ofVersion(q, scope, found, requested)
      if (other) return other
      if (requested === undefined) return found
      throw versionNotFound(definition.slug, requested, found.availableVersions)
    },
  }
}

type RegistryTool = NonNullable<Awaited<ReturnType<Toolkits['findTool']>>>

export type Finder = ReturnType<typeof createFinder>

export const asOwn = (row: ToolRow, content: ToolVersionRow, toolkit: ProjectToolkit | null): FoundTool => ({
  id: row.id,
  definition: {
    slug: row.slug,
    toolkitSlug: row.toolkitSlug,
    type: row.type,
    noAuth: row.noAuth,
    scopes: row.scopes,
    tags: row.tags,
    isImportant: row.isImportant,
    popularityScore: row.popularityScore,
    version: content.version,
    name: content.name,
    description: content.description,
    instructions: content.instructions,
    isDeprecated: content.isDeprecated,
    hints: content.hints,
    inputParameters: content.inputParameters,
    outputParameters: content.outputParameters,
  },
  toolkit,
  provider: 'LOCAL',
  isDisabled: row.isDisabled,
  priceMicro: row.priceMicro,
  availableVersions: row.availableVersions,
  run: { kind: 'custom', implementation: content.implementation },
  row,
})
