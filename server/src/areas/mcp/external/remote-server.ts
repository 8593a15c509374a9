import {
  type CallToolResult,
  type Client,
  // biome-ignore lint/suspicious/noDeprecatedImports: servers of the old era speak nothing else
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client'
import { AppError } from '../../../kernel/errors.ts'
import { sizeOf } from '../../../kernel/json-schema/schema-walk.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import type { RemoteStatus } from '../schema/external.ts'
import type { Transport } from '../store/toolkit.ts'
import { callTool } from './call-tool.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { createMcpClient } from './mcp-client.ts'
import { type StdioOwner, type StdioServers, stdioScheme } from './stdio/stdio-servers.ts'

export type RemoteTarget = {
  url: string
  headers: Readonly<Record<string, string>>
  transport?: Transport
  /** Whom the process of a stdio server serves. */
  owner: StdioOwner
}

export type RemoteListing = { status: RemoteStatus; transport: Transport; name: string; tools: Tool[] }

type Options = { timeoutMs: number; signal?: AbortSignal | undefined }

/** With what ends the exchange when a response breaks off. */
type Exchange = { timeoutMs: number; signal: AbortSignal; onBroken(error: Error): void }

const maxBytes = 10 * 1024 * 1024
const maxTools = 500
const maxPages = 20
const maxDepth = 100

type HttpTransport = Exclude<Transport, 'stdio'>

export const isStdio = (url: string): boolean => url.startsWith(stdioScheme)

export type RemoteDeps = { outbound: Outbound; version: string; stdio: StdioServers }

export function createRemoteServers({ outbound, version, stdio }: RemoteDeps) {
  async function connect(target: RemoteTarget, transport: HttpTransport, exchange: Exchange) {
    const { timeoutMs, signal, onBroken } = exchange
    const url = new URL(target.url)
    const fetch = guardedFetch(outbound, url, {
      timeoutMs,
      maxBytes,
      onBroken,
      signal,
      headers: target.headers,
    })
    const client = createMcpClient(version, transport === 'http' ? 'auto' : 'legacy')
    const options = { fetch }
    await client.connect(
      transport === 'http'
        ? new StreamableHTTPClientTransport(url, options)
        : new SSEClientTransport(url, options),
      { timeout: timeoutMs, signal },
    )
    return client
  }

  /** Servers of the first version of the protocol have another transport. */
  async function open(
    target: RemoteTarget,
    exchange: Exchange,
  ): Promise<{ client: Client; transport: HttpTransport }> {
    if (target.transport && target.transport !== 'stdio')
      return { client: await connect(target, target.transport, exchange), transport: target.transport }
    try {
      return { client: await connect(target, 'http', exchange), transport: 'http' }
    } catch (error) {
      if (refusalIn(error)) throw error
      return { client: await connect(target, 'sse', exchange), transport: 'sse' }
    }
  }

  type Work<Result> = (client: Client, transport: Transport, signal: AbortSignal) => Promise<Result>

  async function within<Result>(target: RemoteTarget, options: Options, work: Work<Result>): Promise<Result> {
    if (!isStdio(target.url)) return overHttp(target, options, work)
    try {
      return await stdio.within(target.owner, target.url, options, (client, signal) =>
        work(client, 'stdio', signal),
      )
    } catch (error) {
      throw refusalIn(error) ?? unreachable(target.url, error)
    }
  }

  async function overHttp<Result>(
    target: RemoteTarget,
    options: Options,
    work: Work<Result>,
  ): Promise<Result> {
    const broken = new AbortController()
    const signal = AbortSignal.any([broken.signal, ...(options.signal ? [options.signal] : [])])
    try {
      const exchange = {
        timeoutMs: options.timeoutMs,
        signal,
        onBroken: (error: Error) => broken.abort(error),
      }
      const { client, transport } = await open(target, exchange)
      try {
        return await work(client, transport, signal)
      } finally {
        await client.close().catch(() => undefined)
      }
    } catch (error) {
      throw refusalIn(error) ?? refusalIn(broken.signal.reason) ?? unreachable(target.url, error)
    }
  }

  async function listAll(client: Client, timeout: number, signal: AbortSignal): Promise<Tool[]> {
    const tools: Tool[] = []
    let cursor: string | undefined
    for (let page = 0; page < maxPages && tools.length < maxTools; page++) {
      const found = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout, signal })
      tools.push(...found.tools)
      cursor = found.nextCursor
      if (cursor === undefined) break
    }
    // A schema that is nested too deeply would exhaust the stack of its reader.
    if (tools.some((tool) => sizeOf(tool, maxDepth).depth > maxDepth))
      throw new AppError(
        'upstream_too_large',
        'The MCP server describes a tool with a schema that is nested too deep',
      )
    return tools.slice(0, maxTools)
  }

  return {
    /** Refuses what may not be contacted, before anything is. */
    check: async (url: string): Promise<void> => {
      if (isStdio(url)) stdio.check(url)
      else await outbound.check(url)
    },
    list: (target: RemoteTarget, options: Options): Promise<RemoteListing> =>
      within(target, options, async (client, transport, signal) => ({
        status: 'healthy',
        transport,
        name: client.getServerVersion()?.title ?? client.getServerVersion()?.name ?? '',
        tools: await listAll(client, options.timeoutMs, signal),
      })),
    /** `check` sees what the server says about its tools before it is called. */
    call: (
      target: RemoteTarget,
      { name, args, check }: { name: string; args: Record<string, unknown>; check(tools: Tool[]): void },
      options: Options,
    ): Promise<CallToolResult> =>
      within(target, options, async (client, _transport, signal) => {
        const { timeoutMs: timeout } = options
        check(await listAll(client, timeout, signal))
        return callTool(client, { name, arguments: args }, { timeout, signal })
      }),
  }
}

export type RemoteServers = ReturnType<typeof createRemoteServers>

/** A refusal of the outbound client, or of a check, somewhere among the causes. */
function refusalIn(error: unknown): AppError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (at instanceof AppError) return at
  return null
}

/** What a failure says about the server; null where it says nothing. */
export function statusOf(error: unknown): RemoteStatus | null {
  if (!(error instanceof AppError) || !error.code.startsWith('upstream_')) return null
  const { upstreamStatus } = error.extras.facts ?? {}
  // That one call needs more rights says nothing about the others.
  if (upstreamStatus === 403) return null
  return upstreamStatus === 401 ? 'auth_required' : 'unreachable'
}

const maxMessage = 300

// The older transport is tried last, and its client says only what it expected of it.
const isOtherService = (text: string): boolean => /^SSE error: (Invalid content type|Non-200)/.test(text)

function unreachable(url: string, error: unknown): AppError {
  const text = String((error as Error)?.message ?? error).slice(0, maxMessage)
  const host = new URL(url).hostname || url
  return new AppError(
    'upstream_error',
    isOtherService(text)
      ? `${host} does not respond as an MCP server does: check the path of the URL, which often ends with /mcp`
      : `The MCP server at ${host} failed: ${text}`,
    { hint: 'Check its URL and headers.', cause: error },
  )
}
