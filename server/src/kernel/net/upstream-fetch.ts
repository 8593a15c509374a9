import { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import type { Outbound } from './outbound.ts'

/** `fetch` as client libraries take it, so that what they do goes the way that was meant for them. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

type Sent = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | Buffer | undefined
  signal: AbortSignal | undefined
}

// Connections to one service; more calls at once wait for one to be free.
const perOrigin = 512
const keptAliveMs = 30_000

/**
 * For addresses that the operator gave or that stand in the source: they may be private. Nothing is followed or decoded,
 * and how long an answer may take is for the caller to say, with a signal.
 */
export function createUpstreamFetch({ connectTimeoutMs }: { connectTimeoutMs: number }) {
  const agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    connections: perOrigin,
    keepAliveTimeout: keptAliveMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const fetch: FetchLike = async (input, init) => {
    const { url, method, headers, body, signal } = await sentBy(input, init)
    const answer = await request(url, {
      dispatcher: agent,
      method: method as 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
    return responseOf(answer.statusCode, answer.headers, answer.body)
  }
  return { fetch, close: () => agent.destroy() }
}

export type GuardedLimits = {
  timeoutMs: number
  idleTimeoutMs: number
  connectTimeoutMs: number
  maxBytes: number
}

/** For addresses that a project gave: the same guard as for everything else from outside. */
export const guardedFetch =
  (outbound: Outbound, limits: GuardedLimits): FetchLike =>
  async (input, init) => {
    const { body, signal, ...sent } = await sentBy(input, init)
    const answer = await outbound.request({
      ...sent,
      ...limits,
      maxRedirects: 0,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
    return responseOf(answer.status, answer.headers, answer.body)
  }

async function sentBy(input: string | URL | Request, init: RequestInit = {}): Promise<Sent> {
  const isPlain = typeof input === 'string' || input instanceof URL
  const text = init.body ?? undefined
  const signal = init.signal ?? (isPlain ? undefined : input.signal) ?? undefined
  if (isPlain && (text === undefined || typeof text === 'string')) {
    const headers = Object.fromEntries(new Headers(init.headers))
    return { url: String(input), method: init.method ?? 'GET', headers, body: text, signal }
  }
  // Forms and the like: the platform knows how they are written down.
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

function responseOf(
  status: number,
  given: Readonly<Record<string, string | string[] | undefined>>,
  body: Readable,
): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(given))
    for (const each of [value ?? []].flat()) headers.append(name, each)
  if (!bodiless.has(status))
    return new Response(Readable.toWeb(body) as ConstructorParameters<typeof Response>[0], {
      status,
      headers,
    })
  body.resume()
  return new Response(null, { status, headers })
}
