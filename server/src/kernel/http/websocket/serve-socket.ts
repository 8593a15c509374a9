import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../clock.ts'
import type { Compute } from '../../compute/compute.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Identity } from '../auth/identity.ts'
import type { Call } from '../call.ts'
import type { ConnectionLimit } from '../connection/connection-limit.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Metrics } from '../operations/metrics.ts'
import { readJsonBody } from '../request/large-body.ts'
import { toAppError } from '../response/envelope.ts'
import { openRequestOf } from '../streams/open-request.ts'
import type { OpenStreams } from '../streams/open-streams.ts'
import { closings } from './close-codes.ts'
import { type Connection, createConnection } from './connection.ts'
import { defaultSocketLimits, type SocketHandler, type SocketLimits } from './socket.ts'
import { getUpgrade, type Upgrade } from './upgrade.ts'

export type SocketDeps = {
  identity: Identity
  openStreams: OpenStreams
  compute: Compute
  clock: Clock
  log: Log
  metrics: Metrics
  connections: ConnectionLimit
}

export type ServeSocket = ReturnType<typeof createSocketServing>

type SocketCall = Call & { endpoint: SocketEndpoint }
type SocketEndpoint = Endpoint & { response: Extract<Endpoint['response'], { kind: 'socket' }> }

// How long a client may take to close after it was requested to.
const closeTimeoutMs = 2_000
// The smallest fragments that a sensible client sends make far fewer of a message.
const mostFragments = 1_024

/** Serves the endpoints that upgrade, and closes every connection when the server stops. */
export function createSocketServing(server: FastifyInstance, deps: SocketDeps) {
  const { connections } = deps
  const framing = new Map<Endpoint, WebSocketServer>()
  const open = new Set<Connection>()
  server.addHook('preClose', async () => {
    for (const connection of open) connection.close(closings.goingAway)
  })

  function framingOf(endpoint: Endpoint, { messageBytes }: SocketLimits): WebSocketServer {
    const found = framing.get(endpoint)
    if (found) return found
    // Its types do not know all of them yet.
    const options = {
      noServer: true,
      clientTracking: false,
      // Unpacking costs memory by the connection and lets little bytes become many.
      perMessageDeflate: false,
      maxPayload: messageBytes,
      maxFragments: mostFragments,
      maxBufferedChunks: 4 * mostFragments,
      closeTimeout: closeTimeoutMs,
      autoPong: false,
    }
    const made = new WebSocketServer(options)
    framing.set(endpoint, made)
    return made
  }

  return async function serveSocket(call: SocketCall): Promise<void> {
    const { endpoint, request, reply } = call
    const upgrade = getUpgrade(request.raw)
    const { projectId, rateKey } = request.principal ?? { projectId: 'public', rateKey: request.client.ip }
    const release = connections.open(projectId, rateKey)
    const { controller, ...input } = call.input
    let talk: SocketHandler
    try {
      talk = (await endpoint.handle({ ...input, scope: call.scope })) as SocketHandler
    } catch (error) {
      release()
      throw error
    }
    const { sends, receives = null, isRelayed = false } = endpoint.response
    const limits = { ...defaultSocketLimits, ...endpoint.response.limits }
    reply.hijack()
    reply.raw.detachSocket(request.raw.socket)
    const ws = upgraded(framingOf(endpoint, limits), call, upgrade)
    if (!ws) return release()
    const parse = (bytes: Buffer) => readJsonBody(deps.compute, bytes, { projectId })
    const connection = createConnection(ws, {
      sends,
      receives,
      isRelayed,
      limits,
      parse,
      clock: deps.clock,
      requestId: request.id,
    })
    open.add(connection)
    const { release: forget } = deps.openStreams.add(openRequestOf(call, deps.identity, false), {
      isStream: true,
    })
    controller.signal.addEventListener('abort', () => endBy(connection, controller.signal.reason))
    ws.once('close', (code) => {
      open.delete(connection)
      release()
      forget()
      controller.abort(new Error('the client disconnected'))
      logClose(call, code)
    })
    noteOpened(call)
    void run(talk, connection, call)
  }

  async function run(talk: SocketHandler, connection: Connection, { request }: Call): Promise<void> {
    try {
      await talk(connection.socket)
      connection.close(closings.done)
    } catch (failure) {
      // What was still waited for when the connection closed.
      if (connection.socket.signal.aborted && isAbort(failure)) return
      const error = toAppError(failure)
      request.facts.errorCode = error.code
      if (error.status >= 500)
        deps.log.error({ requestId: request.id, err: error.extras.cause ?? error }, error.message)
      connection.fail(error)
    }
  }

  function noteOpened({ request, reply }: Call): void {
    const { method, routeOptions } = request
    const seconds = reply.elapsedTime / 1000
    deps.metrics.observe({ method, route: routeOptions.url ?? 'unmatched', status: 101, seconds })
  }

  function logClose({ request, reply }: Call, closeCode: number): void {
    const { id: requestId, method, client, facts, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const route = routeOptions.url
    deps.log.info({ requestId, method, route, status: 101, closeCode, ms, ip: client.ip, ...facts })
  }
}

export const isSocketCall = (call: Call): call is SocketCall => call.endpoint.response.kind === 'socket'

const isAbort = (failure: unknown): boolean => (failure as Error | null)?.name === 'AbortError'

/** A client that lost access gets the reason; otherwise this node shuts down. */
function endBy(connection: Connection, reason: unknown): void {
  if (reason instanceof AppError) connection.fail(reason)
  else connection.close(closings.goingAway)
}

/** Null when the client has left meanwhile; everything else that could be wrong was looked at before. */
function upgraded(server: WebSocketServer, { request }: Call, { socket, head }: Upgrade): WebSocket | null {
  let opened: WebSocket | null = null
  server.handleUpgrade(request.raw, socket, head, (ws) => {
    opened = ws
  })
  return opened
}
