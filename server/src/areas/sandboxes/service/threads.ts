import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { CreateSessionBody, type ThreadPower } from '../schema/session.ts'
import { claimSlot, findOfThread, type StoredSession } from '../store/session.ts'
import { type SessionService, toSession } from './sessions.ts'

/** The computer of a thread: the session that bears its name, switched on and off. */
export function createThreads({ db, sessions }: { db: Db; sessions: SessionService }) {
  /** Makes the session or wakes it; one that is on stays on, also when several switch it on concurrently. */
  const open = (scope: Scope, threadId: string, requested: SessionOptions = {}): Promise<OpenedSession> =>
    db.tx(async (tx) => {
      await claimSlot(tx, scope)
      const known = await findOfThread(tx, scope, threadId)
      if (known && known.status !== 'ended') {
        const locked = await sessions.lock(tx, scope, known.id)
        return { session: await sessions.resumeIn(tx, scope, locked), isReplaced: false }
      }
      const body = CreateSessionBody.parse({ ...requested, threadId })
      return { session: await sessions.createIn(tx, scope, body), isReplaced: known !== null }
    })

  return {
    open,
    async get(scope: Scope, threadId: string): Promise<ThreadPower> {
      return powerOf(threadId, await findOfThread(db, scope, threadId))
    },
    start: async (scope: Scope, threadId: string): Promise<ThreadPower> =>
      powerOf(threadId, (await open(scope, threadId)).session),
    stop: (scope: Scope, threadId: string): Promise<ThreadPower> =>
      db.tx(async (tx) => {
        const known = await findOfThread(tx, scope, threadId)
        if (!known) return powerOf(threadId, null)
        const session = await sessions.lock(tx, scope, known.id)
        return powerOf(threadId, await sessions.endIn(tx, scope, session, 'released'))
      }),
  }
}

/** What a session is made with, where it has to be made. */
export type SessionOptions = Partial<Omit<CreateSessionBody, 'threadId'>>

/** `isReplaced`: one that the thread had before has ended, and what was in it is lost. */
export type OpenedSession = { session: StoredSession; isReplaced: boolean }

export type Threads = ReturnType<typeof createThreads>

const powers = { running: 'on', paused: 'paused', ended: 'off' } as const

const powerOf = (threadId: string, session: StoredSession | null): ThreadPower => ({
  threadId,
  power: session ? powers[session.status] : 'off',
  session: session && toSession(session),
})
