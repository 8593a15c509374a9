import { type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Range } from './coverage.ts'

export type PauseRow = { pausedAt: string; resumedAt: string | null; reason: string }

/** Whether the triggers of a project are paused, as a condition. */
export const isPaused = (projectId: Statement): Statement => sql`
  exists (select from trigger_pause p where p.project_id = ${projectId} and p.resumed_at is null)`

export async function findPause(q: Queryable, projectId: string): Promise<PauseRow | null> {
  const [row] = await q.rows<PauseRow>(sql`
    select paused_at as "pausedAt", resumed_at as "resumedAt", reason from trigger_pause
    where project_id = ${projectId} and resumed_at is null`)
  return row ?? null
}

/** False when they are paused already. */
export async function insertPause(tx: Tx, projectId: string, at: Date, reason: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into trigger_pause (project_id, paused_at, reason) values (${projectId}, ${at}, ${reason})
    on conflict do nothing returning 1`)
  return rows.length > 0
}

export async function endPause(tx: Tx, projectId: string, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    update trigger_pause set resumed_at = ${at} where project_id = ${projectId} and resumed_at is null returning 1`)
  return rows.length > 0
}

export const listPauses = (q: Queryable, projectId: string, { from, to }: Range): Promise<PauseRow[]> =>
  q.rows<PauseRow>(sql`
    select paused_at as "pausedAt", resumed_at as "resumedAt", reason from trigger_pause
    where project_id = ${projectId} and paused_at < ${to} and coalesce(resumed_at, 'infinity') > ${from}`)

/**
 * Waits for everything that is just being started in the project; what comes behind finds its triggers changed, and so sees
 * what this transaction does. None is added meanwhile.
 */
export async function holdAllTriggers(tx: Tx, projectId: string): Promise<void> {
  await tx.rows(sql`select 1 from project where id = ${projectId} for no key update`)
  await tx.rows(sql`
    select 1 from trigger_instance where project_id = ${projectId} order by id for no key update`)
  await tx.rows(sql`
    update trigger_instance set pause_count = pause_count + 1 where project_id = ${projectId}`)
}
