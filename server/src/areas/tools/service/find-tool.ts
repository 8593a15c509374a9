import type { Queryable } from '../../../kernel/db/db.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  ProjectToolkit,
  ProviderName,
  ToolCall,
  ToolDefinition,
  Toolkits,
  ToolOutcome,
} from '../../toolkits/index.ts'
import type { Implementation } from '../schema/tool.ts'
import { findToolSetting, type ToolSetting } from '../store/setting.ts'
import { findToolRow, type ToolRow } from '../store/tool.ts'
import { findNewestVersion, findVersion, type ToolVersionRow } from '../store/version.ts'
import type { PlatformTools } from './platform-tools.ts'
import { toolNotFound, versionNotFound } from './refusals.ts'

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
  | { readonly kind: 'provider'; execute(call: ToolCall): Promise<ToolOutcome> }

/** Tools of API descriptions that the project imported; kept by the area below. */
export type ImportedTools = {
  find(q: Queryable, scope: Scope, slugOrId: string): Promise<ToolDefinition | null>
  execute(call: ToolCall): Promise<ToolOutcome>
}

export type FinderDeps = { toolkits: Toolkits; platform: PlatformTools; imported: ImportedTools | null }

export function createFinder({ toolkits, platform, imported }: FinderDeps) {
  async function platformTool(slugOrId: string) {
    const slug = isUuid(slugOrId) ? await platform.slugOf(slugOrId) : slugOrId
    if (slug === null) return null
    for (const name of new Set([slug, slug.toLowerCase()]))
      for (const provider of toolkits.providers) {
        const definition = await provider.findTool(name)
        if (definition) return { definition, provider }
      }
    return null
  }

  async function asShipped(
    q: Queryable,
    scope: Scope,
    definition: ToolDefinition,
    execute: (call: ToolCall) => Promise<ToolOutcome>,
  ): Promise<FoundTool> {
    const setting: ToolSetting | null = await findToolSetting(q, scope, definition.slug)
    const toolkit = await toolkits.find(q, scope, definition.toolkitSlug)
    return {
      id: toolkits.toolIdOf(definition.slug),
      definition,
      toolkit,
      provider: toolkit?.provider ?? 'PLATFORM',
      isDisabled: setting?.isDisabled ?? false,
      priceMicro: setting?.priceMicro ?? null,
      availableVersions: [definition.version],
      run: { kind: 'provider', execute },
      row: null,
    }
  }

  async function find(q: Queryable, scope: Scope, slugOrId: string): Promise<FoundTool | null> {
    const row = await findToolRow(q, scope, slugOrId.toLowerCase(), isUuid(slugOrId))
    if (row) return asOwn(row, row, await toolkits.find(q, scope, row.toolkitSlug))
    const own = await imported?.find(q, scope, slugOrId)
    if (own && imported) return asShipped(q, scope, own, imported.execute)
    const known = await platformTool(slugOrId)
    return known ? asShipped(q, scope, known.definition, (call) => known.provider.execute(call)) : null
  }

  async function get(q: Queryable, scope: Scope, slugOrId: string): Promise<FoundTool> {
    const found = await find(q, scope, slugOrId)
    if (!found) throw toolNotFound()
    return found
  }

  return {
    find,
    get,
    isShipped: async (slug: string): Promise<boolean> => (await platformTool(slug)) !== null,
    /** As it was under that version; without one the newest that is not deprecated. */
    async getVersion(
      q: Queryable,
      scope: Scope,
      slugOrId: string,
      version: string | undefined,
    ): Promise<FoundTool> {
      const found = await get(q, scope, slugOrId)
      const { row, definition } = found
      const wanted = version === 'latest' || version === '' ? undefined : version
      if (wanted === definition.version || (wanted === undefined && !(row && definition.isDeprecated)))
        return found
      const kept =
        row &&
        (wanted === undefined
          ? await findNewestVersion(q, scope, row.id)
          : await findVersion(q, scope, row.id, wanted))
      if (kept && row) return asOwn(row, kept, found.toolkit)
      if (wanted === undefined) return found
      throw versionNotFound(definition.slug, wanted, found.availableVersions)
    },
  }
}

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
