import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '../errors.ts'
import type { Admits } from './allowed-networks.ts'
import { type Destination, locate, parseDestination, portOf, type Resolve } from './destination.ts'
import { notAllowed } from './failures.ts'
import { directTo, resolveTo } from './pinned-lookup.ts'
import { isHostListed } from './redirects.ts'
import type { UpstreamProxy } from './upstream-proxy/upstream-proxy.ts'

export type EgressOptions = {
  admits: Admits
  resolve: Resolve
  /** The only hosts that can be reached; null for all that are admitted. */
  allowedHosts: readonly string[] | null
  /** The proxy of the caller, through which everything goes that is admitted. */
  upstream?: UpstreamProxy | null
  /** A request that was refused, by us or by the proxy of the caller: its host, and why. */
  onRefused?(host: string, reason: string, by: 'guard' | 'proxy'): void
}

export type EgressProxy = {
  readonly port: number
  /** Received by the client of the proxy so far. */
  bytes(): number
  close(): Promise<void>
}

const connectTimeoutMs = 10_000
const idleTimeoutMs = 120_000
// More than a browser opens for one page, and few enough that a hostile one takes no descriptors from others.
const maxConnections = 256
const hopHeaders: ReadonlySet<string> = new Set([
  'proxy-authorization',
  'proxy-connection',
  'connection',
  'keep-alive',
  'te',
  'upgrade',
])

/**
 * The only way out of a browser: a proxy on loopback that resolves every name itself, refuses what is not admitted, and
 * connects to the addresses that it has checked, so that a second DNS response changes nothing. A redirect comes back
 * to the browser and passes through here again. There is one for each session, so that its port says whose it is.
 */
export async function startEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const { admits, resolve, allowedHosts, upstream = null, onRefused } = options
  const open = new Set<Duplex>()
  let bytes = 0

  function track(socket: Duplex): void {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => open.delete(socket))
  }

  async function admit(target: string): Promise<Destination> {
    const url = parseDestination(target)
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    if (allowedHosts && !isHostListed(hostname, allowedHosts))
      throw notAllowed(
        `${hostname} is not among the allowed hosts of the session.`,
        'Add it to allowedHosts.',
      )
    return locate(url, admits, resolve)
  }

  function report(host: string, error: unknown): void {
    const isRefused = error instanceof AppError && error.code === 'address_not_allowed'
    const isOfProxy = error instanceof AppError && !isRefused && upstream !== null
    if (isRefused || isOfProxy) onRefused?.(host.slice(0, 300), error.message, isRefused ? 'guard' : 'proxy')
  }

  async function throughUpstream(
    destination: Destination,
    headers: OutgoingHttpHeaders,
  ): Promise<RequestOptions> {
    if (!upstream) return { headers }
    const forwarded = await upstream.forwards(destination)
    if (forwarded) {
      const { socket, ...options } = forwarded
      if (socket) track(socket)
      const connection = socket ? { createConnection: () => socket } : {}
      return {
        ...options,
        ...connection,
        hostname: options.host,
        headers: { ...headers, ...options.headers },
      }
    }
    const socket = await upstream.dial(destination)
    track(socket)
    return { headers, createConnection: () => socket }
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = incoming.url ?? ''
    const destination = await admit(target.startsWith('http://') ? target : 'invalid:')
    const { url, addresses } = destination
    const headers = headersOf(incoming)
    const outgoing = request({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      method: incoming.method,
      path: url.pathname + url.search,
      lookup: resolveTo(addresses),
      agent: false,
      timeout: idleTimeoutMs,
      ...directTo(addresses),
      ...(await throughUpstream(destination, headers)),
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => fail(incoming, response))
    outgoing.on('response', (received) => {
      response.sendDate = false
      response.writeHead(received.statusCode ?? 502, received.statusMessage, received.rawHeaders)
      received.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      received.pipe(response)
    })
    response.once('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, response) => {
    forward(incoming, response).catch((error) => {
      report(hostOf(incoming.url), error)
      fail(incoming, response)
    })
  })
  server.maxConnections = maxConnections
  server.on('connection', track)
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(incoming.url ?? '', client, head).catch((error) => {
      report(incoming.url ?? '', error)
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    })
  })

  async function tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    const destination = await admit(`https://${authority}`)
    const remote = upstream ? await upstream.dial(destination) : connectTo(destination)
    track(remote)
    remote.on('timeout', () => remote.destroy())
    remote.on('data', (chunk) => {
      bytes += chunk.length
    })
    const join = () => {
      remote.setTimeout(idleTimeoutMs)
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) remote.write(head)
      remote.pipe(client)
      client.pipe(remote)
    }
    if (remote.connecting) remote.once('connect', join)
    else join()
    client.once('close', () => remote.destroy())
    remote.once('close', () => client.destroy())
    if (client.destroyed) remote.destroy()
  }

  await new Promise<void>((resolved, rejected) => {
    server.once('error', rejected)
    server.listen(0, '127.0.0.1', resolved)
  })
  return {
    port: (server.address() as AddressInfo).port,
    bytes: () => bytes,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolved) => server.close(() => resolved()))
    },
  }
}

/** As they were written, without those that are for the proxy: servers tell browsers from others by it. */
function headersOf({ rawHeaders }: IncomingMessage): OutgoingHttpHeaders {
  const headers = new Map<string, string | string[]>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name, value] = [rawHeaders[i]!, rawHeaders[i + 1]!]
    const earlier = headers.get(name)
    if (!hopHeaders.has(name.toLowerCase()))
      headers.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return Object.fromEntries(headers)
}

const connectTo = ({ url, addresses }: Destination): Socket =>
  connect({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: portOf(url),
    lookup: resolveTo(addresses),
    autoSelectFamily: true,
    timeout: connectTimeoutMs,
    ...directTo(addresses),
  })

/**
 * Without a response, as where there is no proxy: one of ours would be a page that has loaded. Chromium sends a request
 * again whose connection was closed, so one that may have had an effect gets headers that it cannot take.
 */
function fail({ method = '' }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return void response.destroy()
  response.socket?.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nContent-Length: 1\r\n\r\n')
}

const hostOf = (url = ''): string => (URL.canParse(url) ? new URL(url).host : url)
