import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Llm } from '../../../llm/index.ts'
import { type Collection, defaultEmbeddingModel } from '../../schema/collection.ts'
import {
  type Generation,
  type GenerationSettings,
  type GenerationView,
  generationViewOf,
  type StartedGeneration,
  type StartGenerationBody,
} from '../../schema/generation.ts'
import {
  findByStatus,
  findGeneration,
  type GenerationChange,
  insertGeneration,
  listExpired,
  listGenerations,
  lockExpired,
  updateGeneration,
} from '../../store/generation.ts'
import { dropSources } from '../../store/generation-source.ts'
import { getCollection, holdCollection } from '../access.ts'
import { overlapOf } from '../limits/chunk-settings.ts'
import { ownOf } from './build.ts'
import type { Estimator } from './estimate.ts'
import { rebuildRun } from './rebuild-run.ts'
import type { SwitchGeneration } from './switch.ts'

export type GenerationDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'enqueue' | 'cancel'>
  externalUsers: Pick<ExternalUsers, 'hold'>
  llm: Pick<Llm, 'embeddings'>
  estimate: Estimator
  switchTo: SwitchGeneration
}

const open = ['building', 'ready', 'held'] as const
const expiredPerSweep = 20

export function createGenerationService(deps: GenerationDeps) {
  const { db, clock, newId, audit, runs, externalUsers, llm, estimate, switchTo } = deps

  async function enqueue(tx: Tx, scope: Scope, collection: Collection, no: number, runId: string) {
    const input = { collectionId: collection.id, generation: no }
    await runs.enqueue(tx, scope, { id: runId, kind: rebuildRun, input })
  }

  /** In the transaction of a caller that holds the collection. */
  async function start(
    tx: Tx,
    scope: Scope,
    collection: Collection,
    settings: GenerationSettings & Pick<Generation, 'switchMode'>,
  ): Promise<Generation> {
    await refuseSecond(tx, collection, null)
    const failed = await findByStatus(tx, collection, ['failed'])
    if (failed) await discard(tx, collection, failed)
    const runId = newId()
    const no = await insertGeneration(tx, collection, { ...settings, status: 'building', runId }, clock.now())
    await enqueue(tx, scope, collection, no, runId)
    await audit.record(tx, scope, {
      action: 'knowledge_generation.started',
      targetType: 'knowledge_collection',
      targetId: collection.id,
      details: { generation: no, embeddingModel: settings.embeddingModel, chunkSize: settings.chunkSize },
    })
    return (await findGeneration(tx, ownOf(collection, { no })))!
  }

  async function refuseSecond(tx: Tx, collection: Collection, except: number | null): Promise<void> {
    const other = await findByStatus(tx, collection, open)
    if (!other || other.no === except) return
    throw new AppError(
      'knowledge_generation_open',
      `Generation ${other.no} is ${other.status === 'building' ? 'being built' : 'waiting to be switched to'}`,
      { facts: { generation: other.no }, hint: 'Switch to it or discard it first.' },
    )
  }

  /** Frees what it takes; one that was searched has ended as such. */
  async function discard(tx: Tx, collection: Collection, generation: Generation): Promise<void> {
    const own = ownOf(collection, generation)
    const status = generation.switchedAt === null ? 'cancelled' : 'retired'
    await dropSources(tx, own)
    await updateGeneration(tx, own, { status, keptUntil: null }, clock.now())
  }

  async function held(tx: Tx, scope: Scope, id: string, no: number) {
    const collection = await holdCollection(tx, scope, id)
    return { collection, generation: await found(tx, collection, no) }
  }

  async function buildOn(
    tx: Tx,
    scope: Scope,
    collection: Collection,
    { no }: Generation,
    more: Pick<GenerationChange, 'switchMode'> = {},
  ): Promise<void> {
    await refuseSecond(tx, collection, no)
    const runId = newId()
    const change = { status: 'building', runId, error: null, ...more } as const
    await updateGeneration(tx, ownOf(collection, { no }), change, clock.now())
    await enqueue(tx, scope, collection, no, runId)
  }

  /** Immediately where it has every source; else it is built up to what is searched and switched to then. */
  async function switchOrBuild(tx: Tx, scope: Scope, collection: Collection, generation: Generation) {
    if (generation.status === 'live' || (await switchTo(tx, scope, collection, generation))) return
    await buildOn(tx, scope, collection, generation, { switchMode: 'when_ready' })
  }

  const settingsOf = (collection: Collection, body: Partial<StartGenerationBody>): GenerationSettings => {
    const chunkSize = body.chunkSize ?? collection.chunkSize
    const isTooLong = 2 * collection.chunkOverlap >= chunkSize
    const overlap = body.chunkOverlap ?? (isTooLong ? undefined : collection.chunkOverlap)
    return {
      embeddingModel: body.embeddingModel ?? collection.embeddingModel,
      chunkSize,
      chunkOverlap: overlapOf(chunkSize, overlap),
      language: body.language ?? collection.language,
    }
  }

  const check = async (scope: Scope, model: string): Promise<void> => {
    if (model !== defaultEmbeddingModel) await llm.embeddings.check(scope, model)
  }

  return {
    settingsOf,
    check,
    startWithin: start,
    async start(
      scope: Scope,
      id: string,
      { dryRun, switch: switchMode, ...body }: StartGenerationBody,
      signal: AbortSignal,
    ): Promise<StartedGeneration> {
      const collection = await getCollection(db, scope, id)
      const settings = settingsOf(collection, body)
      await check(scope, settings.embeddingModel)
      const estimated = await estimate(scope, collection, settings, signal)
      if (dryRun) return { dryRun, estimate: estimated, generation: null }
      const generation = await db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        const now = await holdCollection(tx, scope, id)
        return start(tx, scope, now, { ...settingsOf(now, body), switchMode })
      })
      return { dryRun, estimate: estimated, generation: generationViewOf(generation) }
    },
    async list(scope: Scope, id: string): Promise<GenerationView[]> {
      return (await listGenerations(db, await getCollection(db, scope, id))).map(generationViewOf)
    },
    async get(scope: Scope, id: string, no: number): Promise<GenerationView> {
      return generationViewOf(await found(db, await getCollection(db, scope, id), no))
    },
    async switch(scope: Scope, id: string, no: number): Promise<GenerationView> {
      return db.tx(async (tx) => {
        const { collection, generation } = await held(tx, scope, id, no)
        if (!['live', 'ready', 'held', 'previous'].includes(generation.status)) throw notReady(generation)
        await switchOrBuild(tx, scope, collection, generation)
        return generationViewOf(await found(tx, collection, no))
      })
    },
    async rollback(scope: Scope, id: string): Promise<GenerationView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        const generation = await findByStatus(tx, collection, ['previous'])
        if (!generation)
          throw new AppError('knowledge_generation_not_found', 'There is no generation to roll back to', {
            hint: 'The one before is retained for 24 hours; start a new one with its settings.',
          })
        await switchOrBuild(tx, scope, collection, generation)
        return generationViewOf(await found(tx, collection, generation.no))
      })
    },
    /** Continues one that has failed: what is complete is not built again. */
    async resume(scope: Scope, id: string, no: number): Promise<GenerationView> {
      return db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        const { collection, generation } = await held(tx, scope, id, no)
        if (generation.status !== 'building') {
          if (generation.status !== 'failed') throw notReady(generation)
          await buildOn(tx, scope, collection, generation)
        }
        return generationViewOf(await found(tx, collection, no))
      })
    },
    /** Cancels one that is being built, frees what another one takes. */
    async discard(scope: Scope, id: string, no: number): Promise<GenerationView> {
      return db.tx(async (tx) => {
        const { collection, generation } = await held(tx, scope, id, no)
        if (generation.status === 'live')
          throw new AppError(
            'knowledge_generation_live',
            'The generation that is searched cannot be discarded',
            {
              hint: 'Switch to another one first.',
            },
          )
        await audit.record(tx, scope, {
          action: 'knowledge_generation.discarded',
          targetType: 'knowledge_collection',
          targetId: collection.id,
          details: { generation: no },
        })
        if (generation.status === 'building' && generation.runId)
          await runs.cancel(tx, scope, generation.runId)
        else if (['ready', 'held', 'failed', 'previous'].includes(generation.status))
          await discard(tx, collection, generation)
        return generationViewOf(await found(tx, collection, no))
      })
    },
    /** Discards generations whose time is over. */
    async expire(): Promise<void> {
      for (const { status, ...own } of await listExpired(db, clock.now(), expiredPerSweep))
        await db.tx(async (tx) => {
          if (!(await lockExpired(tx, own, clock.now()))) return
          await dropSources(tx, own)
          const next = status === 'previous' ? 'retired' : 'cancelled'
          await updateGeneration(tx, own, { status: next, keptUntil: null }, clock.now())
        })
    },
  }
}

export type GenerationService = ReturnType<typeof createGenerationService>

async function found(q: Db | Tx, collection: Collection, no: number): Promise<Generation> {
  const generation = await findGeneration(q, ownOf(collection, { no }))
  if (!generation)
    throw new AppError('knowledge_generation_not_found', 'Generation not found in this collection')
  return generation
}

const notReady = ({ no, status }: Generation) =>
  new AppError('knowledge_generation_not_ready', `Generation ${no} is ${status}`, {
    hint:
      status === 'building'
        ? 'Wait until it is built, or discard it.'
        : status === 'failed'
          ? 'Resume it, or discard it and start another one.'
          : 'Start another one.',
  })
