import { type Db, type Statement, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { mayPass } from '../../../kernel/db/outage.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { AbandonedWork } from '../../../kernel/leases/abandoned.ts'
import type { LostWorkSource } from '../../../kernel/leases/lost-work.ts'
import { type Scope, userScope } from '../../../kernel/scope.ts'
import type { WorkDb } from './begin-work.ts'
import type { FastPath, WorkResult } from './fast-path.ts'
import type { LateEnds } from './late-ends.ts'
import type { Ledger, Work } from './ledger.ts'

export type FinishDeps = {
  db: Db
  fastPath: Pick<FastPath, 'tryEnd' | 'tryEndUnheld'>
  ledger: Pick<Ledger, 'hold' | 'settle' | 'release' | 'charge'>
  lateEnds: Pick<LateEnds, 'add'>
}

export type Payment = {
  workId: string
  result: WorkResult
  /** Where nothing was held: who pays, or null for free work of which the ledger knows nothing. */
  unheld?: Omit<Work, 'microCredits'> | null
}

/** A statement that can take locks in its result is one less where work was never held. */
export type EndingRow = Statement | ((locks: Statement) => Statement)

const withoutLocks = (row: EndingRow): Statement => (typeof row === 'function' ? row(sqlText('null')) : row)

export type EndedWork<Row> = Payment & {
  /** The end of the row, for the fast path: it demands that the work still runs. */
  row: EndingRow
  /** The same for the slow path; null when the work does not run any more. It travels with the next statement. */
  end(tx: Tx): Promise<Row | null>
}

/** The result of the row; null when the work was abandoned or erased meanwhile. */
export type FinishedWork<Row> = { row: Row | null; chargedMicro: number }

const abandoned = new Error('the work was given up before it ended')

/** Ends billable work in the transaction that pays for it, however it ends, and once. */
export function createFinishWork({ db: ownDb, fastPath, ledger, lateEnds }: FinishDeps) {
  async function tryInOneRoundTrip<Row>(
    roundTrip: WorkDb['roundTrip'],
    scope: Scope,
    { workId, result, unheld, row }: EndedWork<Row>,
  ): Promise<FinishedWork<Row> | null> {
    const chargedMicro = 'cost' in result && unheld !== null ? result.cost.microCredits : 0
    const rows =
      unheld === null
        ? ((await roundTrip.tryInOneRoundTrip([withoutLocks(row)]))?.[0] as Row[] | undefined)
        : unheld
          ? await fastPath.tryEndUnheld<Row>(roundTrip, scope, row, unheld, result)
          : await fastPath.tryEnd<Row>(roundTrip, scope, withoutLocks(row), workId, result)
    return rows ? { row: rows[0] ?? null, chargedMicro } : null
  }

  async function pay(tx: Tx, scope: Scope, { workId, result, unheld }: Payment) {
    if (unheld === null) return null
    if (unheld) {
      const cost =
        'cost' in result ? result.cost : { microCredits: 0, metadata: { reason: result.releasedBecause } }
      return ledger.charge(tx, scope, { ...unheld, ...cost, isUnheld: true })
    }
    return 'cost' in result
      ? ledger.settle(tx, scope, workId, result.cost)
      : ledger.release(tx, scope, workId, result.releasedBecause)
  }

  async function finishIn<Row>(tx: Tx, scope: Scope, work: EndedWork<Row>): Promise<FinishedWork<Row>> {
    // Both travel together.
    const [ended, paid] = await Promise.allSettled([work.end(tx), pay(tx, scope, work)])
    if (ended.status === 'rejected') throw ended.reason
    if (ended.value === null) throw abandoned
    if (paid.status === 'rejected') throw paid.reason
    return { row: ended.value, chargedMicro: paid.value?.chargedMicroCredits ?? 0 }
  }

  async function finishNow<Row>(
    { roundTrip, db }: WorkDb,
    scope: Scope,
    work: EndedWork<Row>,
  ): Promise<FinishedWork<Row>> {
    const finished = await tryInOneRoundTrip(roundTrip, scope, work)
    if (finished) return finished
    try {
      return await db.tx((tx) => finishIn(tx, scope, work))
    } catch (error) {
      if (error !== abandoned) throw error
    }
    // What paying would have moved is undone. A caller that gave the work up has released its credits, unless it was
    // erased.
    const { workId, unheld } = work
    const known =
      unheld === null ? null : await db.tx((tx) => ledger.release(tx, scope, workId, abandoned.message))
    return { row: null, chargedMicro: known?.chargedMicroCredits ?? 0 }
  }

  return {
    /** Pays for work whose end is written by the caller, in the same transaction. */
    pay,

    /** What cannot be stored now fails for the caller, and is stored later. */
    async finish<Row>(workDb: WorkDb, scope: Scope, work: EndedWork<Row>): Promise<FinishedWork<Row>> {
      try {
        return await finishNow(workDb, scope, work)
      } catch (error) {
        // What others roll back is theirs to end.
        if (mayPass(error) && !ownDb.isInTransaction())
          lateEnds.add(work.workId, () => finishNow({ roundTrip: ownDb, db: ownDb }, scope, work))
        throw error
      }
    },

    /** Holds more for work that becomes dearer than was expected. False when there is no more to be had. */
    async raise(
      db: Pick<Db, 'tx'>,
      scope: Scope,
      work: Work,
      note: (tx: Tx) => Promise<void>,
    ): Promise<boolean> {
      try {
        await db.tx(async (tx) => {
          await ledger.hold(tx, scope, work)
          await note(tx)
        })
        return true
      } catch (error) {
        if (error instanceof AppError && error.status === 402) return false
        throw error
      }
    },

    /** How work of nodes that died is ended: no one saw its end, so no one pays for it. */
    abandonedWork: ({
      name,
      list,
      end,
      workIdOf,
    }: {
      name: string
      list(q: Db): Promise<AbandonedWork[]>
      end(tx: Tx, work: AbandonedWork): Promise<boolean>
      workIdOf(id: string): string
    }): LostWorkSource<AbandonedWork> => ({
      name,
      list: () => list(ownDb),
      giveUp: (work) =>
        ownDb.tx(async (tx) => {
          if (!(await end(tx, work))) return
          await ledger.release(tx, userScope(work), workIdOf(work.id), 'the server stopped while it ran')
        }),
    }),
  }
}

export type FinishWork = ReturnType<typeof createFinishWork>
