import type { Tool } from '@modelcontextprotocol/server'
import type { Scope } from '../../../kernel/scope.ts'
import type { Mode } from '../schema/server.ts'
import type { ClientFacts } from './client-facts.ts'
import type { CallEnd } from './to-result.ts'

/** A server as its calls see it; the default one of a project has no id. */
export type ServedServer = {
  id: string | null
  /** Null for the default one. */
  version: number | null
  name: string
  description: string
  mode: Mode
  selectedTools: readonly string[]
  hasWhitelist: boolean
  isPublic: boolean
  instructions: string | null
  connectionCallbackUrl: string | null
  authConfigs: Readonly<Record<string, string>>
}

/** The tools of a server for one acting user. */
export type Surface = {
  list(): Promise<Tool[]>
  /** Null when there is no such tool. */
  call(name: string, args: Record<string, unknown>, request: CallRequest): Promise<CallEnd | null>
}

export type CallRequest = { signal: AbortSignal; client: ClientFacts; method: string; startedAt: number }

/** A request in flight: for whom it acts, by which server, whether without credentials. */
export type Serving = { scope: Scope; server: ServedServer; isAnonymous: boolean }

/** One tool of a surface that is made up for it. */
export type MetaTool = {
  tool: Tool
  call(args: Record<string, unknown>, signal: AbortSignal): Promise<CallEnd | null>
}
