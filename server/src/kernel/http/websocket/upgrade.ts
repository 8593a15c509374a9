import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import type { OriginGuard } from '../auth/origin-guard.ts'
import type { Endpoint } from '../endpoint.ts'
import { createRouteTable } from '../route-table.ts'
import { unpackSubprotocols } from './subprotocols.ts'

/** What is left of a connection whose client wants to leave HTTP. */
export type Upgrade = { socket: Duplex; head: Buffer; refusal: AppError | null }

const upgrades = new WeakMap<IncomingMessage, Upgrade>()

/**
 * Whether to leave HTTP: for a WebSocket at an endpoint that is one. Any other upgrade request, such as that of a
 * client that would like HTTP/2, is handled as a normal request.
 */
export function createUpgradeTest(endpoints: readonly Endpoint[]): (request: IncomingMessage) => boolean {
  const routes = createRouteTable(endpoints.filter(({ response }) => response.kind === 'socket'))
  return ({ method, url = '', headers }) =>
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    routes.methodsOf(url.split('?')[0]!).includes('GET')
}

/**
 * Sends requests for an upgrade through the same routes as all others: the same checks in the same order, and a refusal
 * is an ordinary response. The session cookie counts for our own pages only, because a browser sends it
 * with the WebSocket of any page without a preflight.
 */
export function acceptUpgrades(server: FastifyInstance, guard: OriginGuard): void {
  server.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // The HTTP server has released it: nothing else listens.
    socket.on('error', () => socket.destroy())
    // Sent behind a request whose response was the last one.
    if (socket.writableEnded) return void socket.destroy()
    if (!guard.isOwnPage(request.headers)) delete request.headers.cookie
    const refusal = unpackSubprotocols(request.headers) ?? handshakeFault(request)
    upgrades.set(request, { socket, head, refusal })
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.once('finish', () => socket.destroySoon())
    try {
      response.assignSocket(socket)
    } catch {
      // Sent behind a request that has no response yet.
      socket.destroy()
      return
    }
    server.routing(request, response)
  })
}

/** Checked here, to use our error envelope, before the library would send its own. */
function handshakeFault({ headers }: IncomingMessage): AppError | null {
  if (headers['sec-websocket-version'] !== '13')
    return new AppError('upgrade_required', 'Sec-WebSocket-Version must be 13', {
      headers: { 'sec-websocket-version': '13' },
    })
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    return new AppError('malformed_request', 'Sec-WebSocket-Key must be 16 bytes in base64')
  return null
}

/** Throws for a request that did not ask for an upgrade, or not well. */
export function getUpgrade(request: IncomingMessage): Upgrade {
  const upgrade = upgrades.get(request)
  if (!upgrade)
    throw new AppError('upgrade_required', 'This endpoint is a WebSocket', {
      hint: 'Connect to it with a WebSocket client.',
      headers: { upgrade: 'websocket' },
    })
  if (upgrade.refusal) throw upgrade.refusal
  return upgrade
}
