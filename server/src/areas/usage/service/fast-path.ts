import { assertMicroCredits } from '../../../kernel/credits.ts'
import { type Db, isPreconditionFailed, type Statement, type Tx } from '../../../kernel/db/db.ts'
import type { RowWriter } from '../../../kernel/runs/deferred-rows.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  assertNoLimit,
  endStatement,
  hasNoLimit,
  holdStatement,
  isUnlimited,
  lockingWork,
  type SpentEntry,
  spendStatement,
  type UnheldEntry,
  unheldStatement,
} from '../store/fast-path.ts'
import { takingWorkLocks } from '../store/rules.ts'
import {
  spendManyStatement,
  taking,
  takingRules,
  takingWorks,
  unheldManyStatement,
} from '../store/spend-many.ts'
import { holdMs, type Ledger, payerOf, type Work } from './ledger.ts'
import { type Cost, type LedgerDeps, soonMs, usdText } from './posting.ts'
import type { UserLock } from './user-lock.ts'

type OneRoundTripDb = Pick<Db, 'tryInOneRoundTrip'>

/** How work ended: paid, or for nothing, for a reason. */
export type WorkResult = { cost: Cost } | { releasedBecause: string }

/** Work that has ended, and how. */
export type EndedWork = { scope: Scope; work: Omit<Work, 'microCredits'>; result: WorkResult }

/** New work with what is held for it; null where nothing is. */
export type BegunWork = { scope: Scope; work: Work | null }

/** New work that is over, with how it ended; free work moves no credits. */
export type SpentWork = { scope: Scope; work: Work; result: WorkResult }

/** Its locks may be taken by a statement in front of it, for which they are expressions: then it is one statement less. */
export type LockingWriter<Row> = RowWriter<Row> & {
  locks(rows: readonly Row[]): Statement
  behindLocks(rows: readonly Row[]): readonly Statement[]
}

const withLocks = <Row>(writer: Omit<LockingWriter<Row>, 'statements'>): LockingWriter<Row> => ({
  ...writer,
  statements: (rows) => [taking(writer.locks(rows)), ...writer.behindLocks(rows)],
})

const byProject = <Row extends { scope: Scope }>(rows: readonly Row[]): Row[][] => [
  ...Map.groupBy(rows, ({ scope }) => scope.projectId).values(),
]

const worksOf = (works: readonly { scope: Scope; work: Pick<Work, 'workId'> }[]) =>
  works.map(({ scope, work }) => ({ projectId: scope.projectId, workId: work.workId }))

export type FastPathDeps = Pick<LedgerDeps, 'clock' | 'newId' | 'creditsPerUsd' | 'onPosted'> & {
  ledger: Pick<Ledger, 'hold'>
  userLock: UserLock
}

/** Reserves credits in the transaction that it was created for. */
export type Hold = (scope: Scope, work: Work) => Promise<void>

// How long a project that had to go the slow path takes it without trying the fast path first, and one that is limited
// is not checked again whether it still is.
const rememberedMs = 30_000
const maxRemembered = 10_000

/** Projects, each for a while. */
function createMemory(clock: FastPathDeps['clock']) {
  const until = new Map<string, number>()
  return {
    has({ projectId }: Scope): boolean {
      const time = until.get(projectId)
      if (time === undefined) return false
      if (time > clock.now().getTime()) return true
      until.delete(projectId)
      return false
    },
    add({ projectId }: Scope): void {
      if (until.size >= maxRemembered) until.clear()
      until.set(projectId, clock.now().getTime() + rememberedMs)
    },
  }
}

/**
 * The fast path of the ledger: the rows of an area and the credits that go with them in one transaction that makes a
 * single round trip. It serves work whose id is new, in projects where nothing can refuse it but the balance. Whenever
 * it declines, nothing was written, and the caller goes the slow path, which knows every rule and every reason.
 */
