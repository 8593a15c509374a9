import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Page } from '../../../../kernel/page.ts'
import type { RunKind } from '../../../../kernel/runs/run.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import {
  type Eval,
  type EvalQuery,
  type EvalView,
  evalViewOf,
  type ResultQuery,
  type ResultView,
  type RunEvalBody,
} from '../../schema/eval.ts'
import { findCollection } from '../../store/collection.ts'
import { countRunning, endEval, findEval, insertEval, listEvals, listResults } from '../../store/eval.ts'
import { findGeneration } from '../../store/generation.ts'
import { countTests } from '../../store/retrieval-test.ts'
import { getCollection, holdCollection } from '../access.ts'
import type { Evaluate } from './evaluate.ts'

export type EvalDeps = {
  db: Db
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'enqueue' | 'cancel'>
}

export const evalRun = 'knowledge.eval'

/** Every test of a collection sent to the search, as a durable run; the results stay, so that they can be compared over time. */
export function createEvalService({ db, clock, newId, runs }: EvalDeps) {
  async function found(q: Db | Tx, collection: Collection, evalId: string): Promise<Eval> {
    const stored = await findEval(q, { ...collection, evalId })
    if (!stored) throw new AppError('knowledge_eval_not_found', 'Eval not found in this collection')
    return stored
  }

  /** What is evaluated: the live generation, or one that has been built. */
  async function settingsOf(tx: Tx, collection: Collection, no: number | undefined) {
    if (no === undefined || no === collection.generation) {
      const { generation, embeddingModel, chunkSize } = collection
      return { generation, embeddingModel, chunkSize }
    }
    const generation = await findGeneration(tx, { ...collection, generation: no })
    if (!generation)
      throw new AppError('knowledge_generation_not_found', 'Generation not found in this collection')
    if (!['ready', 'held', 'previous'].includes(generation.status))
      throw new AppError('knowledge_generation_not_ready', `Generation ${no} is ${generation.status}`, {
        hint: 'Generations that are live, ready, held or previous can be evaluated.',
      })
    return { ...generation, generation: no }
  }

  return {
    async start(scope: Scope, id: string, { mode, generation }: RunEvalBody): Promise<EvalView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        const testCount = await countTests(tx, collection)
        if (testCount === 0)
          throw new AppError('knowledge_tests_missing', 'The collection has no retrieval tests', {
            hint: 'Add some with POST …/evals.',
          })
        if ((await countRunning(tx, collection)) > 0)
          throw new AppError('knowledge_eval_running', 'An eval of this collection is running', {
            hint: 'Wait for it, or cancel it.',
          })
        const [evalId, runId] = [newId(), newId()]
        const settings = await settingsOf(tx, collection, generation)
        await insertEval(tx, collection, { ...settings, id: evalId, runId, mode, testCount }, clock.now())
        const input = { collectionId: id, evalId }
        await runs.enqueue(tx, scope, { id: runId, kind: evalRun, input })
        return evalViewOf(await found(tx, collection, evalId))
      })
    },
    async list(scope: Scope, id: string, query: EvalQuery): Promise<Page<EvalView>> {
      const collection = await getCollection(db, scope, id)
      const page = await listEvals(db, collection, query)
      return { ...page, items: page.items.map(evalViewOf) }
    },
    async get(scope: Scope, id: string, evalId: string): Promise<EvalView> {
      return evalViewOf(await found(db, await getCollection(db, scope, id), evalId))
    },
    async results(scope: Scope, id: string, evalId: string, query: ResultQuery): Promise<Page<ResultView>> {
      const collection = await getCollection(db, scope, id)
      await found(db, collection, evalId)
      return listResults(db, { ...collection, evalId }, query)
    },
    async cancel(scope: Scope, id: string, evalId: string): Promise<EvalView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        const { status, runId } = await found(tx, collection, evalId)
        if (status === 'running' && runId) await runs.cancel(tx, scope, runId)
        return evalViewOf(await found(tx, collection, evalId))
      })
    },
  }
}

export type EvalService = ReturnType<typeof createEvalService>

const ownOf = ({ projectId, input }: { projectId: string; input: unknown }) => {
  const { collectionId: id, evalId } = input as { collectionId: string; evalId: string }
  return { projectId, id, evalId }
}

export const evalJob = ({ db, clock, evaluate }: { db: Db; clock: Clock; evaluate: Evaluate }): RunKind => ({
  kind: evalRun,
  perProject: 2,
  async handle(context) {
    const own = ownOf(context.run)
    const stored = await findEval(db, own)
    const collection = await findCollection(db, context.scope, own.id)
    if (stored && collection) await evaluate(context, own, stored.generation === collection.generation)
    return { evalId: own.evalId }
  },
  async onEnd(tx, run, { status, error }) {
    const failure = status === 'failed' && error ? { code: error.code, message: error.message } : null
    await endEval(tx, ownOf(run), { status, error: failure }, clock.now())
  },
})
