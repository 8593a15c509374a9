import type { Db } from '../../../../kernel/db/db.ts'
import type { ServerEvent } from '../../../../kernel/http/endpoint.ts'
import { lastEventNumberOf } from '../../../../kernel/http/streams/last-event-id.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { findExecution } from '../../store/executions/read.ts'
import { executionNotFound } from './refusals.ts'

export type FollowDeps = { db: Db; runs: Pick<Runs, 'follow' | 'lastEventNumber'> }

export type FollowRequest = { lastEventId: string | null; signal: AbortSignal }

/**
 * The log of an execution as a stream that ends with it. Events have the numbers of the log; the last one, `end`, has the
 * number behind them, so that a reader who has seen it and comes back is given nothing twice.
 */
export function createFollow({ db, runs }: FollowDeps) {
  async function* events(
    scope: Scope,
    id: string,
    after: number,
    signal: AbortSignal,
  ): AsyncGenerator<ServerEvent> {
    let seen = after
    for await (const { seq, type, data, createdAt } of runs.follow(scope, id, after, signal)) {
      seen = seq
      yield { id: String(seq), event: type, data: { ...(data as object), at: createdAt } }
    }
    if (signal.aborted) return
    const execution = await findExecution(db, scope, id)
    // Events may have been deleted before the execution is: their numbers are not given again.
    const last = (await runs.lastEventNumber(db, scope, id)) ?? seen
    if (!execution || after > last) return
    const { status, output, error, endedAt } = execution
    const data = { executionId: id, status, outputData: output, error, at: endedAt }
    yield { id: String(last + 1), event: 'end', data }
  }

  return async (scope: Scope, id: string, { lastEventId, signal }: FollowRequest) => {
    if (!(await findExecution(db, scope, id))) throw executionNotFound()
    return events(scope, id, lastEventNumberOf(lastEventId), signal)
  }
}

export type Follow = ReturnType<typeof createFollow>