export function createFastPath(deps: FastPathDeps) {
  const { ledger, userLock, clock, newId, creditsPerUsd, onPosted } = deps
  const slowPath = createMemory(clock)
  const limited = createMemory(clock)

  async function tried(
    db: OneRoundTripDb,
    scope: Scope,
    statements: () => readonly Statement[],
  ): Promise<unknown[][] | null> {
    if (slowPath.has(scope)) return null
    const results = await db.tryInOneRoundTrip(statements())
    if (results === null) slowPath.add(scope)
    return results
  }

  const lockingUsers = (scopes: readonly Scope[]): Statement[] =>
    [...new Map(scopes.map((scope) => [scope.externalUser.id, scope])).values()].flatMap(userLock.locking)

  const beginningUnheld = (scopes: readonly Scope[]): Statement[] => [
    assertNoLimit(scopes[0]!),
    ...lockingUsers(scopes),
  ]

  function holding(scope: Scope, work: Work): Statement {
    assertMicroCredits(work.microCredits)
    const at = clock.now()
    const expiresAt = new Date(at.getTime() + holdMs)
    const payer = { ...payerOf(scope, work.subject), externalUserId: scope.externalUser.id }
    return holdStatement(scope, { ...work, ...payer, id: newId(), at, expiresAt }, newId())
  }

  const beginMany: RowWriter<BegunWork> = {
    statements(begun) {
      const heldWorks = begun.flatMap(({ scope, work }) => (work ? [{ scope, work }] : []))
      return [
        ...(heldWorks.length === 0 ? [] : [taking(takingWorks(worksOf(heldWorks)))]),
        ...byProject(begun).flatMap((ofProject) => lockingUsers(ofProject.map(({ scope }) => scope))),
        ...heldWorks.map(({ scope, work }) => holding(scope, work)),
      ]
    },
    onRefused(begun) {
      for (const { scope, work } of begun) if (work) slowPath.add(scope)
    },
  }

  const spendMany = withLocks<SpentWork>({
    locks: (works) => takingRules(works.map(({ scope }) => scope)),
    behindLocks: (works) =>
      byProject(works).flatMap((ofProject) => {
        const { scope } = ofProject[0]!
        const paid = ofProject.filter(({ work }) => work.microCredits > 0)
        return [
          ...lockingUsers(ofProject.map((each) => each.scope)),
          ...(paid.length === 0 ? [] : [spendManyStatement(scope, paid.map(spentEntry))]),
        ]
      }),
    onCommitted: onPosted,
    onRefused(works) {
      for (const { scope } of works) slowPath.add(scope)
    },
  })

  const ends = {
    locks: (ended: readonly EndedWork[]) => takingWorks(worksOf(ended)),
    onCommitted(ended: readonly EndedWork[]) {
      for (const _ of ended) onPosted()
    },
    onRefused(ended: readonly EndedWork[]) {
      for (const { scope } of ended) slowPath.add(scope)
    },
  }
  const endHeld = withLocks<EndedWork>({
    ...ends,
    behindLocks: (ended) =>
      ended.map(({ scope, work, result }) => endStatement(scope, heldEntry(work.workId, result), newId())),
  })
  const endUnheld = withLocks<EndedWork>({
    ...ends,
    behindLocks: (ended) =>
      byProject(ended).map((ofProject) =>
        unheldManyStatement(
          ofProject[0]!.scope,
          ofProject.map(unheldEntry).sort((a, b) => (a.workId < b.workId ? -1 : 1)),
        ),
      ),
  })

  return {
    /** Whether the fast path is worth trying: where it declined a moment ago it would decline again. */
    isFastPathLikely: (scope: Scope): boolean => !slowPath.has(scope),

    /** Whether it was limited when it was last looked at; one that was never looked at is not. */
    isLimited: limited.has,

    /**
     * Begins work without a hold where nothing limits it, neither a balance nor a cap: the result of the row that
     * records it, null where something does. A caller that begins so ends with `endUnheldAtOnce`, or charges as
     * `isUnheld`.
     */
    async tryBeginUnheld<Row>(db: OneRoundTripDb, scope: Scope, row: Statement): Promise<Row[] | null> {
      if (limited.has(scope)) return null
      const results = await db.tryInOneRoundTrip([...beginningUnheld([scope]), row])
      if (results === null) limited.add(scope)
      return results && (results.at(-1) as Row[])
    },

    /**
     * The same for work that must meet other conditions as well: its row has all of them, and none is returned where one is not
     * met, whichever that is. So nothing is learned of the project.
     */
    async tryBeginIf<Row>(
      db: OneRoundTripDb,
      scope: Scope,
      row: (condition: Statement) => Statement,
    ): Promise<Row[] | null> {
      if (limited.has(scope)) return null
      const results = await db.tryInOneRoundTrip([...userLock.locking(scope), row(isUnlimited(scope))])
      return results && (results.at(-1) as Row[])
    },

    /** What goes in front of the rows of works of one project that begin so. */
    beginningUnheld,

    /** In front of the rows of works that begin in the commit of a run: their end users, and the holds on their credits. */
    beginMany,

    /** The condition for the row of work without a hold. */
    hasNoLimit,

    /** Holds credits for new work, with the row that notes it. It waits for no disk: what is lost was never charged. */
    async tryHold(db: OneRoundTripDb, scope: Scope, row: Statement, work: Work): Promise<boolean> {
      const results = await tried(db, scope, () => [
        lockingWork(scope, work.workId, false),
        ...userLock.locking(scope),
        row,
        holding(scope, work),
      ])
      return results !== null
    },

    /**
     * The same for work that must read something first: the hold travels with the commit. Where it does not go that
     * way, everything is done again with a hold that knows every rule. Not for use inside `enclose`, which commits
     * later.
     */
    async withHold<T>(
      db: Pick<Db, 'tx'>,
      scope: Scope,
      begin: (tx: Tx, hold: Hold) => Promise<T>,
    ): Promise<T> {
      if (!slowPath.has(scope))
        try {
          return await db.tx((tx) =>
            begin(tx, async (payer, work) => {
              tx.pipeline(lockingWork(payer, work.workId, false))
              tx.pipeline(holding(payer, work))
            }),
          )
        } catch (error) {
          if (!isPreconditionFailed(error)) throw error
          slowPath.add(scope)
        }
      return db.tx((tx) =>
        begin(tx, async (payer, work) => {
          await ledger.hold(tx, payer, work)
        }),
      )
    },

    /** Ends held work, with the row that records its end, whose result it returns. */
    async tryEnd<Row>(
      db: OneRoundTripDb,
      scope: Scope,
      row: Statement,
      workId: string,
      result: WorkResult,
    ): Promise<Row[] | null> {
      const results = await tried(db, scope, () => [
        row,
        lockingWork(scope, workId, true),
        endStatement(scope, heldEntry(workId, result), newId()),
      ])
      if (results !== null) onPosted()
      return results && (results[0] as Row[])
    },

    /**
     * The whole of new work that is over before its beginning was noted, with the row of both. It is refused for every
     * reason for which holding `work` would have been, and pays `cost`, which must be no more than that.
     */
    async trySpend<Row>(
      db: OneRoundTripDb,
      scope: Scope,
      row: Statement,
      work: Work,
      cost: Cost,
    ): Promise<Row[] | null> {
      assertMicroCredits(work.microCredits)
      assertMicroCredits(work.microCredits - cost.microCredits)
      const results = await tried(db, scope, () => [
        lockingWork(scope, work.workId, true),
        ...userLock.locking(scope),
        row,
        spendStatement(scope, {
          ...entryOf(cost, clock.now()),
          ...whoseOf(scope, work, cost),
          neededMicro: work.microCredits,
          usedMicro: cost.microCredits,
          status: 'settled',
        }),
      ])
      if (results !== null) onPosted()
      return results && (results.at(-2) as Row[])
    },

    /**
     * The same for many works, as statements that travel with the rows of the works: three for each project, and one for
     * each of their end users. They are refused as a whole for every reason for which one of them would have been.
     */
    spendMany,

    /** Ends work that was never held: it was free, or nothing limited it. The row may take its locks. */
    async tryEndUnheld<Row>(
      db: OneRoundTripDb,
      scope: Scope,
      row: Statement | ((locks: Statement) => Statement),
      work: Omit<Work, 'microCredits'>,
      result: WorkResult,
    ): Promise<Row[] | null> {
      // Behind the locks, so that it sees what was committed before they were taken.
      const entry = () => unheldStatement(scope, unheldEntry({ scope, work, result }))
      const results = await tried(db, scope, () =>
        typeof row === 'function'
          ? [row(takingWorkLocks(scope, work.workId)), entry()]
          : [row, lockingWork(scope, work.workId, true), entry()],
      )
      if (results !== null) onPosted()
      return results && (results[0] as Row[])
    },

    /** Ends of works that are committed with the journal of a run, behind the rows that record them: held, and never held. */
    endHeld,
    endUnheld,
  }

  function heldEntry(workId: string, result: WorkResult) {
    const { cost, status } = moved(result)
    const at = clock.now()
    return {
      ...entryOf(cost, at),
      workId,
      status,
      usedMicro: cost.microCredits,
      modelId: cost.modelId ?? null,
      expiresAfter: new Date(at.getTime() + soonMs),
    }
  }

  function unheldEntry({ scope, work, result }: EndedWork): UnheldEntry & { workId: string } {
    const { cost, status } = moved(result)
    const used = { usedMicro: cost.microCredits, status }
    return { ...entryOf(cost, clock.now()), ...whoseOf(scope, work, cost), ...used }
  }

  function spentEntry({ scope, work, result }: SpentWork): SpentEntry {
    const { cost, status } = moved(result)
    assertMicroCredits(work.microCredits)
    assertMicroCredits(work.microCredits - cost.microCredits)
    const used = { neededMicro: work.microCredits, usedMicro: cost.microCredits, status }
    return { ...entryOf(cost, clock.now()), ...whoseOf(scope, work, cost), ...used }
  }

  function whoseOf(scope: Scope, { workId, type, subject }: Omit<Work, 'microCredits'>, { modelId }: Cost) {
    const payer = payerOf(scope, modelId === undefined ? subject : { ...subject, modelId })
    return { ...payer, externalUserId: scope.externalUser.id, workId, type }
  }

  function entryOf(cost: Cost, at: Date) {
    return {
      id: newId(),
      usdCost: usdText(cost, cost.microCredits, creditsPerUsd),
      quantity: cost.quantity ?? {},
      priceRef: cost.priceRef ?? null,
      metadata: cost.metadata ?? {},
      at,
    }
  }
}

/** What an ending moves. */
function moved(result: WorkResult): { cost: Cost; status: 'settled' | 'released' } {
  if (!('cost' in result))
    return { cost: { microCredits: 0, metadata: { reason: result.releasedBecause } }, status: 'released' }
  assertMicroCredits(result.cost.microCredits)
  return { cost: result.cost, status: 'settled' }
}

export type FastPath = ReturnType<typeof createFastPath>
