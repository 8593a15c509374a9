import { type Db, type Statement, type Tx, withoutDisk } from '../../../kernel/db/db.ts'
import { isDatabaseOutage } from '../../../kernel/db/outage.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { FastPath } from './fast-path.ts'
import type { LateEnds } from './late-ends.ts'
import type { Ledger, Work } from './ledger.ts'
import type { UserLock } from './user-lock.ts'

export type BeginDeps = {
  fastPath: Pick<FastPath, 'tryHold'>
  ledger: Pick<Ledger, 'hold'>
  userLock: UserLock
  lateEnds: Pick<LateEnds, 'add'>
}

/** The database as the work reaches it: in one round trip, which may be shared, and step by step. */
export type WorkDb = { roundTrip: Pick<Db, 'tryInOneRoundTrip'>; db: Pick<Db, 'tx'> }

export type NewWork = {
  workId: string
  /** What is held; null for free work, which needs no hold. */
  work: Work | null
  /** The row of the work, for the fast path: it demands everything without which it must not begin. */
  row: Statement
  /** The same for the slow path: throws the reason. What it sends travels with the next statement. */
  insert(tx: Tx): Promise<unknown>
  /** Has it given up, if it has begun. */
  disown(): Promise<unknown>
}

/**
 * Begins billable work: its row and the hold on its credits are committed together, while its end user cannot be erased.
 * It throws why it may not begin, and then nothing is left behind. Where the connection broke, no one knows whether it
 * has begun: its node lives, so no one else would give it up.
 */
export function createBeginWork({ fastPath, ledger, userLock, lateEnds }: BeginDeps) {
  const tryInOneRoundTrip = async (
    roundTrip: WorkDb['roundTrip'],
    scope: Scope,
    { work, row }: NewWork,
  ): Promise<boolean> =>
    work
      ? fastPath.tryHold(roundTrip, scope, row, work)
      : (await roundTrip.tryInOneRoundTrip([withoutDisk, ...userLock.locking(scope), row])) !== null

  async function begin({ roundTrip, db }: WorkDb, scope: Scope, started: NewWork): Promise<void> {
    if (await tryInOneRoundTrip(roundTrip, scope, started)) return
    await db.tx(async (tx) => {
      // They travel together. All of them are waited for: what continued after a rollback would go to another
      // transaction.
      const [locked, inserted, held] = await Promise.allSettled([
        userLock.lock(tx, scope),
        started.insert(tx),
        started.work && ledger.hold(tx, scope, started.work),
      ])
      for (const each of [locked, held, inserted]) if (each.status === 'rejected') throw each.reason
    })
  }

  /** What `work` begins is given up when no one knows whether it has begun. */
  const orDisown = async <T>(
    { workId, disown }: Pick<NewWork, 'workId' | 'disown'>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (isDatabaseOutage(error)) lateEnds.add(workId, disown)
      throw error
    }
  }

  return {
    begin: (db: WorkDb, scope: Scope, started: NewWork): Promise<void> =>
      orDisown(started, () => begin(db, scope, started)),
    orDisown,
  }
}

export type BeginWork = ReturnType<typeof createBeginWork>
