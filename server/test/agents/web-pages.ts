import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** Pages of unknown senders on loopback, and where data would be carried to: every visit is recorded. */
export async function startWebPages() {
  const pages: Record<string, string> = {}
  const visits: string[] = []
  const web = createServer(async (request, response) => {
    await request.toArray()
    visits.push(`${request.method} ${request.url}`)
    response.writeHead(200, { 'content-type': 'text/plain' }).end(pages[request.url ?? ''] ?? 'nothing')
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  after(() => {
    web.close()
    web.closeAllConnections()
  })
  return { pages, visits, origin: `http://127.0.0.1:${(web.address() as AddressInfo).port}` }
}
