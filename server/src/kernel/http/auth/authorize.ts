import { AppError } from '../../errors.ts'
import type { RateVerdict } from '../../limits/rate-limit.ts'
import { type Actor, boundAgentOf } from '../../scope.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Principal } from './identity.ts'

/** Refuses a caller who is known but may not do this; the message names what is missing. */
export function authorize(endpoint: Endpoint, principal: Principal): void {
  if (endpoint.access === 'session' && principal.actor.kind !== 'session') {
    throw new AppError('invalid_session', 'This endpoint requires a dashboard session')
  }
  if (!acceptsActor(endpoint, principal.actor)) {
    throw new AppError('end_user_token_not_accepted', 'End-user tokens are not accepted by this endpoint', {
      hint: 'Call it from your server with a project API key.',
    })
  }
  if (endpoint.permission) refuseUnpermitted(principal.permissions, endpoint.permission)
  if (endpoint.adminOnly && principal.role !== 'admin') {
    throw new AppError('admin_only', 'Admin role required', { hint: 'Use an admin key.' })
  }
  if (endpoint.operatorOnly) refuseTenants(principal, 'This')
}

/** The same as a question. */
export function isAuthorized(endpoint: Endpoint, principal: Principal): boolean {
  try {
    authorize(endpoint, principal)
    return true
  } catch {
    return false
  }
}

function acceptsActor(endpoint: Endpoint, actor: Actor): boolean {
  const { acceptsEndUserTokens, acceptsChatTokens, acceptsMcpTokens } = endpoint
  if (actor.kind !== 'end-user-token') return true
  if (actor.mcpServer) return acceptsMcpTokens === true
  const agent = boundAgentOf(actor)
  if (agent === null) return acceptsEndUserTokens === true
  return acceptsChatTokens === 'all' || (acceptsChatTokens === 'identified' && !agent.isVisitor)
}

/** What concerns the whole installation is not for the admins of one project. */
export function refuseTenants({ isOperator }: { isOperator: boolean }, what: string): void {
  if (isOperator) return
  throw new AppError('operator_only', `${what} requires operator rights`, {
    hint: 'Use an operator key (stoa key create <project> --operator), or sign in at the dashboard as its owner.',
  })
}

/** Whether everything the second list allows is allowed by the first one too. */
export const areWithin = (permissions: readonly string[], required: readonly string[]): boolean =>
  permissions.length === 0 ||
  (required.length > 0 && required.every((each) => isPermitted(permissions, each)))

/** No permissions at all means all of the role; `area:*` means every verb of the area. */
export function isPermitted(permissions: readonly string[], needed: string): boolean {
  return (
    permissions.length === 0 ||
    permissions.includes(needed) ||
    permissions.includes(`${needed.split(':')[0]}:*`)
  )
}

/** Also for what a request reaches in another area: it needs what the routes of that area ask for. */
export function refuseUnpermitted(permissions: readonly string[], needed: string): void {
  if (isPermitted(permissions, needed)) return
  throw new AppError('insufficient_scope', `This key does not have the scope ${needed}`, {
    facts: { requiredScope: needed },
    hint: 'Use a key with that scope, or add it to this one.',
  })
}

export const rateHeaders = (verdict: RateVerdict): Record<string, string> => ({
  'ratelimit-limit': String(verdict.limit),
  'ratelimit-remaining': String(verdict.remaining),
  'ratelimit-reset': String(verdict.resetSeconds),
})

export function refuseOverLimit(verdict: RateVerdict): void {
  if (verdict.isAllowed) return
  throw new AppError('rate_limited', `Rate limit of ${verdict.limit} requests per minute exceeded`, {
    hint: `Try again in ${verdict.resetSeconds} s.`,
    headers: { 'retry-after': String(verdict.resetSeconds) },
  })
}
