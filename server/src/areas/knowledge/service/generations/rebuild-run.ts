import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { PermanentFailure, type Run, type RunContext, type RunKind } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { findCollection, lockCollection } from '../../store/collection.ts'
import { cancelUnowned } from '../../store/eval.ts'
import { findGeneration, type OwnGeneration, updateGeneration } from '../../store/generation.ts'
import { dropSources } from '../../store/generation-source.ts'
import { type Compare, isWorse } from '../evals/compare.ts'
import type { Indexes } from '../indexes.ts'
import type { Builder } from './build.ts'
import { hour, type SwitchDeps, type SwitchGeneration } from './switch.ts'

export type RebuildDeps = SwitchDeps & {
  db: Db
  builder: Builder
  switchTo: SwitchGeneration
  compare: Compare
  indexes: Pick<Indexes, 'getShadow' | 'forgetShadow'>
}

export const rebuildRun = 'knowledge.rebuild'
// For as long one that no one has decided on, or that has failed, takes space.
export const undecidedMs = 7 * 24 * hour

const generationOf = (run: Run): OwnGeneration => {
  const { collectionId, generation } = run.input as { collectionId: string; generation: number }
  return { projectId: run.projectId, id: collectionId, generation }
}

/** Builds a generation, then switches to it as its mode says. The one that is searched does not notice until then. */
export function rebuildJob(deps: RebuildDeps): RunKind {
  const { db, clock, builder, switchTo, compare, events, indexes } = deps

  async function current(scope: Scope, own: OwnGeneration) {
    const collection = await findCollection(db, scope, own.id)
    const generation = collection && (await findGeneration(db, own))
    if (!collection || generation?.status !== 'building')
      throw new PermanentFailure('collection_deleted', 'The collection or the generation was deleted.')
    return { collection, generation }
  }

  async function build(scope: Scope, own: OwnGeneration, signal: AbortSignal): Promise<number> {
    return builder.buildSome({ ...(await current(scope, own)), scope, signal })
  }

  /** Whether the generation is done: sources that changed since are built first. */
  async function finish(scope: Scope, own: OwnGeneration): Promise<boolean> {
    const { generation: before } = await current(scope, own).catch(() => ({ generation: null }))
    // This node searches it without loading it again.
    if (before && before.switchMode !== 'manual') await indexes.getShadow(own, own.generation)
    return db.tx(async (tx) => {
      const collection = await lockCollection(tx, scope, own.id)
      const generation = collection && (await findGeneration(tx, own))
      // Switched by an attempt that was lost, or discarded.
      if (!collection || generation?.status !== 'building') return true
      if (generation.switchMode !== 'manual') return switchTo(tx, scope, collection, generation)
      const keptUntil = new Date(clock.now().getTime() + undecidedMs)
      await updateGeneration(tx, own, { status: 'ready', keptUntil }, clock.now())
      return true
    })
  }

  /** Whether it finds less than the live one; then it waits for a decision. */
  async function hold(context: RunContext, own: OwnGeneration): Promise<boolean> {
    const { scope, step } = context
    const found = await findGeneration(db, own)
    if (found?.status !== 'building' || found.switchMode !== 'if_not_worse') return false
    const { collection, generation } = await current(scope, own)
    const comparison = await compare(context, collection, generation)
    return step('decide', async () => isWorse(comparison), {
      async commit(tx, isHeld) {
        const at = clock.now()
        const keptUntil = new Date(at.getTime() + undecidedMs)
        const change = isHeld ? ({ status: 'held', keptUntil } as const) : ({ status: 'building' } as const)
        await updateGeneration(tx, own, { ...change, comparison }, at)
        if (isHeld)
          await events.publish(tx, scope, {
            type: 'knowledge.generation.held',
            data: { collectionId: own.id, generation: own.generation, comparison },
          })
      },
    })
  }

  return {
    kind: rebuildRun,
    perProject: 2,
    async handle(context: RunContext) {
      const { run, scope, signal, step } = context
      const own = generationOf(run)
      const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
        try {
          return await work()
        } catch (error) {
          if (error instanceof AppError && error.status < 500 && error.status !== 429 && error.status !== 408)
            throw new PermanentFailure(error.code, error.message)
          throw error
        }
      }
      let left = 1
      for (let round = 1; ; round++) {
        for (let batch = 1; left > 0; batch++)
          left = await step(
            `build:${round}:${batch}`,
            ({ signal: stopped }) => guarded(() => build(scope, own, AbortSignal.any([signal, stopped]))),
            { timeoutMs: 60 * 60_000, retries: 5, backoffMs: 2_000 },
          )
        if (round === 1 && (await hold(context, own))) return { generation: own.generation, isHeld: true }
        const isDone = await step(`switch:${round}`, () => guarded(() => finish(scope, own)), {
          timeoutMs: 10 * 60_000,
          retries: 5,
        })
        if (isDone) return { generation: own.generation }
        left = 1
      }
    },
    async onEnd(tx, run, { status, error }) {
      const own = generationOf(run)
      await cancelUnowned(tx, own, clock.now())
      const generation = await findGeneration(tx, own)
      if (generation?.status !== 'building' || generation.runId !== run.id || status === 'succeeded') return
      indexes.forgetShadow(own)
      const failure = status === 'failed' && error ? { code: error.code, message: error.message } : null
      const at = clock.now()
      if (failure)
        await deps.events.publish(tx, run.scope, {
          type: 'knowledge.generation.failed',
          data: { collectionId: own.id, generation: own.generation, error: failure },
        })
      // One that was searched before can still be rolled back to.
      if (generation.switchedAt !== null)
        return updateGeneration(tx, own, { status: 'previous', error: failure }, at)
      const keptUntil = new Date(at.getTime() + undecidedMs)
      if (failure) return updateGeneration(tx, own, { status: 'failed', error: failure, keptUntil }, at)
      await dropSources(tx, own)
      await updateGeneration(tx, own, { status: 'cancelled', keptUntil: null }, at)
    },
  }
}
