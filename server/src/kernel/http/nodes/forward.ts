import type { ClientRequest, IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createNodeConnections, nodeUnreachable } from './connections.ts'
import { type Hops, hopHeader } from './hop.ts'
import { createTunnels, type Upgraded } from './tunnel.ts'

export type ForwardDeps = {
  hops: Hops
  /** Where other nodes reach that one; null when it does not say, or has ended. */
  urlOf(nodeId: string): Promise<string | null>
}

// What is about one connection, or is set again.
const ownHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'te',
  'trailer',
  'x-request-id',
  hopHeader,
])
// All other headers of a response are those that this node has set already.
const returnedHeaders = ['content-type', 'etag', 'retry-after', 'content-security-policy', 'referrer-policy']

/** Sends requests to the node that has what they are about, once and as they came, and returns its response. */
export function createForwarding({ hops, urlOf }: ForwardDeps) {
  const connections = createNodeConnections()
  const tunnels = createTunnels()

  function send(url: URL, request: FastifyRequest, isUpgrade: boolean): ClientRequest {
    const { raw, rawBody, client, id } = request
    const headers = headersOf(raw, isUpgrade)
    headers['x-request-id'] = id
    headers[hopHeader] = hops.sign(raw, client, rawBody)
    const { method = 'GET', url: path = '/' } = raw
    return connections.send(url, { method, path, headers, body: rawBody, isUpgrade })
  }

  async function respond(response: IncomingMessage, reply: FastifyReply): Promise<FastifyReply> {
    for (const name of returnedHeaders)
      if (response.headers[name] !== undefined) reply.header(name, response.headers[name])
    return reply.code(response.statusCode ?? 502).send(response)
  }

  return {
    /** Null when that node has no URL. */
    async request(
      nodeId: string,
      request: FastifyRequest,
      reply: FastifyReply,
      isUpgrade: boolean,
    ): Promise<FastifyReply | null> {
      const url = await urlOf(nodeId)
      if (url === null) return null
      const sent = send(new URL(url), request, isUpgrade)
      // A client that leaves takes its request with it.
      reply.raw.once('close', () => reply.raw.writableFinished || sent.destroy())
      const received = await receive(sent)
      if (!('socket' in received)) return respond(received.response, reply)
      reply.hijack()
      reply.raw.detachSocket(request.raw.socket)
      tunnels.open(request.raw, received)
      return reply
    },
    /** Ends the connections that go through here. */
    close(): void {
      tunnels.close()
      connections.close()
    },
  }
}

export type Forwarding = ReturnType<typeof createForwarding>

function receive(sent: ClientRequest): Promise<Upgraded | { response: IncomingMessage }> {
  return new Promise((resolve, reject) => {
    sent.once('response', (response) => resolve({ response }))
    sent.once('upgrade', (response, socket, head) => resolve({ response, socket, head }))
    sent.once('error', (error) => reject(nodeUnreachable(error)))
  })
}

/** As they came: the host and the origin are checked there as they were here. */
function headersOf({ rawHeaders }: IncomingMessage, isUpgrade: boolean): OutgoingHttpHeaders {
  const headers: Record<string, string | string[]> = {}
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase()
    if (ownHeaders.has(name) || (name === 'upgrade' && !isUpgrade)) continue
    const before = headers[name]
    headers[name] = before === undefined ? rawHeaders[at + 1]! : [before, rawHeaders[at + 1]!].flat()
  }
  return isUpgrade ? { ...headers, connection: 'Upgrade' } : headers
}
