import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import tls from 'node:tls'
import type { HttpReply, HttpRequestMessage } from '../protocol/messages.ts'
import type { Link } from './link.ts'

type Scheme = 'http' | 'https'
type Target = {
  host?: string | null | undefined
  hostname?: string | null | undefined
  port?: number | string | null | undefined
}

/** They belong to one connection and not to the request; the client of the server writes its own. */
const connectionHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * A piece brings HTTP clients of many kinds. All of them end at a socket, so the socket is what is replaced: it leads to
 * an HTTP server inside this very process, which passes each request to the server of the product and returns the
 * response. No client needs to know, and nothing here could open a connection.
 */
export function routeNetwork(link: Link): void {
  const connect = (scheme: Scheme, target: Target) => openSocket(link, scheme, target)
  http.Agent.prototype.createConnection = (options) => connect('http', options) as net.Socket
  https.Agent.prototype.createConnection = (options) => connect('https', options) as net.Socket
  Object.assign(net, { connect: rawConnect(connect), createConnection: rawConnect(connect) })
  Object.assign(tls, {
    connect: (...args: unknown[]) => {
      const socket = connect('https', targetOf(args))
      if (typeof args.at(-1) === 'function') socket.once('secureConnect', args.at(-1) as () => void)
      process.nextTick(() => socket.emit('secureConnect'))
      return socket
    },
  })
  Object.assign(globalThis, { fetch: createFetch(link), WebSocket: undefined, EventSource: undefined })
}

const rawConnect =
  (connect: (scheme: Scheme, target: Target) => Duplex) =>
  (...args: unknown[]) => {
    const socket = connect('http', targetOf(args))
    if (typeof args.at(-1) === 'function') socket.once('connect', args.at(-1) as () => void)
    process.nextTick(() => socket.emit('connect'))
    return socket
  }

function targetOf([first, second]: unknown[]): Target {
  if (typeof first === 'object' && first !== null) return first as Target
  return { port: first as number, host: typeof second === 'string' ? second : 'localhost' }
}

function openSocket(link: Link, scheme: Scheme, { host, hostname, port }: Target): Duplex {
  const [near, far] = duplexPair()
  const name = String(host ?? hostname ?? 'localhost')
  const origin = `${scheme}://${name.includes(':') ? `[${name}]` : name}${port ? `:${port}` : ''}`
  const server = http.createServer({ keepAliveTimeout: 0 }, (request, response) => {
    forward(link, origin, request, response).catch((error) => near.destroy(error as Error))
  })
  server.on('clientError', () => near.destroy(new Error('A piece can only use HTTP.')))
  server.emit('connection', Object.assign(far, socketManners()))
  return Object.assign(near, socketManners(), scheme === 'https' ? { encrypted: true, authorized: true } : {})
}

/** What clients ask of every socket and what means nothing here. */
function socketManners() {
  return {
    setTimeout: noWork,
    setNoDelay: noWork,
    setKeepAlive: noWork,
    ref: noWork,
    unref: noWork,
    getSession: () => undefined,
    isSessionReused: () => false,
    alpnProtocol: false,
    remoteAddress: '192.0.2.1',
  }
}

function noWork<T>(this: T): T {
  return this
}

async function forward(
  link: Link,
  origin: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const body = Buffer.concat(await request.toArray())
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && !connectionHeaders.has(name)) headers[name] = [value].flat().join(', ')
  }
  const requested: HttpRequestMessage = {
    method: request.method ?? 'GET',
    url: `${origin}${request.url ?? '/'}`,
    headers,
    isManual: false,
  }
  const { value, body: content } = await link.request('http', requested, body)
  const { status, headers: received } = value as HttpReply
  for (const [name, each] of Object.entries(received)) {
    if (!connectionHeaders.has(name) || (request.method === 'HEAD' && name === 'content-length'))
      response.setHeader(name, each)
  }
  response.statusCode = status
  response.end(content ?? Buffer.alloc(0))
}

const withoutContent = new Set([101, 204, 205, 304])

function createFetch(link: Link): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input as string, init as RequestInit)
    request.signal.throwIfAborted()
    const headers: Record<string, string> = {}
    for (const [name, value] of request.headers) if (!connectionHeaders.has(name)) headers[name] = value
    const body = Buffer.from(await request.arrayBuffer())
    const requested: HttpRequestMessage = {
      method: request.method,
      url: request.url,
      headers,
      isManual: request.redirect !== 'follow',
    }
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(request.signal.reason)
    request.signal.addEventListener('abort', abort)
    try {
      const { value, body: content } = await Promise.race([
        link.request('http', requested, body),
        aborted.promise,
      ])
      return responseOf(value as HttpReply, content)
    } finally {
      request.signal.removeEventListener('abort', abort)
      aborted.promise.catch(() => {})
    }
  }
}

function responseOf({ status, headers, url }: HttpReply, content: Buffer | null): Response {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const each of [value].flat()) result.append(name, each)
  }
  const body = withoutContent.has(status) ? null : new Uint8Array(content ?? Buffer.alloc(0))
  const response = new Response(body, { status, headers: result })
  Object.defineProperty(response, 'url', { value: url })
  return response
}
