import Fastify from 'fastify'
import { scenarios } from '../requests/scenarios.ts'

/** What the web framework costs by itself: it reads nothing and always sends the same response. */
process.once('message', ({ bodies }: { bodies: Record<string, string> }) => {
  const server = Fastify()
  for (const { name, method, path } of scenarios) {
    const body = bodies[name]!
    server.route({
      method,
      url: path.split('?')[0]!,
      handler: (_request, reply) => reply.type('application/json; charset=utf-8').send(body),
    })
  }
  void server.listen({ host: '127.0.0.1', port: 0 }).then((url) => process.send!({ url }))
})
