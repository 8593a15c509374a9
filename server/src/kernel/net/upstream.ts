import { Readable } from 'node:stream'
import { Agent, type Dispatcher, request } from 'undici'
import { type ByteQueue, createByteQueue } from '../async/byte-queue.ts'
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

export type UpstreamResponse<Body extends AsyncIterable<Buffer> = AsyncIterable<Buffer>> = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** Must be read completely or left by its loop; until then it holds a connection. */
  body: Body
}

/** One request without the forms of `fetch`, which cost more than a small response takes to produce. */
export type Send<Body extends AsyncIterable<Buffer> = AsyncIterable<Buffer>> = (
  request: UpstreamRequest,
) => Promise<UpstreamResponse<Body>>

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
  const requestStream: Send<Readable> = async ({ url, method, headers, body, signal }) => {
    const response = await request(url, {
      dispatcher: agent,
      method: method as 'POST',
      headers,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })
    return { status: response.statusCode, headers: response.headers, body: response.body }
  }
  return {
    send: sendOver(agent),
    fetch: fetchOver(requestStream),
    close: () => agent.destroy(),
  }
}

type Address = { origin: string; path: string }

const maxAddresses = 500

/** Providers are called at a few URLs again and again. */
function createAddressBook() {
  const known = new Map<string, Address>()
  return (url: string): Address => {
    const found = known.get(url)
    if (found) return found
    const { origin, pathname, search } = new URL(url)
    const address = { origin, path: pathname + search }
    if (known.size >= maxAddresses) known.clear()
    known.set(url, address)
    return address
  }
}

const addressOf = createAddressBook()

const sendOver =
  (agent: Dispatcher): Send =>
  ({ url, method, headers, body, signal }) => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    const { origin, path } = addressOf(url)
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>()
    const options = { origin, path, method: method as 'POST', headers, body: body ?? null }
    agent.dispatch(options, exchange(signal, resolve, reject))
    return promise
  }

/** One request, from its start to the last byte of its response. */
function exchange(
  signal: AbortSignal | undefined,
  onResponse: (response: UpstreamResponse) => void,
  onFailure: (reason: unknown) => void,
): Dispatcher.DispatchHandler {
  let controller: Dispatcher.DispatchController | null = null
  let queue: ByteQueue | null = null
  const abort = () => {
    controller?.abort(signal!.reason)
    onFailure(signal!.reason)
  }
  const end = (failure: unknown = null) => {
    signal?.removeEventListener('abort', abort)
    queue?.end(failure)
    // Without effect once there was a response.
    onFailure(failure)
  }
  signal?.addEventListener('abort', abort)
  return {
    onRequestStart(started) {
      controller = started
      if (signal?.aborted) started.abort(signal.reason)
    },
    onResponseStart(started, status, headers) {
      if (status < 200) return
      queue = createByteQueue(started)
      onResponse({ status, headers, body: queue.bytes })
    },
    onResponseData: (_controller, piece) => queue?.push(piece),
    onResponseEnd: () => end(),
    onResponseError: (_controller, error) => end(error),
  }
}

export type GuardedLimits = {
  timeoutMs: number
  idleTimeoutMs: number
  connectTimeoutMs: number
  maxBytes: number
}

/** For URLs from a project: the same guard as for all untrusted URLs. */
export const guardedSend =
  (outbound: Outbound, limits: GuardedLimits): Send<Readable> =>
  ({ body, signal, ...sent }) =>
    outbound.request({
      ...sent,
      ...limits,
      maxRedirects: 0,
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    })

export const fetchOver =
  (send: Send<Readable>): FetchLike =>
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

function responseOf({ status, headers: received, body }: UpstreamResponse<Readable>): Response {
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
