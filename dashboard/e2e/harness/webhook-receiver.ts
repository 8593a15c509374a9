import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { verifyWebhook } from '@stoa/sdk'

export type Received = { headers: Record<string, string | string[] | undefined>; body: string }

/** A webhook receiver: a server on loopback that records requests and responds as configured. */
export async function openReceiver() {
  const received: Received[] = []
  let status = 200
  const server: Server = createServer((request, response) => {
    text(request).then(
      (body) => {
        received.push({ headers: request.headers, body })
        response.writeHead(status).end(status < 300 ? 'thank you' : 'out of order')
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Where another hook fails, this one is not closed: the process must end nevertheless.
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    respondWith(next: number) {
      status = next
    },
    verified: (secret: string) =>
      Promise.all(received.map(({ headers, body }) => verifyWebhook(secret, headers as never, body))),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
