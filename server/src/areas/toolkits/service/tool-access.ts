import { type Db, gathered, type Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { toolIdOf } from '../catalogue/platform-ids.ts'
import { type OperationExecutor, rehearseOperation } from '../openapi/execute.ts'
import type { ResolvedTool } from '../openapi/resolve-tool.ts'
import type { ToolCall, ToolDefinition, ToolEntry, ToolOutcome, ToolProvider } from '../providers/provider.ts'
import { findTool, findToolById, type ImportedTool, listAllTools, listTools } from '../store/tool.ts'
import { toolkitsMark } from '../store/toolkit.ts'
import type { OpenedDocuments } from './opened-documents.ts'
import type { ProjectToolkit, Registry } from './registry.ts'

export type FoundTool = {
  readonly id: string
  readonly toolkit: ProjectToolkit
  readonly tool: ToolDefinition
  /** As it was found: nothing is looked up again. */
  execute(call: ToolCall): Promise<ToolOutcome>
  readonly rehearse?: ToolProvider['rehearse'] | undefined
  /** For fields whose values only the service knows. */
  readonly listOptions?: ToolProvider['listOptions'] | undefined
}

export type ImportedEntry = { readonly id: string; readonly toolkitId: string; readonly entry: ToolEntry }

type ToolAccessDeps = {
  db: Db
  registry: Registry
  documents: OpenedDocuments
  execute: OperationExecutor
}

/** Its tools come from a description that the project keeps. */
const isImported = ({ isOwn, isRefreshed, provider }: ProjectToolkit): boolean =>
  isRefreshed || (isOwn && provider === 'OPENAPI')

/** The tools of toolkits, wherever they come from: from a provider, or from a description that the project imported. */
export function createToolAccess({ db, registry, documents, execute }: ToolAccessDeps) {
  async function ownTool(
    scope: Scope,
    row: ImportedTool,
    version: string | undefined,
    guessed?: ProjectToolkit | null,
  ): Promise<FoundTool | null> {
    const isRight = guessed?.id === row.toolkit_id
    const toolkit = isRight ? guessed : await registry.find(db, scope, row.toolkit_id)
    if (!toolkit) return null
    const found = await documents.resolve(db, scope, toolkit, version ?? toolkit.version, row.entry.slug)
    return found && imported(row.id, toolkit, found)
  }

  function imported(id: string, toolkit: ProjectToolkit, { definition, plan }: ResolvedTool): FoundTool {
    const rehearse = (call: ToolCall) => rehearseOperation(plan, call)
    return { id, toolkit, tool: definition, execute: (call) => execute(plan, call), rehearse }
  }

  /** The first provider that has the slug counts. It is asked before the database: it mostly knows by heart. */
  async function shippedTool(slug: string): Promise<{ tool: ToolDefinition; provider: ToolProvider } | null> {
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

  /** A tool that the version in force no longer has, for those who hold on to an older one. */
  async function formerTool(scope: Scope, slug: string, version: string): Promise<FoundTool | null> {
    const toolkit = await toolkitNamedIn(scope, slug)
    if (!toolkit || !isImported(toolkit) || !toolkit.availableVersions.includes(version)) return null
    const found = await documents.resolve(db, scope, toolkit, version, slug)
    return found && imported(toolIdOf(slug), toolkit, found)
  }

  return {
    /** Without those that the project added by hand. */
    async listTools(q: Queryable, scope: Scope, toolkit: ProjectToolkit): Promise<readonly ToolEntry[]> {
      if (isImported(toolkit)) return (await listTools(q, scope, toolkit.id)).map(({ entry }) => entry)
      if (toolkit.isOwn) return []
      return (await registry.providerOf(toolkit.slug))?.listTools(toolkit.slug) ?? []
    },
    /** Another text whenever there may be other tools of descriptions, or toolkits by other names. */
    importedMark: (q: Queryable, scope: Scope): Promise<string> => toolkitsMark(q, scope),
    /** Every tool of every description that the project imported. */
    listImported: async (q: Queryable, scope: Scope): Promise<ImportedEntry[]> =>
      (await listAllTools(q, scope)).map(({ id, toolkit_id, entry }) => ({
        id,
        toolkitId: toolkit_id,
        entry,
      })),
    /**
     * Outside of any transaction: a description may have to be opened. Reads of others that are gathered by the same `q`
     * travel along.
     */
    async findTool(
      scope: Scope,
      slug: string,
      version?: string,
      q: Queryable = gathered(db),
    ): Promise<FoundTool | null> {
      const shipped = await shippedTool(slug)
      const [row, toolkit] = await Promise.all([
        findTool(q, scope, slug),
        // Tools of descriptions are called after their toolkit, so that it need not be asked for behind the tool.
        registry.find(q, scope, shipped?.tool.toolkitSlug ?? toolkitIn(slug)),
      ])
      const own = row && (await ownTool(scope, row, version, toolkit))
      if (own || (row && !(shipped && toolkit?.isRefreshed))) return own
      if (version !== undefined) {
        const pinned = await formerTool(scope, slug, version)
        if (pinned) return pinned
      }
      if (!shipped || !toolkit || toolkit.isOwn) return null
      // What a newer description has left out is there for those alone who hold on to what was shipped.
      if (toolkit.isRefreshed && version !== shipped.tool.version) return null
      const { tool, provider } = shipped
      const { execute: run, rehearse, listOptions } = provider
      return { id: toolIdOf(tool.slug), toolkit, tool, execute: run, rehearse, listOptions }
    },
    /** Of an imported description; ids of what the product ships stand for their slugs. */
    async findImportedById(scope: Scope, id: string, version?: string): Promise<FoundTool | null> {
      const row = await findToolById(db, scope, id)
      return row ? ownTool(scope, row, version) : null
    },
    async execute(call: ToolCall): Promise<ToolOutcome> {
      const { scope, tool } = call
      const toolkit = await registry.get(db, scope, call.toolkit.slug)
      if (isImported(toolkit)) {
        const found = await documents.resolve(db, scope, toolkit, tool.version, tool.slug)
        if (found) return execute(found.plan, call)
        const isKnown = await documents.has(db, scope, toolkit, tool.version)
        if (isKnown || !toolkit.isRefreshed) return gone(toolkit, tool)
      }
      const provider = toolkit.isOwn ? null : await registry.providerOf(toolkit.slug)
      if (provider) return provider.execute(call)
      throw new AppError('invalid_state', `${tool.slug} is not executed by its toolkit`)
    },
  }
}

const toolkitIn = (toolSlug: string): string => toolSlug.split('_', 1)[0]!

const gone = (toolkit: ProjectToolkit, { slug }: ToolDefinition): ToolOutcome => ({
  successful: false,
  errorCode: 'not_found',
  error: `${toolkit.slug} no longer has ${slug}.`,
})

export type ToolAccess = ReturnType<typeof createToolAccess>
