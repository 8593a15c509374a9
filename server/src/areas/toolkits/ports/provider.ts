import type { Scope } from '../../../kernel/scope.ts'
import type { AuthScheme, AuthSchemeName, Credentials } from './auth-scheme.ts'

export type JsonSchema = { readonly [key: string]: unknown }

/** Where a toolkit comes from: shipped with the product, made in the project, an API description, an MCP server. */
export type ProviderName = 'PLATFORM' | 'LOCAL' | 'OPENAPI' | 'MCP'

export type ToolkitEntry = {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly provider: ProviderName
  readonly logo: string | null
  readonly categories: readonly string[]
  readonly authSchemes: readonly AuthScheme[]
  /** Those of its schemes that work with nothing set up by the developer. */
  readonly managedAuthSchemes?: readonly AuthSchemeName[]
  /** All of its tools work without an account. */
  readonly noAuth: boolean
  readonly baseUrl: string | null
  /** A read that every account may make and that returns the owner of the account. */
  readonly currentUserPath: string | null
  readonly version: string
  readonly toolCount: number
  readonly triggerCount: number
  readonly popularityScore: number
  /** When what we know of the service was written, where it was not written today. */
  readonly describedAt: string | null
  /** Where the service publishes its description, in a form that can be read here. */
  readonly originUrl?: string | null
  /** Was added to this server while it ran, and can be taken away again. */
  readonly isInstalled?: boolean
}

/** What is known of an effect before the call; null where no one said. Approval rules and retries go by it. */
export type ToolHints = {
  readonly isReadOnly: boolean | null
  readonly isDestructive: boolean | null
  readonly isIdempotent: boolean | null
}

/** A tool as it appears in lists: everything but its schemas, which may be large. */
export type ToolEntry = {
  readonly slug: string
  readonly toolkitSlug: string
  readonly name: string
  readonly description: string
  readonly type: 'action' | 'poll' | 'webhook'
  readonly noAuth: boolean
  readonly scopes: readonly string[]
  readonly tags: readonly string[]
  readonly isImportant: boolean
  readonly isDeprecated: boolean
  readonly popularityScore: number
  readonly version: string
  readonly hints: ToolHints
  /** How long its input schema is as JSON, where that is known without making it. */
  readonly schemaChars?: number
}

export type ToolDefinition = ToolEntry & {
  readonly instructions: string
  readonly inputParameters: JsonSchema
  readonly outputParameters: JsonSchema
}

/** One execution, its arguments already checked against the tool's schema. */
export type ToolCall = {
  readonly scope: Scope
  readonly toolkit: ToolkitEntry
  readonly tool: ToolDefinition
  readonly arguments: Readonly<Record<string, unknown>>
  readonly credentials: Credentials | null
  /** The base URL of the caller's service, where it differs from that of its toolkit. */
  readonly baseUrl?: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The same for every try of one execution, for services that honour one. */
  readonly idempotencyKey: string
  /** Under which it is recorded, where it is. */
  readonly executionId?: string
  /** The conversation that it is part of. */
  readonly threadId?: string
  /** Stores bytes as a file of the acting user and returns its id. */
  saveFile(file: { name: string; mimeType: string; bytes: Uint8Array }): Promise<string>
  /** Opens a file of the acting user by its id; null when there is none. */
  openFile?(id: string): Promise<{ name: string; mimeType: string; bytes: Uint8Array } | null>
}

export type ToolErrorCode =
  | 'arguments_invalid'
  | 'auth_expired'
  | 'insufficient_scope'
  | 'rate_limited'
  | 'not_found'
  | 'timeout'
  | 'upstream_4xx'
  | 'upstream_5xx'
  | 'upstream_unreachable'
  | 'host_not_allowed'
  | 'script_error'
  | 'output_invalid'
  | 'output_too_large'

/** What a service refuses is an outcome, not an error; providers throw only when they themselves are broken. */
export type ToolOutcome =
  | { readonly successful: true; readonly data: unknown; readonly upstreamStatus?: number }
  | {
      readonly successful: false
      readonly errorCode: ToolErrorCode
      /** One sentence for the caller, without secrets. */
      readonly error: string
      readonly upstreamStatus?: number
      readonly retryAfterMs?: number
      /** With `insufficient_scope`: the rights that the service has named. */
      readonly requiredScopes?: readonly string[]
      /** What the service said, cut to a readable size. */
      readonly data?: unknown
    }

/** What would be sent, credentials included. */
export type DryRunRequest = {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string | null
}

/** Options of a field that only the service knows, such as the channels of a workspace. */
export type OptionsRequest = Pick<ToolCall, 'scope' | 'tool' | 'credentials' | 'signal'> & {
  readonly field: string
  readonly search: string
  /** What was chosen for the other fields so far. */
  readonly chosen: Readonly<Record<string, unknown>>
}

/**
 * Where tools come from. Everything above sees only this: custom tools, built-in ones, pieces, API descriptions and MCP
 * servers are listed, searched and executed alike. Entries are the same for every project; what a project adds of its
 * own is in the database and is resolved by the area. Everything is loaded lazily.
 */
export type ToolProvider = {
  /** For the log and for `provider` filters. */
  readonly name: string
  listToolkits(): Promise<readonly ToolkitEntry[]>
  findToolkit(slug: string): Promise<ToolkitEntry | null>
  listTools(toolkitSlug: string): Promise<readonly ToolEntry[]>
  /** One of its tools as it appears in lists, where that is cheaper than reading the list. */
  findEntry?(toolSlug: string): Promise<ToolEntry | null>
  findTool(toolSlug: string): Promise<ToolDefinition | null>
  execute(call: ToolCall): Promise<ToolOutcome>
  /** What executing would send, where that is a single request; nothing is sent. */
  dryRun?(call: ToolCall): Promise<DryRunRequest | null>
  listOptions?(request: OptionsRequest): Promise<readonly { label: string; value: unknown }[]>
  /** The description that the toolkit is made of, as JSON, where it is made of one. */
  readDescription?(toolkitSlug: string): Promise<string | null>
  close?(): Promise<void>
}
