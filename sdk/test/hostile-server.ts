import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A server on loopback that misbehaves as configured: one handler for each request, the last one for all further. */
export async function startHostileServer() {
  let handlers: Handler[] = []
  const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const body = Buffer.concat(chunks).toString()
    seen.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    const handler = handlers.length > 1 ? handlers.shift()! : handlers[0]!
    handler(request, response, body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    /** What the next requests will meet. */
    respond(...next: Handler[]) {
      handlers = next
      seen.length = 0
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type HostileServer = Awaited<ReturnType<typeof startHostileServer>>

const json = { 'content-type': 'application/json' }

export const ok =
  (data: unknown): Handler =>
  (_request, response) =>
    response.writeHead(200, json).end(JSON.stringify({ success: true, message: 'OK', data }))

export const refusing =
  (status: number, code: string, headers: Record<string, string> = {}): Handler =>
  (_request, response) =>
    response.writeHead(status, { ...json, ...headers }).end(
      JSON.stringify({
        success: false,
        message: code,
        error: { code, type: 'test', status, details: [], retryable: status >= 500, seen: 'fact' },
        requestId: 'request-1',
      }),
    )

export const cut: Handler = (request) => request.socket.destroy()

/** Begins a response and drops the connection in the middle of it. */
export const cutMidway: Handler = (request, response) => {
  response.writeHead(200, { ...json, 'content-length': '1000' })
  response.write('{"success":', () => request.socket.destroy())
}

export const silent: Handler = () => undefined

/** An event stream that is then closed, broken or left open. */
export const streaming =
  (text: string, then: 'close' | 'cut' | 'hold', headers: Record<string, string> = {}): Handler =>
  (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
    response.write(text, () => {
      if (then === 'close') response.end()
      if (then === 'cut') request.socket.destroy()
    })
  }
