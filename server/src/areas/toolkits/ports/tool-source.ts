import type { Queryable, Statement } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ImportOutcome, RefreshToolkitBody, ToolkitVersion } from '../schema/refresh.ts'
import type { Drift, ProjectToolkit } from './project-toolkit.ts'
import type {
  ProviderName,
  ToolCall,
  ToolDefinition,
  ToolEntry,
  ToolOutcome,
  ToolProvider,
} from './provider.ts'

/** One tool of a project's toolkit, as its source lists it. Its id stays the same through all versions. */
export type SourceTool = { readonly id: string; readonly toolkitId: string; readonly entry: ToolEntry }

/** A tool that is ready to be called: its schemas, and what executes it. Nothing is looked up again. */
export type OpenedTool = {
  readonly tool: ToolDefinition
  execute(call: ToolCall): Promise<ToolOutcome>
  readonly dryRun?: ToolProvider['dryRun'] | undefined
  /** For fields whose values only the service knows. */
  readonly listOptions?: ToolProvider['listOptions'] | undefined
}

export type SourceRevision = {
  /**
   * The end user who alone sees this listing; null where the whole project shares it. End users who do not exist yet
   * have one id in common, so a source distinguishes them by id and never by name.
   */
  readonly externalUserId: string | null
  /** Another text whenever the listing may be another one. */
  readonly revision: string
}

/**
 * Tools that a project owns, without having written them: read from an API description, or listed by a remote server.
 * A source serves the project's toolkits of one provider. The catalogue stores their rows (name, auth schemes, versions,
 * drift), the source stores what it needs to execute their tools, in its own tables.
 *
 * Every call has the scope: a source may show other tools to each end user, and what it does not find for a scope does
 * not exist there. The slug of a tool begins with that of its toolkit and an underscore (`kernel/text/tool-slug.ts`). Of two
 * sources with a tool of the same slug, the one that was registered first counts.
 */
export type ToolSource = {
  readonly provider: ProviderName
  /**
   * What cached listings are compared with. Left out by a source that updates the row of the toolkit in the transaction
   * that changes its tools: then the revision of the project's toolkits is enough.
   */
  revision?(q: Queryable, scope: Scope): Promise<SourceRevision>
  /** Of one toolkit, or of all that the source serves; by slug. Reads only what is stored: a page must not wait for a service. */
  list(q: Queryable, scope: Scope, toolkitId: string | null): Promise<readonly SourceTool[]>
  /** Called for every tool that is looked up by name, batched in one round trip with the other reads. */
  find(q: Queryable, scope: Scope, by: { slug: string } | { id: string }): Promise<SourceTool | null>
  /**
   * The condition that the project has a tool of that slug, also where this user may not see it. Where all sources say it, shipped tools are
   * looked up in one statement; without it, `find` is called for each of them.
   */
  hasSlug?(scope: Scope, slug: string): Statement
  /**
   * Outside of any transaction: a document may have to be parsed, or a connection opened. Null when the version has no
   * such tool, or there is no such version.
   */
  open(
    scope: Scope,
    toolkit: ProjectToolkit,
    requested: { readonly slug: string; readonly version: string },
  ): Promise<OpenedTool | null>
  /** Slugs of toolkits with a tool whose name holds every word of the query. */
  listToolkitsByToolName?(q: Queryable, scope: Scope, query: string): Promise<readonly string[]>
  /** Newest first. */
  listVersions?(q: Queryable, scope: Scope, toolkit: ProjectToolkit): Promise<ToolkitVersion[]>
  /** Reads the origin again and makes what differs a new version. */
  refresh?(scope: Scope, toolkit: ProjectToolkit, options: RefreshToolkitBody): Promise<ImportOutcome>
  /** Compares the origin with the version in force, and changes nothing. Null where no call could notice a difference. */
  findDrift?(scope: Scope, toolkit: ProjectToolkit): Promise<Drift | null>
  /** Releases threads and connections when the server stops. */
  close?(): Promise<void>
}
