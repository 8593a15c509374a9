import { batched, type Db, type Queryable, type Statement } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { toolIdOf } from '../catalogue/platform-ids.ts'
import type { ProjectToolkit } from '../ports/project-toolkit.ts'
import type { ProviderName, ToolDefinition, ToolEntry, ToolProvider } from '../ports/provider.ts'
import type { OpenedTool, SourceTool, ToolSource } from '../ports/tool-source.ts'
import { isAsShipped } from '../store/setting.ts'
import { toolkitsRevision } from '../store/toolkit.ts'
import type { ExtensionPoints } from './extension-points.ts'
import type { Registry } from './registry.ts'

export type FoundTool = OpenedTool & { readonly id: string; readonly toolkit: ProjectToolkit }

/** The tools that one source has for the scope, to be read where a cached listing has another revision. */
export type SourceListing = {
  readonly provider: ProviderName
  /** Under which it may be cached: it is shared by the project, or belongs to one end user. */
  readonly cacheKey: string
  readonly revision: string
  list(q: Queryable): Promise<readonly SourceTool[]>
}

type ToolAccessDeps = {
  db: Db
  registry: Registry
  extensions: Pick<ExtensionPoints, 'sources' | 'sourceOf'>
}

/** The tools of toolkits, from a provider of the product or from a source of the project. */
export function createToolAccess({ db, registry, extensions }: ToolAccessDeps) {
  const sourceOf = (toolkit: ProjectToolkit): ToolSource | null =>
    toolkit.isOwn || toolkit.isRefreshed ? extensions.sourceOf(toolkit) : null

  async function openListed(
    scope: Scope,
    { source, listed }: { source: ToolSource; listed: SourceTool },
    version: string | undefined,
    guessed?: ProjectToolkit | null,
  ): Promise<FoundTool | null> {
    const isRight = guessed?.id === listed.toolkitId
    const toolkit = isRight ? guessed : await registry.find(db, scope, listed.toolkitId)
    if (!toolkit) return null
    const requested = { slug: listed.entry.slug, version: version ?? toolkit.version }
    const opened = await source.open(scope, toolkit, requested)
    return opened && { ...opened, id: listed.id, toolkit }
  }

  /** Of two sources with a tool of the same slug, the one that was registered first counts. */
  async function findListed(q: Queryable, scope: Scope, by: { slug: string } | { id: string }) {
    const found = await Promise.all(extensions.sources.map((source) => source.find(q, scope, by)))
    const at = found.findIndex((listed) => listed !== null)
    return at < 0 ? null : { source: extensions.sources[at]!, listed: found[at]! }
  }

  /** The first provider that has the slug counts. It is checked before the database: it mostly works from memory. */
  async function findShipped(slug: string): Promise<{ tool: ToolDefinition; provider: ToolProvider } | null> {
    for (const provider of registry.providers) {
      const tool = await provider.findTool(slug)
      if (tool) return { tool, provider }
    }
    return null
  }

  /** Slugs of a project's own toolkits may have underscores: the shortest that names one counts. */
  async function toolkitNamedIn(scope: Scope, toolSlug: string): Promise<ProjectToolkit | null> {
    for (let at = toolSlug.indexOf('_'); at > 0; at = toolSlug.indexOf('_', at + 1)) {
      const toolkit = await registry.find(db, scope, toolSlug.slice(0, at))
      if (toolkit) return toolkit
    }
    return null
  }

  /** A tool that the version in force no longer has, for callers that pin an older one. */
  async function findFormer(scope: Scope, slug: string, version: string): Promise<FoundTool | null> {
    const toolkit = await toolkitNamedIn(scope, slug)
    if (!toolkit?.availableVersions.includes(version)) return null
    const opened = await sourceOf(toolkit)?.open(scope, toolkit, { slug, version })
    return opened ? { ...opened, id: toolIdOf(slug), toolkit } : null
  }

  return {
    /** Without those that the project added by hand. */
    async listTools(q: Queryable, scope: Scope, toolkit: ProjectToolkit): Promise<readonly ToolEntry[]> {
      const source = sourceOf(toolkit)
      if (source) return (await source.list(q, scope, toolkit.id)).map(({ entry }) => entry)
      if (toolkit.isOwn) return []
      return (await registry.providerOf(toolkit.slug))?.listTools(toolkit.slug) ?? []
    },
    /** The revision of the project's toolkits, and every listing of a source with its own, in one round trip. */
    async sourceListings(
      q: Queryable,
      scope: Scope,
    ): Promise<{ toolkitsRevision: string; listings: SourceListing[] }> {
      const [common, ...own] = await Promise.all([
        toolkitsRevision(q, scope),
        ...extensions.sources.map((source) => source.revision?.(q, scope) ?? null),
      ])
      const listings = extensions.sources.map((source, at): SourceListing => {
        const { externalUserId = null, revision = common } = own[at] ?? {}
        return {
          provider: source.provider,
          cacheKey: [scope.projectId, source.provider, externalUserId ?? ''].join(' '),
          // What tools are found by includes the names of their toolkits.
          revision: revision === common ? common : `${common} ${revision}`,
          list: (reader) => source.list(reader, scope, null),
        }
      })
      return { toolkitsRevision: common, listings }
    },
    /**
     * Outside of any transaction: a description may have to be opened. Reads of others that are gathered by the same `q`
     * travel along.
     */
    async findTool(
      scope: Scope,
      slug: string,
      version?: string,
      q: Queryable = batched(db),
    ): Promise<FoundTool | null> {
      const shipped = await findShipped(slug)
      const [own, toolkit] = await Promise.all([
        findListed(q, scope, { slug }),
        // Tools of sources are called after their toolkit, so that it need not be read behind the tool.
        registry.find(q, scope, shipped?.tool.toolkitSlug ?? toolkitIn(slug)),
      ])
      const opened = own && (await openListed(scope, own, version, toolkit))
      if (opened || (own && !(shipped && toolkit?.isRefreshed))) return opened
      if (version !== undefined) {
        const pinned = await findFormer(scope, slug, version)
        if (pinned) return pinned
      }
      if (!shipped || !toolkit || toolkit.isOwn) return null
      // What a newer description has left out is there for those alone who pin what was shipped.
      if (toolkit.isRefreshed && version !== shipped.tool.version) return null
      return asFound(shipped, toolkit)
    },
    /**
     * A shipped tool that nothing in the project concerns: no setting, no toolkit or tool of the same slug, and none of the
     * conditions. That is one statement instead of one for every table. Null where `findTool` has to decide.
     */
    async findAsShipped(
      q: Queryable,
      scope: Scope,
      slug: string,
      conditions: readonly Statement[],
    ): Promise<FoundTool | null> {
      const shipped = await findShipped(slug)
      const toolkit = shipped && (await registry.findPristine(shipped.tool.toolkitSlug))
      if (!toolkit) return null
      const ofSources = extensions.sources.map((source) => source.hasSlug?.(scope, slug) ?? null)
      if (!ofSources.every((condition) => condition !== null)) return null
      if (!(await isAsShipped(q, scope, toolkit.slug, [...ofSources, ...conditions]))) return null
      return asFound(shipped, toolkit)
    },
    /** Of a source; ids of what the product ships represent their slugs. */
    async findSourceToolById(scope: Scope, id: string, version?: string): Promise<FoundTool | null> {
      const own = await findListed(batched(db), scope, { id })
      return own && openListed(scope, own, version)
    },
  }
}

const asFound = (
  { tool, provider }: { tool: ToolDefinition; provider: ToolProvider },
  toolkit: ProjectToolkit,
): FoundTool => {
  const { execute, dryRun, listOptions } = provider
  return { id: toolIdOf(tool.slug), toolkit, tool, execute, dryRun, listOptions }
}

const toolkitIn = (toolSlug: string): string => toolSlug.split('_', 1)[0]!

export type ToolAccess = ReturnType<typeof createToolAccess>
