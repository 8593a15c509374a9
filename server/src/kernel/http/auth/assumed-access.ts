import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Statement } from '../../db/db.ts'
import type { AssumedAccess, Scope } from '../../scope.ts'
import { actingHeaders } from '../call.ts'
import type { Endpoint } from '../endpoint.ts'
import { resolveScope } from './acting-user.ts'
import { authorize } from './authorize.ts'
import type { Identity, Principal } from './identity.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a caller that was not looked up yet. */
    assumed: (AssumedAccess & { isConfirmed(): boolean }) | null
  }
}

// A caller that may have lost its access makes the server read no more than this.
const maxBodyBytes = 64 * 1024

/** Small requests that need nothing else from the database before their handler is called. */
export const mayAssume = (
  { confirmsAccess, body }: Endpoint,
  { headers, projectOrigin, hop }: FastifyRequest,
): boolean =>
  confirmsAccess === true &&
  projectOrigin === null &&
  hop === null &&
  headers['x-username'] === undefined &&
  headers['x-act-across-users'] === undefined &&
  headers['idempotency-key'] === undefined &&
  headers['content-encoding'] === undefined &&
  (body === undefined || Number(headers['content-length'] ?? Number.NaN) <= maxBodyBytes)

type Assumption = {
  endpoint: Endpoint
  request: FastifyRequest
  identity: Identity
  lookUp(): Promise<Principal>
}

export function assumedAccess(isStill: Statement, { endpoint, request, identity, lookUp }: Assumption) {
  let isConfirmed = false
  let found: Promise<Scope> | null = null

  async function find(): Promise<Scope> {
    const principal = await lookUp()
    authorize(endpoint, principal)
    const { scope } = await resolveScope(identity, principal, endpoint, actingHeaders(request))
    isConfirmed = true
    request.principal = principal
    return scope
  }

  return {
    isStill,
    isConfirmed: () => isConfirmed,
    setConfirmed() {
      isConfirmed = true
    },
    confirm() {
      found ??= find()
      return found
    },
  }
}

export const isUnconfirmed = ({ assumed }: FastifyRequest): boolean =>
  assumed ? !assumed.isConfirmed() : false

/** In front of every response: a handler may have had nothing to begin. */
export async function confirmAccess(request: FastifyRequest): Promise<void> {
  if (isUnconfirmed(request)) await request.assumed!.confirm()
}

/** What a request is refused with: that its caller has no access comes before everything else that is wrong with it. */
export async function confirmedFailure(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  try {
    await confirmAccess(request)
    return failure
  } catch (refusal) {
    // As if nothing of the request had been read.
    for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-ignored-fields'])
      reply.removeHeader(name)
    return refusal
  }
}
