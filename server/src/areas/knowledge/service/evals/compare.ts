import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Comparison, Generation } from '../../schema/generation.ts'
import { countFailedRequired, endEval, findEval, insertEval } from '../../store/eval.ts'
import { countTests } from '../../store/retrieval-test.ts'
import type { Evaluate } from './evaluate.ts'

export type CompareDeps = { db: Db; clock: Clock; newId: NewId; evaluate: Evaluate }

// Fewer say nothing about a collection.
const leastTests = 5

const untested: Comparison = {
  isTested: false,
  liveEvalId: null,
  evalId: null,
  won: 0,
  lost: 0,
  failedRequired: 0,
}

/** Asks the tests of a collection of both generations, one after the other: each test is held against itself. */
export function createComparison({ db, clock, newId, evaluate }: CompareDeps) {
  async function start(collection: Collection, generation: Generation) {
    const testCount = await countTests(db, collection)
    if (testCount < leastTests) return null
    const [liveEvalId, evalId] = [newId(), newId()]
    const shared = { mode: 'hybrid', runId: null, testCount } as const
    await db.tx(async (tx) => {
      await insertEval(tx, collection, { ...collection, ...shared, id: liveEvalId }, clock.now())
      const { no, embeddingModel, chunkSize } = generation
      const shadow = { ...shared, generation: no, embeddingModel, chunkSize, id: evalId }
      await insertEval(tx, collection, { ...shadow, comparedWith: liveEvalId }, clock.now())
    })
    return { liveEvalId, evalId }
  }

  return async (
    context: Pick<RunContext, 'scope' | 'signal' | 'step'>,
    collection: Collection,
    generation: Generation,
  ): Promise<Comparison> => {
    const evals = await context.step('compare', () => start(collection, generation))
    if (evals === null) return untested
    const own = { ...collection, evalId: evals.evalId }
    for (const [evalId, isLive] of [
      [evals.liveEvalId, true],
      [evals.evalId, false],
    ] as const) {
      await evaluate(context, { ...collection, evalId }, isLive)
      const end = { status: 'succeeded', error: null } as const
      await context.step(`compared:${evalId}`, () =>
        db.tx((tx) => endEval(tx, { ...collection, evalId }, end, clock.now())),
      )
    }
    const stored = await findEval(db, own)
    const counted = stored ? stored.testCount - stored.orphanedCount : 0
    if (!stored || counted < leastTests) return { ...untested, ...evals }
    const failedRequired = await countFailedRequired(db, own)
    return { isTested: true, ...evals, won: stored.won ?? 0, lost: stored.lost ?? 0, failedRequired }
  }
}

export type Compare = ReturnType<typeof createComparison>

/** Whether a generation must not be switched to by itself. */
export const isWorse = ({ isTested, won, lost, failedRequired }: Comparison): boolean =>
  isTested && (lost > won || failedRequired > 0)
