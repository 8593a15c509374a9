import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { ActingAs, LookAhead, Principal } from '../../../kernel/http/auth/identity.ts'
import { type NewId, NIL_UUID } from '../../../kernel/ids.ts'
import { systemScope } from '../../../kernel/scope.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'
import { usernameForm } from '../../../kernel/text/username.ts'
import {
  type ActingRow,
  findActing,
  insertUser,
  listSimilarNames,
  touchUser,
} from '../store/external-user.ts'
import { userInactive } from './user-inactive.ts'
import { concerning } from './users.ts'

type ActAsDeps = { db: Db; clock: Clock; newId: NewId; events: Events }

const touchEveryMs = 60_000
// As far as a slip of the pen goes; further away it is another name.
const lettersApart = 2

/** Whom the call will act as is read along with its key, where the name is one. */
export function lookAheadFor(username: string | undefined): LookAhead | null {
  if (username === undefined || !usernameForm.test(username)) return null
  return (reads, projectId) => {
    const found = findActing(reads, projectId, username)
    // When the key is not accepted, its result is not used.
    found.catch(() => undefined)
    return { projectId, username, found }
  }
}

function prefetchedFor({ projectId, prefetched }: Principal, name: string): Promise<ActingRow | null> | null {
  const isMeant = prefetched?.projectId === projectId && prefetched.username === name
  return isMeant ? (prefetched.found as Promise<ActingRow | null>) : null
}

/** Finds whom `x-username` means. Reads never make anyone: an unknown name then owns nothing and finds nothing. */
export function createActAs({ db, clock, newId, events }: ActAsDeps) {
  return async function actAs(
    principal: Principal,
    name: string,
    mayCreate: boolean,
    isSeen: boolean,
  ): Promise<ActingAs> {
    const { projectId } = principal
    const known = await (prefetchedFor(principal, name) ?? findActing(db, projectId, name))
    const now = clock.now()
    if (known) {
      if (!known.is_active) throw userInactive(known.name)
      const isStale =
        known.last_seen_at === null || now.getTime() - new Date(known.last_seen_at).getTime() > touchEveryMs
      if (isStale && isSeen) await touchUser(db, projectId, known.id, now)
      return { user: { id: known.id, name: known.name }, isNew: false, didYouMean: null }
    }
    const didYouMean = nearMatch(name, await listSimilarNames(db, projectId, name), lettersApart)
    if (!mayCreate) return { user: { id: NIL_UUID, name }, isNew: false, didYouMean }
    const id = newId()
    const isNew = await db.tx(async (tx) => {
      const inserted = await insertUser(tx, projectId, {
        id,
        name,
        source: 'username',
        metadata: {},
        profileSummary: null,
        avatarUrl: null,
        identitySources: ['api'],
        lastSeenAt: isSeen ? now : null,
        at: now,
      })
      if (inserted)
        await events.publish(tx, concerning(systemScope(projectId), { id, name }), {
          type: 'external_user.created',
          data: { id, name, source: 'username' },
        })
      return inserted
    })
    if (isNew) return { user: { id, name }, isNew, didYouMean }
    // Someone else's first request made the user between our look and our insert.
    return actAs({ ...principal, prefetched: null }, name, false, isSeen)
  }
}
