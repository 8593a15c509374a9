import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../../limits/rate-limit.ts'
import { actingHeaders } from '../call.ts'
import type { Endpoint } from '../endpoint.ts'
import { assumedAccess, mayAssume } from './assumed-access.ts'
import { authorize, isAuthorized, rateHeaders, refuseOverLimit } from './authorize.ts'
import { readCredentials } from './credentials.ts'
import type { Identity, Principal } from './identity.ts'
import { refuseOtherOrigins } from './project-origins.ts'

export type AdmitDeps = { identity: Identity; rateLimit: RateLimit }

/** Authenticates, counts and authorises a caller, before a byte of its body is read. */
export function admit(endpoint: Endpoint, { identity, rateLimit }: AdmitDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const credentials = readCredentials(request.headers, request.method, request.client.ip)
    const assumed = mayAssume(endpoint, request) ? identity.assume(credentials) : null
    const { username } = endpoint.access === 'end-user' ? actingHeaders(request) : {}
    const lookUp = () => identity.authenticate(credentials, username)
    const become = (principal: Principal) => {
      request.principal = principal
      request.facts.projectId = principal.projectId
      request.facts.actor = principal.rateKey
      refuseOtherOrigins(request, reply, principal)
      return principal
    }
    let principal = assumed?.principal ?? become(await lookUp())
    const verdict = rateLimit.take(principal.rateKey)
    const isAssumed = assumed !== null && verdict.isAllowed && isAuthorized(endpoint, principal)
    // What is refused is refused for a reason of now. It is the same key, whose request was counted already.
    if (assumed) principal = become(isAssumed ? principal : await lookUp())
    reply.headers(rateHeaders(verdict))
    refuseOverLimit(verdict)
    authorize(endpoint, principal)
    if (isAssumed) request.assumed = assumedAccess(assumed.isStill, { endpoint, request, identity, lookUp })
  }
}
