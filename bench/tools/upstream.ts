import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/**
 * The service behind the tools, which always sends the same response, and in front of it what any executor costs at
 * least: a server that reads nothing, forwards the request and returns the response.
 */
const body = JSON.stringify({ id: 7, name: 'thing', tags: ['a', 'b'], note: 'x'.repeat(400) })

process.once('message', () => {
  const service = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(body)
    })
  })
  service.listen(0, '127.0.0.1', async () => {
    const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const agent = new Agent({ keepAlive: true, maxSockets: 32 })
    const forwarder = Fastify()
    forwarder.post('/', async (_request, reply) => {
      const sent = request(`${address}/things/7`, { agent }).end()
      const [response] = (await once(sent, 'response')) as [IncomingMessage]
      const data: unknown = JSON.parse(Buffer.concat(await response.toArray()).toString())
      return reply.type('application/json').send({ data })
    })
    const forwarding = await forwarder.listen({ host: '127.0.0.1', port: 0 })
    process.send!({ service: address, forwarding })
  })
})
