import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { NewId } from '../../ids.ts'
import type { ChildResult, Run, RunContext } from '../run.ts'
import type { Claim } from '../store/run-row.ts'
import { type Pause, suspendRun } from '../store/run-store.ts'
import { lockSignal, takeSignal } from '../store/signal-store.ts'
import { insertStep, type StepToInsert } from '../store/step-store.ts'
import { lockClaim } from '../store/tree-store.ts'
import { resultsOf, startChildOf } from './children.ts'
import { LostRun, Suspended } from './interruptions.ts'
import type { Journal } from './journal.ts'
import { createSteps, toStore } from './steps.ts'

const maxConflicts = 5

export type ContextDeps = {
  db: Db
  clock: Clock
  newId: NewId
  run: Run
  /** What earlier attempts recorded. */
  recorded: ReadonlyMap<string, unknown>
  signal: AbortSignal
  journal: Journal
  canDeferRows: boolean
  random(): number
  /** A cancel of the run was found before its notice came. */
  cancel(): void
}

/** What a handler works with: its steps, and the ways to wait without a worker. */
export function createContext({ db, clock, newId, journal, ...deps }: ContextDeps): RunContext {
  const { run, recorded, signal } = deps
  const claim: Claim = { projectId: run.projectId, id: run.id, attempt: run.attempt }
  const lost = () => new LostRun('the run belongs to another worker')
  const steps = createSteps({
    ...deps,
    clock,
    journal,
    transact: (step, work) => throughConflicts(() => journal.transact(db, { step }, work)),
    async suspend(pause) {
      // Afterwards the run is not ours any more, and nothing of it is written.
      await journal.flush()
      if (!(await suspendRun(db, claim, pause))) throw lost()
      throw new Suspended('suspended')
    },
  })

  // The database found that the time had come. A node whose clock is behind must not contradict it, or the run would go
  // to and fro between them.
  const isDue = (time: Date) => time <= clock.now() || new Date(run.runAt) >= time

  /**
   * Waits for what `look` finds, in the transaction that either records it or suspends the run: what comes meanwhile
   * finds the run waiting.
   */
  async function wait<T>(
    name: string,
    look: (tx: Tx) => Promise<{ value: T } | Pick<Pause, 'until' | 'waitingFor' | 'joining'>>,
  ): Promise<T> {
    steps.begin(name)
    if (recorded.has(name)) return recorded.get(name) as T
    const startedAt = clock.now()
    await journal.flush()
    const found = await db.tx(async (tx) => {
      const found = await look(tx)
      if ('value' in found) {
        const row: StepToInsert = {
          name,
          output: toStore(found.value),
          class: null,
          key: null,
          maybeAlsoAttempt: null,
          tries: 1,
          startedAt,
          doneAtMs: performance.now(),
        }
        if (!(await insertStep(tx, claim, row))) throw lost()
        return found
      }
      if (!(await suspendRun(tx, claim, { ...found, retry: null }))) throw lost()
      return null
    })
    if (found) return found.value
    steps.close()
    throw new Suspended('suspended')
  }

  const { step } = steps
  return {
    run,
    scope: run.scope,
    signal,
    canDeferRows: deps.canDeferRows,
    step,
    recordOf: <T>(name: string) => (recorded.has(name) ? { output: recorded.get(name) as T } : null),
    emit: journal.emit,
    async sleep(name, until) {
      const { until: recordedUntil } = await step(name, async () => ({ until: until.toISOString() }))
      const wakeAt = new Date(recordedUntil)
      if (isDue(wakeAt)) return
      steps.close()
      await journal.flush()
      const pause = { until: wakeAt, waitingFor: null, retry: null }
      if (!(await suspendRun(db, claim, pause))) throw lost()
      throw new Suspended('suspended')
    },
    startChild: (name, child) => startChildOf({ run, now: clock.now, newId, step }, name, child),
    join: (name, ids) =>
      wait<ChildResult[]>(name, async (tx) => {
        // Before the children are looked at: one that ends meanwhile waits, and then finds what to wake.
        if (!(await lockClaim(tx, claim))) throw lost()
        const found = await resultsOf(tx, run, ids)
        if ('results' in found) return { value: found.results }
        return { until: null, waitingFor: null, joining: found.open }
      }),
    async waitFor<T>(name: string, key: string, until?: Date) {
      const recordedUntil = until && (await step(`${name}:until`, async () => until.toISOString()))
      const deadline = recordedUntil === undefined ? null : new Date(recordedUntil)
      return wait<T | null>(name, async (tx) => {
        await lockSignal(tx, run.projectId, key)
        const found = await takeSignal(tx, run.projectId, key)
        if (found) return { value: found.payload as T }
        if (deadline !== null && isDue(deadline)) return { value: null }
        return { until: deadline, waitingFor: key }
      })
    },
  }
}

/** What the database undid because of others is written again; the step itself was done and stays done. */
export async function throughConflicts<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      const { code } = error as { code?: unknown }
      if (tries === maxConflicts || (code !== '40001' && code !== '40P01')) throw error
    }
  }
}
