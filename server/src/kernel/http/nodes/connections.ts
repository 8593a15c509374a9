import http, { type ClientRequest, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { AppError } from '../../errors.ts'

export type NodeRequest = {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  body: Buffer | null
  /** It leaves HTTP, so that its connection is used for nothing else. */
  isUpgrade?: boolean
}

const connectTimeoutMs = 5_000

/** Connections from this node to others, which stay open between requests. */
export function createNodeConnections() {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  }

  return {
    send(url: URL, { method, path, headers, body, isUpgrade = false }: NodeRequest): ClientRequest {
      const protocol = url.protocol as keyof typeof agents
      const sent = (protocol === 'https:' ? https : http).request({
        protocol,
        hostname: url.hostname.replace(/^\[|\]$/g, ''),
        port: url.port,
        method,
        path,
        headers: body ? { ...headers, 'content-length': body.length } : headers,
        agent: isUpgrade ? false : agents[protocol],
      })
      const timer = setTimeout(
        () => sent.destroy(new Error('it does not accept connections')),
        connectTimeoutMs,
      )
      sent.once('socket', (socket) => {
        if (!socket.connecting) clearTimeout(timer)
        else socket.once('connect', () => clearTimeout(timer))
      })
      sent.once('close', () => clearTimeout(timer))
      return sent.end(body ?? undefined)
    },
    close(): void {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

export const nodeUnreachable = (cause: unknown) =>
  new AppError('service_unavailable', 'The node that has it cannot be reached', {
    hint: 'Check STOA_NODE_URL of that node. What was requested may have been done.',
    headers: { 'retry-after': '1' },
    cause,
  })
