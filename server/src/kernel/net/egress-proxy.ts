import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { AppError } from '../errors.ts'
import type { Admits } from './allowed-networks.ts'
import { type Destination, locate, parseDestination, portOf, type Resolve } from './destination.ts'
import { notAllowed } from './failures.ts'
import { resolveTo } from './pinned-lookup.ts'
import { isHostListed } from './redirects.ts'

export type EgressOptions = {
  admits: Admits
  resolve: Resolve
  /** The only hosts that can be reached; null for all that are admitted. */
  allowedHosts: readonly string[] | null
  /** A request that was refused: its host, and why. */
  onRefused?(host: string, reason: string): void
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
const hopHeaders = ['proxy-authorization', 'proxy-connection', 'connection', 'keep-alive', 'te', 'upgrade']

/**
 * The only way out of a browser: a proxy on loopback that resolves every name itself, refuses what is not admitted, and
 * connects to the addresses that it has checked, so that a second DNS response changes nothing. A redirect comes back
 * to the browser and passes through here again. There is one for each session, so that its port says whose it is.
 */
export async function startEgressProxy(options: EgressOptions): Promise<EgressProxy> {
  const { admits, resolve, allowedHosts, onRefused } = options
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

  function refusalOf(host: string, error: unknown): string {
    const isRefused = error instanceof AppError && error.code === 'address_not_allowed'
    const reason = isRefused ? error.message : `${host} cannot be reached.`
    if (isRefused) onRefused?.(host.slice(0, 300), reason)
    return reason
  }

  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = incoming.url ?? ''
    const destination = await admit(target.startsWith('http://') ? target : 'invalid:')
    const { url, addresses } = destination
    const headers = { ...incoming.headers }
    for (const name of hopHeaders) delete headers[name]
    const outgoing = request({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      method: incoming.method,
      path: url.pathname + url.search,
      headers,
      lookup: resolveTo(addresses),
      agent: false,
      timeout: idleTimeoutMs,
      ...directTo(addresses),
    })
    outgoing.on('timeout', () => outgoing.destroy())
    outgoing.on('error', () => fail(response, 502, `${url.hostname} broke off the exchange.`))
    outgoing.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers)
      received.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      received.pipe(response)
    })
    response.once('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }

  const server = createServer({ maxHeaderSize: 64 * 1024 }, (incoming, response) => {
    forward(incoming, response).catch((error) => fail(response, 403, refusalOf(hostOf(incoming.url), error)))
  })
  server.maxConnections = maxConnections
  server.on('connection', track)
  server.on('connect', (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    tunnel(incoming.url ?? '', client, head).catch((error) => {
      refusalOf(incoming.url ?? '', error)
      client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    })
  })

  async function tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    const { url, addresses } = await admit(`https://${authority}`)
    const upstream: Socket = connect({
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: portOf(url),
      lookup: resolveTo(addresses),
      autoSelectFamily: true,
      timeout: connectTimeoutMs,
      ...directTo(addresses),
    })
    track(upstream)
    upstream.on('timeout', () => upstream.destroy())
    upstream.on('data', (chunk) => {
      bytes += chunk.length
    })
    upstream.once('connect', () => {
      upstream.setTimeout(idleTimeoutMs)
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      if (head.length > 0) upstream.write(head)
      upstream.pipe(client)
      client.pipe(upstream)
    })
    client.once('close', () => upstream.destroy())
    upstream.once('close', () => client.destroy())
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

/** Node looks an IP address up in no lookup: the checked one is given to it as it was checked. */
const directTo = (addresses: readonly string[]) =>
  addresses.length === 1 ? { host: addresses[0], hostname: addresses[0] } : {}

function fail(response: ServerResponse, status: number, reason: string): void {
  if (response.headersSent) return void response.destroy()
  // Chromium shows it as the page: the reader of a snapshot sees why there is nothing else.
  const body = `<!doctype html><title>Refused</title><p>${reason.replace(/[<&]/g, '')}`
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', connection: 'close' }).end(body)
}

const hostOf = (url = ''): string => (URL.canParse(url) ? new URL(url).host : url)
