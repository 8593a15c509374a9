import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { CreateSessionBody, type ThreadPower } from '../schema/session.ts'
import { claimSlot, findOfThread, type StoredSession } from '../store/session.ts'
import { type SessionService, toSession } from './sessions.ts'

/** The computer of a thread: the session that bears its name, switched on and off. */
export function createThreads({ db, sessions }: { db: Db; sessions: SessionService }) {
  return {
    async get(scope: Scope, threadId: string): Promise<ThreadPower> {
      return powerOf(threadId, await findOfThread(db, scope, threadId))
    },
    /** Makes the session or wakes it; one that is on stays on, also when several switch it on concurrently. */
    start: (scope: Scope, threadId: string): Promise<ThreadPower> =>
      db.tx(async (tx) => {
        await claimSlot(tx, scope)
        const known = await findOfThread(tx, scope, threadId)
        const session =
          known && known.status !== 'ended'
            ? await sessions.resumeIn(tx, scope, await sessions.lock(tx, scope, known.id))
            : await sessions.createIn(tx, scope, CreateSessionBody.parse({ threadId }))
        return powerOf(threadId, session)
      }),
    stop: (scope: Scope, threadId: string): Promise<ThreadPower> =>
      db.tx(async (tx) => {
        const known = await findOfThread(tx, scope, threadId)
        if (!known) return powerOf(threadId, null)
        const session = await sessions.lock(tx, scope, known.id)
        return powerOf(threadId, await sessions.endIn(tx, scope, session, 'released'))
      }),
  }
}

export type Threads = ReturnType<typeof createThreads>

const powers = { running: 'on', paused: 'paused', ended: 'off' } as const

const powerOf = (threadId: string, session: StoredSession | null): ThreadPower => ({
  threadId,
  power: session ? powers[session.status] : 'off',
  session: session && toSession(session),
})
