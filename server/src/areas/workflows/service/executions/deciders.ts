import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'

type DecidedBy = 'end_user' | 'operator' | 'both'
type Question = { kind: string; request: Record<string, unknown> }
type Decidable = Question & { userId: string }

/** Who may answer a pause; null where it is no decision: an event, or an account that its user connects. */
export function decidedByOf({ kind, request }: Question): DecidedBy | null {
  if (kind === 'connection' || kind === 'event') return null
  const { decidedBy } = request
  // A pause of an earlier version does not say it.
  return decidedBy === 'end_user' || decidedBy === 'both' ? decidedBy : 'operator'
}

/**
 * As who a caller decides. A token, and a key that names an end user, act for that user; a key that names none, or acts
 * across users, and users of the dashboard are the team, also where they look at an end user.
 */
function decidesAs(scope: Scope, { userId }: Decidable): ReadonlySet<DecidedBy> {
  const { actor, acrossUsers, externalUser, projectId } = scope
  const isToken = actor.kind === 'end-user-token'
  const isTeam = !isToken && (actor.kind === 'session' || acrossUsers || externalUser.id === projectId)
  const isOwn = !acrossUsers && externalUser.id === userId
  // The conversations of the default user are those of the team.
  const isUser = isToken || (isOwn && (actor.kind !== 'session' || userId === projectId))
  return new Set([...(isTeam ? (['operator'] as const) : []), ...(isUser ? (['end_user'] as const) : [])])
}

export function mayDecide(scope: Scope, pause: Decidable): boolean {
  const decidedBy = decidedByOf(pause)
  return decidedBy === null || decidedBy === 'both' || decidesAs(scope, pause).has(decidedBy)
}

/** Every way to answer a pause comes through here. */
export function refuseDecider(scope: Scope, pause: Decidable): void {
  if (mayDecide(scope, pause)) return
  throw decidedByOf(pause) === 'operator'
    ? new AppError('approval_not_allowed', 'The team of the project decides about this, not the end user', {
        hint: 'Decide in the dashboard, or with a key of an admin and x-act-across-users: true instead of x-username.',
      })
    : new AppError('approval_not_allowed', 'The end user decides about this, not the team of the project', {
        hint: 'Decide with a chat token of the user, or with a key and the x-username of the user.',
      })
}
