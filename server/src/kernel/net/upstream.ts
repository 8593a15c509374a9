import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import type { Outbound } from './outbound.ts'

/** `fetch` as client libraries take it, so that what they do goes the way that was meant for them. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

export type UpstreamRequest = {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
  signal?: AbortSignal | undefined
}

export type UpstreamResponse = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Must be read completely or destroyed; until then it holds a connection. */
  body: Readable
}

/** One request without the forms of `fetch`, which cost more than a small response takes to produce. */
export type Send = (request: UpstreamRequest) => Promise<UpstreamResponse>

// Connections to one service; further calls wait for one to be free.
const perOrigin = 2_048
const keepAliveMs = 30_000

/**
 * For URLs from the operator or the source code: they may be private. Nothing is followed or decoded,
 * and the caller sets the timeout with a signal.
 */
export function createUpstream({ connectTimeoutMs }: { connectTimeoutMs: number }) {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: perOrigin,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const send: Send = async ({ url, method, headers, body, signal }) => {
    const response = await request(url, {
      dispatcher: agent,
      method: method as 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
  return { send, fetch: fetchOver(send), close: () => agent.destroy() }
}

export type GuardedLimits = {
  timeoutMs: number
  idleTimeoutMs: number
  connectTimeoutMs: number
  maxBytes: number
}

/** For URLs from a project: the same guard as for all untrusted URLs. */
export const guardedSend =
  (outbound: Outbound, limits: GuardedLimits): Send =>
  ({ body, signal, ...sent }) =>
    outbound.request({
      ...sent,
      ...limits,
      maxRedirects: 0,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })

export const fetchOver =
  (send: Send): FetchLike =>
  async (input, init) =>
    responseOf(await send(await sentBy(input, init)))

async function sentBy(input: string | URL | Request, init: RequestInit = {}): Promise<UpstreamRequest> {
  const isPlain = typeof input === 'string' || input instanceof URL
  const text = init.body ?? undefined
  const signal = init.signal ?? (isPlain ? undefined : input.signal) ?? undefined
  if (isPlain && (text === undefined || typeof text === 'string')) {
    const headers = Object.fromEntries(new Headers(init.headers))
    return { url: String(input), method: init.method ?? 'GET', headers, body: text, signal }
  }
  // Forms and the like: the platform knows how they are serialized.
  const made = new Request(input, { ...init, signal: null })
  const bytes = Buffer.from(await made.arrayBuffer())
  return {
    url: made.url,
    method: made.method,
    headers: Object.fromEntries(made.headers),
    body: bytes.length > 0 ? bytes : undefined,
    signal,
  }
}

const bodiless = new Set([204, 205, 304])

function responseOf({ status, headers: received, body }: UpstreamResponse): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  if (!bodiless.has(status))
    return new Response(Readable.toWeb(body) as ConstructorParameters<typeof Response>[0], {
      status,
      headers,
    })
  body.resume()
  return new Response(null, { status, headers })
}
