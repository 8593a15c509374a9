import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../endpoint.ts'
import { createRouteTable } from '../route-table.ts'
import type { Identity, Principal } from './identity.ts'
import { corsHeaders, type OriginGuard, originNotAllowed } from './origin-guard.ts'

export type ProjectOriginDeps = {
  endpoints: readonly Endpoint[]
  guard: OriginGuard
  isProjectOrigin: Identity['isProjectOrigin']
}

/**
 * Requests from origins that projects allow: only to endpoints that accept chat tokens. At a preflight no token is known
 * yet, so an origin of any project passes here; behind authentication it must be one of the token's project.
 */
export function createProjectOrigins({ endpoints, guard, isProjectOrigin }: ProjectOriginDeps) {
  const routes = createRouteTable(endpoints.filter(({ acceptsChatTokens }) => acceptsChatTokens))

  /** Whether a foreign origin is looked up instead of being refused immediately. */
  function isCandidate({ method, url, headers }: FastifyRequest): boolean {
    if (guard.foreignOriginOf(headers) === null) return false
    const requested = method === 'OPTIONS' ? headers['access-control-request-method'] : method
    return requested !== undefined && routes.methodsOf(url.split('?', 1)[0]!).includes(requested)
  }

  return {
    isCandidate,
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      if (!isCandidate(request)) return
      const origin = guard.foreignOriginOf(request.headers)!
      if (!(await isProjectOrigin(origin))) throw originNotAllowed()
      request.projectOrigin = origin
      // Before the token is known: a page must be able to read that its token has expired.
      reply.headers(corsHeaders(origin))
    },
  }
}

/** Keys, sessions and tokens of other projects are refused from such an origin, without CORS headers. */
export function refuseOtherOrigins(
  { projectOrigin }: FastifyRequest,
  reply: FastifyReply,
  { allowedOrigins = [] }: Principal,
): void {
  if (projectOrigin === null || allowedOrigins.includes(projectOrigin)) return
  reply.removeHeader('access-control-allow-origin')
  throw originNotAllowed()
}
