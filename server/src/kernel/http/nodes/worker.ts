import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.ts'
import type { Endpoint } from '../endpoint.ts'
import { routerPath } from '../route-table.ts'

/**
 * A worker serves the area of health checks, and what other nodes forward: a browser that one of its runs has opened is used
 * by humans, whose requests come to nodes with an API.
 */
export function serveNodesAlone(
  server: FastifyInstance,
  endpoints: readonly Endpoint[],
  areaForAll: string,
): void {
  const pathsForAll = new Set(
    endpoints.filter(({ area }) => area === areaForAll).map(({ path }) => routerPath(path)),
  )
  server.addHook('onRequest', async ({ hop, routeOptions }) => {
    if (!hop && !pathsForAll.has(routeOptions.url ?? ''))
      throw new AppError('route_not_found', 'This node is a worker and serves no API', {
        hint: 'Send the request to a node whose STOA_ROLE is all or api.',
      })
  })
}
