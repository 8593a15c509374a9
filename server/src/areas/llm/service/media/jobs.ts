import { setTimeout as pause } from 'node:timers/promises'
import { forEachSettled } from '../../../../kernel/async/for-each-settled.ts'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Log } from '../../../../kernel/log.ts'
import { mapPage, type Page } from '../../../../kernel/page.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { type Scope, systemScope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Files } from '../../../files/index.ts'
import { findMediaJob, listMediaJobs, type StoredMediaJob } from '../../read-media-jobs.ts'
import {
  type MediaInput,
  type MediaJob,
  type MediaJobDetail,
  type MediaQuery,
  mediaUnits,
} from '../../schema/media.ts'
import { insertMediaJob, listOldOpenMediaJobs, type OpenMediaJob } from '../../store/media-job.ts'
import { type MediaBilling, nothingMade } from './billing.ts'
import { filesOf } from './make.ts'
import type { MediaPlanner } from './plan.ts'
import { mediaCost, requestedQuantity } from './price.ts'

export type MediaJobDeps = {
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  runs: Pick<Runs, 'enqueue' | 'cancel' | 'find'>
  externalUsers: Pick<ExternalUsers, 'hold'>
  files: Pick<Files, 'checkAccess' | 'get'>
  plan: MediaPlanner
  billing: MediaBilling
  creditsPerUsd: number
}

export type NewMedia = {
  input: MediaInput
  model: string | undefined
  waitMs: number
  metadata: Record<string, string>
}

export const mediaRunKind = 'llm.media'
const perCredit = 1_000_000
const lookEveryMs = 150
// No provider takes larger ones in one request.
const maxFileBytes = 25 * 1024 * 1024
const orphanedMs = 2 * 60_000
const sweepBatchSize = 500

/**
 * A job is recorded, its price held and its run enqueued together; the run does the work whether or not a caller waits.
 */
export function createMediaJobs(deps: MediaJobDeps) {
  const { db, clock, log, newId, runs, externalUsers, files, plan, billing, creditsPerUsd } = deps

  async function find(scope: Scope, id: string): Promise<StoredMediaJob> {
    const found = await findMediaJob(db, scope, id)
    if (!found) throw new AppError('media_job_not_found', 'Media job not found')
    return found
  }

  const get = async (scope: Scope, id: string): Promise<MediaJob> => toMediaJob(await find(scope, id))

  /** Refuses files that are not there before anything is paid; says how large they are. */
  async function checkFiles(scope: Scope, input: MediaInput): Promise<number> {
    let bytes = 0
    for (const id of filesOf(input)) {
      const { sizeBytes } = await files.get(db, scope, id)
      bytes += sizeBytes
    }
    if (bytes > maxFileBytes)
      throw new AppError('file_too_large', 'The files are too large for the provider', {
        facts: { maxBytes: maxFileBytes },
      })
    return bytes
  }

  /** Returns the state of the job when the time is over. */
  async function settled(scope: Scope, id: string, waitMs: number, signal: AbortSignal): Promise<MediaJob> {
    const until = performance.now() + waitMs
    for (;;) {
      const job = await get(scope, id)
      if (job.endedAt !== null || performance.now() >= until || signal.aborted) return job
      await pause(lookEveryMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    async create(scope: Scope, request: NewMedia, signal: AbortSignal): Promise<MediaJob> {
      const { input, waitMs, metadata } = request
      const planned = await plan(scope, input.kind, request.model)
      const { modelId, model, usdPerUnit, isUnpriced, settings } = planned
      // The output is stored as files, and paid for before.
      if (input.kind !== 'stt') files.checkAccess(scope, 'write')
      const bytes = await checkFiles(scope, input)
      const quantity = requestedQuantity(input, model, bytes)
      const { microCredits: heldMicro } = mediaCost(usdPerUnit, quantity, creditsPerUsd)
      const id = newId()
      await db.tx(async (tx) => {
        const job = {
          id,
          kind: input.kind,
          model: modelId,
          provider: settings.name,
          input,
          heldMicro,
          isUnpriced,
          metadata,
          storesPayloads: planned.storesPayloads,
          at: clock.now(),
        }
        await Promise.all([externalUsers.hold(tx, scope), insertMediaJob(tx, scope, job)])
        if (heldMicro > 0) await billing.hold(tx, scope, { id, modelId }, heldMicro)
        await runs.enqueue(tx, scope, { kind: mediaRunKind, input: {}, id })
      })
      return settled(scope, id, waitMs, signal)
    },

    async read(scope: Scope, id: string): Promise<MediaJobDetail> {
      const found = await find(scope, id)
      // Where payloads are not stored, only the kind is left of it.
      const { kind: _, ...input } = found.input
      return { ...toMediaJob(found), input: Object.keys(input).length > 0 ? input : null }
    },

    list: async (scope: Scope, query: MediaQuery): Promise<Page<MediaJob>> =>
      mapPage(await listMediaJobs(db, scope, query), toMediaJob),

    /** What was not made is not paid; what a provider has begun it may still finish, unseen. */
    async cancel(scope: Scope, id: string): Promise<MediaJob> {
      const { status } = await get(scope, id)
      const failure = { errorCode: null, errorMessage: null, at: clock.now() }
      const isOurs = await db.tx(async (tx) => {
        // The run before the job, in the order in which its worker takes them; one that was queued ends the job with it.
        const outcome = await runs.cancel(tx, scope, id)
        const isEnded = await billing.end(tx, scope, id, { ...nothingMade, status: 'cancelled', ...failure })
        return isEnded || outcome === 'ended'
      })
      if (!isOurs && status !== 'cancelled')
        throw new AppError('invalid_state', 'The job has already ended', {
          facts: { state: (await get(scope, id)).status },
        })
      return get(scope, id)
    },

    /** Ends jobs whose run was deleted or abandoned: nothing else would ever do so. */
    async endOrphans(): Promise<void> {
      const before = new Date(clock.now().getTime() - orphanedMs)
      const endOrphan = async ({ projectId, userId, id }: OpenMediaJob): Promise<void> => {
        const scope = { ...systemScope(projectId), externalUser: { id: userId, name: '' } }
        const run = await runs.find(db, scope, id)
        if (run && ['queued', 'running', 'waiting'].includes(run.status)) return
        const failure = {
          errorCode: 'internal_error',
          errorMessage: 'The server gave it up.',
          at: clock.now(),
        }
        await db.tx((tx) => billing.end(tx, scope, id, { ...nothingMade, status: 'failed', ...failure }))
      }
      await forEachSettled(await listOldOpenMediaJobs(db, before, sweepBatchSize), endOrphan, {
        log,
        failed: 'some abandoned media jobs were not closed',
      })
    },
  }
}

export type MediaJobs = ReturnType<typeof createMediaJobs>

export const toMediaJob = (stored: StoredMediaJob): MediaJob => ({
  id: stored.id,
  kind: stored.kind,
  status: stored.status,
  model: stored.model,
  provider: stored.provider,
  isPlaceholder: stored.provider === 'local',
  fileIds: stored.fileIds,
  transcript: stored.result,
  usage: {
    units: Number(stored.units),
    unit: mediaUnits[stored.kind],
    credits: stored.usedMicro / perCredit,
    usd: Number(stored.usd),
    estimated: stored.isEstimated,
    unpriced: stored.isUnpriced,
  },
  error: stored.errorCode === null ? null : { code: stored.errorCode, message: stored.errorMessage },
  metadata: stored.metadata,
  eUID: stored.userId,
  createdAt: stored.createdAt,
  startedAt: stored.startedAt,
  endedAt: stored.endedAt,
})
