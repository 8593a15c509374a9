import type { ClientRequest, IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError, type ErrorCode, type ErrorDetail } from '../../errors.ts'
import type { Scope } from '../../scope.ts'
import { createNodeConnections, nodeUnreachable } from './connections.ts'
import { type Hops, hopHeader } from './hop.ts'

export type NodeCallDeps = {
  hops: Hops
  nodeId: string
  /** Where other nodes reach that one; null when it does not say, or has ended. */
  urlOf(nodeId: string): Promise<string | null>
}

/** Done for the caller of that scope, with arguments and a result that survive JSON. */
type NodeWork = (scope: Scope, args: readonly unknown[]) => Promise<unknown>

type Received = { scope: Scope; args: readonly unknown[] }

// Longer than any work that is called; it ends waiting for a machine that vanished without closing its connections.
const idleTimeoutMs = 10 * 60_000
// Results are bounded where they are made; this keeps a faulty node from filling the memory of this one.
const maxResponseBytes = 16 * 1024 * 1024
const pathOf = (nodeId: string, name: string) => `/internal/nodes/${nodeId}/${name}`

/**
 * Work that is called on another node where there is no request to forward: tools of a run. The scope was decided on the
 * calling node, so that only nodes of the installation may call; they prove it by their signature.
 */
export function createNodeCalls({ hops, nodeId: ownId, urlOf }: NodeCallDeps) {
  const served = new Map<string, NodeWork>()
  const connections = createNodeConnections()

  function send(url: URL, path: string, scope: Scope, args: readonly unknown[]): ClientRequest {
    const body = Buffer.from(JSON.stringify({ scope, args } satisfies Received))
    const signature = hops.sign({ method: 'POST', url: path }, { ip: scope.ip, isHttps: false }, body, 'call')
    const headers = {
      'content-type': 'application/json',
      'x-request-id': scope.requestId,
      [hopHeader]: signature,
    }
    return connections.send(url, { method: 'POST', path, headers, body })
  }

  return {
    /** What other nodes may call here. */
    serve(name: string, work: NodeWork): void {
      if (served.has(name)) throw new Error(`the node call ${name} is served twice`)
      served.set(name, work)
    },
    /** Throws what the work throws there; null when that node has no URL. */
    async call(
      nodeId: string,
      name: string,
      scope: Scope,
      args: readonly unknown[],
    ): Promise<{ result: unknown } | null> {
      const url = await urlOf(nodeId)
      if (url === null) return null
      const { status, body } = await receive(send(new URL(url), pathOf(nodeId, name), scope, args))
      if (status !== 200) throw errorFrom(body)
      return { result: (body as { result?: unknown }).result }
    },
    mount(server: FastifyInstance): void {
      server.route({
        method: 'POST',
        url: '/internal/nodes/:nodeId/:name',
        // For everyone else there is nothing here, and nothing of theirs is read.
        onRequest: async ({ hop }) => {
          if (hop?.kind !== 'call') throw notFound()
        },
        handler: async ({ params, body }, reply) => {
          const { nodeId, name } = params as { nodeId: string; name: string }
          const work = served.get(name)
          // A node that reaches another than it meant has a wrong URL for it.
          if (nodeId !== ownId || !work) throw notFound()
          const { scope, args } = body as Received
          return reply.send({ result: await work(scope, args) })
        },
      })
    },
    close: connections.close,
  }
}

export type NodeCalls = ReturnType<typeof createNodeCalls>

const notFound = () =>
  new AppError('route_not_found', 'Path not found', { hint: 'GET /api/v1/openapi.json lists every path.' })

function receive(sent: ClientRequest): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => reject(nodeUnreachable(error))
    sent.setTimeout(idleTimeoutMs, () => sent.destroy(new Error('it does not respond')))
    sent.once('error', fail)
    sent.once('response', (response) => {
      readJson(response).then((body) => resolve({ status: response.statusCode ?? 502, body }), fail)
    })
  })
}

async function readJson(response: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxResponseBytes) throw new Error('its response is too large')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString())
}

type ErrorBody = {
  message?: string
  error?: { code?: ErrorCode; hint?: string; details?: ErrorDetail[]; retryable?: boolean } & Record<
    string,
    unknown
  >
}

/** As it was thrown there. A node without the call, or at another URL, is one that cannot be reached. */
function errorFrom(body: unknown): AppError {
  const { message = 'The call failed', error = {} } = body as ErrorBody
  const { code = 'internal_error', hint, details, type: _type, status: _status, retryable, ...facts } = error
  if (code === 'route_not_found') return nodeUnreachable(new Error('it does not know the call'))
  return new AppError(code, message, {
    facts,
    ...(retryable === undefined ? {} : { isRetryable: retryable }),
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  })
}
