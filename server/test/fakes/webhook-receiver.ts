import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** What a handler that responds later needs. */
  response: ServerResponse
}

type ScriptedResponse = { status: number; headers?: Record<string, string>; body?: string }

/** A server that receives webhooks: it stores what it gets and responds to each path as configured. */
export async function startReceiver() {
  const received: Received[] = []
  const responses = new Map<string, ScriptedResponse | 'hold'>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    received.push({ path, headers: request.headers, body: await text(request), response })
    const reply = responses.get(path) ?? { status: 200, body: 'ok' }
    if (reply !== 'hold') response.writeHead(reply.status, reply.headers).end(reply.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    at: (path: string) => received.filter((each) => each.path === path),
    urlOf: (path: string) => `http://127.0.0.1:${port}${path}`,
    respond: (path: string, response: ScriptedResponse | 'hold') => void responses.set(path, response),
    release(path: string, status = 200) {
      for (const { response } of received.filter((each) => each.path === path))
        if (!response.writableEnded) response.writeHead(status).end()
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
