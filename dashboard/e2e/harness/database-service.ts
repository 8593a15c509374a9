import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** As much of the API of Baserow as its triggers use, on loopback: a database with one table, and webhooks. */
export async function openDatabaseService() {
  const webhooks: string[] = []
  const applications = [
    { id: 1, name: 'Shop', type: 'database', tables: [{ id: 5, name: 'Orders', order: 1, database_id: 1 }] },
  ]
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { method, url = '' } = request
    response.setHeader('content-type', 'application/json')
    if (url.includes('token-auth')) return response.end('{"access_token":"jwt","token":"jwt"}')
    if (method === 'GET') return response.end(JSON.stringify(applications))
    if (method === 'DELETE') webhooks.pop()
    else webhooks.push(`${url} ${body}`)
    response.end('{"id":1}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhooks,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
