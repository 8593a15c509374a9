import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { ServerEvent } from '../../../kernel/http/endpoint.ts'
import { lastEventNumberOf } from '../../../kernel/http/streams/last-event-id.ts'
import type { Run } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Source } from '../schema/source.ts'
import { findSourceByNo, findSourceByRun } from '../store/source.ts'
import { getCollection } from './access.ts'
import { revisionOf } from './end-source.ts'

export type FollowJobDeps = { db: Db; runs: Pick<Runs, 'find' | 'follow' | 'lastEventNumber'> }

export type FollowRequest = { lastEventId: string | null; signal: AbortSignal }

export const jobNotFound = () =>
  new AppError('knowledge_job_not_found', 'Job not found', {
    hint: 'A source has its last job only; GET the source for what it is now.',
  })

/**
 * What a job does, as a stream that ends with it. Events have the numbers of its log; `end` has the number behind them, so
 * that a reader who has seen it and comes back is given nothing twice.
 */
export function createFollowJob({ db, runs }: FollowJobDeps) {
  async function* events(
    scope: Scope,
    jobId: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerEvent> {
    let seen = after
    for await (const { seq, type, data, createdAt } of runs.follow(scope, jobId, after, signal)) {
      seen = seq
      yield { id: String(seq), event: type, data: { ...(data as object), at: createdAt } }
    }
    if (signal.aborted) return
    const run = await runs.find(db, scope, jobId)
    const last = (await runs.lastEventNumber(db, scope, jobId)) ?? seen
    if (!run || after > last) return
    const source = await findSourceByNo(db, revisionOf(run), revisionOf(run).no)
    yield { id: String(last + 1), event: 'end', data: endOf(run, source) }
  }

  return async (
    scope: Scope,
    collectionId: string,
    jobId: string,
    { lastEventId, signal }: FollowRequest,
  ): Promise<AsyncGenerator<ServerEvent>> => {
    const source = await findSourceByRun(db, await getCollection(db, scope, collectionId), jobId)
    if (!source) throw jobNotFound()
    return events(scope, jobId, lastEventNumberOf(lastEventId), signal)
  }
}

export type FollowJob = ReturnType<typeof createFollowJob>

/** A job that a later one has replaced was cancelled, also where it noticed that by itself. */
function endOf(run: Run, source: Source | null) {
  const isLast = source?.runId === run.id
  const status = run.status === 'succeeded' ? (isLast ? 'ready' : 'cancelled') : run.status
  const { code, message } = run.error ?? {}
  return {
    status,
    error: status === 'failed' ? (isLast && source.error) || { code, message, stage: null } : null,
    chunkCount: isLast && status === 'ready' ? source.chunkCount : null,
    at: run.endedAt,
  }
}
