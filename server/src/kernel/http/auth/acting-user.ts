import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import { defaultUserName, type Scope } from '../../scope.ts'
import { usernameForm, usernameRule } from '../../text/username.ts'
import { actingHeaders } from '../call.ts'
import type { Endpoint } from '../endpoint.ts'
import { takesAcrossUsers } from './across-users.ts'
import type { Identity, Principal } from './identity.ts'

type Call = {
  username: string | undefined
  wantsAllUsers: boolean
  /** The same as a query parameter, which only lists have. */
  listsAllUsers: boolean
  requestId: string
  ip: string
  body?: unknown
}

export type ActingScope = { scope: Scope; isNewUser: boolean; didYouMean: string | null }

/**
 * Finds for whom the call acts. Only endpoints that take `x-username` look at it; only writes make a new user, so
 * that a typo in a read makes no one. Without the header it is the project's default user, never "all users".
 */
export async function resolveScope(
  identity: Identity,
  principal: Principal,
  endpoint: Endpoint,
  call: Call,
): Promise<ActingScope> {
  const { projectId, role, isOperator, actor, permissions } = principal
  const base = {
    projectId,
    role,
    isOperator,
    permissions,
    actor,
    acrossUsers:
      role === 'admin' &&
      endpoint.access === 'end-user' &&
      (call.wantsAllUsers || (call.listsAllUsers && takesAcrossUsers(endpoint))),
    requestId: call.requestId,
    ip: call.ip,
  }
  const asDefault = {
    scope: { ...base, externalUser: principal.boundUser ?? { id: projectId, name: defaultUserName } },
    isNewUser: false,
    didYouMean: null,
  }
  if (endpoint.access !== 'end-user' || call.username === undefined) return asDefault
  if (!usernameForm.test(call.username)) {
    throw new AppError('invalid_username', `x-username ${usernameRule}`, {
      details: [
        { in: 'header', path: 'x-username', rule: 'pattern', message: 'has other characters or length' },
      ],
    })
  }
  if (principal.boundUser) {
    if (principal.boundUser.name === call.username) return asDefault
    throw new AppError('end_user_token_not_accepted', 'This token belongs to another end user', {
      hint: 'Omit x-username.',
    })
  }
  if (call.username === defaultUserName) return asDefault
  // A dashboard user, or an admin who reads across users, is not the end user.
  const isSeen = actor.kind !== 'session' && !base.acrossUsers
  const { user, isNew, didYouMean } = await identity.actAs(
    principal,
    call.username,
    !isRead(endpoint, call.body),
    isSeen,
  )
  return { scope: { ...base, externalUser: user }, isNewUser: isNew, didYouMean }
}

const isRead = ({ method, isRead: reads }: Endpoint, body: unknown): boolean =>
  method === 'GET' || method === 'DELETE' || (typeof reads === 'function' ? reads(body) : reads === true)

/** An admin lists objects of all users, and then acts on one of them without a user: the 404 says how to act. */
export function withActingHint(error: unknown, { access, path }: Endpoint, request: FastifyRequest): unknown {
  const isMissing = error instanceof AppError && error.status === 404 && error.extras.hint === undefined
  if (!isMissing || access !== 'end-user' || !path.includes('{')) return error
  const { username, wantsAllUsers } = actingHeaders(request)
  const { principal } = request
  // The dashboard has no headers to set.
  if (
    principal?.role !== 'admin' ||
    principal.actor.kind === 'session' ||
    username !== undefined ||
    wantsAllUsers
  )
    return error
  return new AppError(error.code, error.message, {
    ...error.extras,
    hint: 'If it belongs to an end user, send x-username with the name, or x-act-across-users: true.',
  })
}
