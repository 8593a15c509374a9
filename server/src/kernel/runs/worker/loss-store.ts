import { type Queryable, sql, type Tx } from '../../db/db.ts'
import type { Run, RunKind } from '../run.ts'
import { type RunRow, runColumns, toRun } from '../store/run-row.ts'

/** For each kind that this worker knows: how many workers a run may lose, and whether its area takes part in its end. */
export type LossLimits = { kinds: string[]; most: number[]; hasOnEnd: boolean[] }

// A run that loses more workers than this is most likely what kills them.
const maxLosses = 5

export const lossLimits = (kinds: readonly RunKind[]): LossLimits => ({
  kinds: kinds.map(({ kind }) => kind),
  most: kinds.map((kind) => kind.maxLosses ?? maxLosses),
  hasOnEnd: kinds.map(({ onEnd, endRows }) => onEnd !== undefined || endRows !== undefined),
})

const workerLost = sql`jsonb_build_object('code', 'worker_lost', 'message',
  'The server that executed this was lost' || case when r.losses = 0 then '' else ' ' || (r.losses + 1) || ' times' end
  || ': try again, and if it repeats, look for the cause in its log')`

const concernsOthers = sql`(kind_limit.has_on_end or run.parent_id is not null or run.has_children)`

/**
 * Puts runs whose worker fell silent back into their queue, and gives up those that lost too many. Those whose
 * end concerns others, their area or runs of their tree, are left to `failLostRun`. A kind that this worker does not know is left to one that does; when none has
 * come for a minute, its runs go back into the queue, where the check for stranded kinds finds them.
 */
export async function releaseLostRuns(
  q: Queryable,
  limits: LossLimits,
): Promise<{ requeued: number; failed: number }> {
  const rows = await q.rows<{ status: string }>(sql`
    with lost as (
      select project_id, id, coalesce(losses + 1 > kind_limit.most, false) as is_too_many
      from run left join unnest(${limits.kinds}::text[], ${limits.most}::int[], ${limits.hasOnEnd}::bool[])
        as kind_limit (kind, most, has_on_end) using (kind)
      where status = 'running'
        and lease_until < now() - case when kind_limit.most is null then interval '1 minute' else interval '0' end
        and not coalesce(${concernsOthers} and losses + 1 > kind_limit.most, false)
      limit 500 for update of run skip locked
    )
    update run r
    set losses = r.losses + 1, interrupted_attempt = r.attempt, worker_id = null, lease_until = null,
        status = case when lost.is_too_many then 'failed' else 'queued' end,
        ended_at = case when lost.is_too_many then now() end,
        error = case when lost.is_too_many then ${workerLost} end,
        run_at = now()
    from lost where r.project_id = lost.project_id and r.id = lost.id
    returning r.status`)
  return {
    requeued: rows.filter(({ status }) => status === 'queued').length,
    failed: rows.filter(({ status }) => status === 'failed').length,
  }
}

export type LostRunId = { projectId: string; id: string }

/** Those that have lost too many workers, the present one included, and whose end concerns others. */
export async function listExhaustedRuns(q: Queryable, limits: LossLimits): Promise<LostRunId[]> {
  return q.rows(sql`
    select project_id as "projectId", id
    from run join unnest(${limits.kinds}::text[], ${limits.most}::int[], ${limits.hasOnEnd}::bool[])
      as kind_limit (kind, most, has_on_end) using (kind)
    where status = 'running' and lease_until < now() and losses + 1 > kind_limit.most and ${concernsOthers} limit 100`)
}

/** Null when another node was faster, or its worker is back. */
export async function failLostRun(tx: Tx, { projectId, id }: LostRunId): Promise<Run | null> {
  const [row] = await tx.rows<RunRow>(sql`
    update run r
    set losses = r.losses + 1, interrupted_attempt = r.attempt, worker_id = null, lease_until = null,
        status = 'failed', ended_at = now(), run_at = now(), error = ${workerLost}
    where r.project_id = ${projectId} and r.id = ${id} and r.status = 'running' and r.lease_until < now()
    returning ${runColumns}`)
  return row ? toRun(row) : null
}
