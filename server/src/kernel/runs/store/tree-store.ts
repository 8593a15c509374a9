import { type Queryable, sql, type Tx } from '../../db/db.ts'
import { storableJson } from '../../db/json.ts'
import type { NewRun, Run, RunError, RunStatus } from '../run.ts'
import { toStoredScope } from '../run-scope.ts'
import { type Claim, type RunRow, runColumns, toRun } from './run-row.ts'

export type ChildToInsert = NewRun & { id: string; runAt: Date; at: Date }

/**
 * Adds a run that belongs to another one. The caller holds the parent's row, so that a cancel either comes first, and is
 * seen here, or finds the child.
 */
export async function insertChild(
  tx: Tx,
  parent: Run,
  child: ChildToInsert,
  maxDescendants: number,
  channel: string,
): Promise<'added' | 'cancelled' | 'too_many'> {
  const [own] = await tx.rows<{ isCancelRequested: boolean; descendants: number }>(sql`
    update run r set has_children = true
    where r.project_id = ${parent.projectId} and r.id = ${parent.id}
    returning r.cancel_requested_at is not null as "isCancelRequested",
      (select count(*)::int from (
         select from run d where d.project_id = r.project_id and d.root_id = coalesce(r.root_id, r.id)
         limit ${maxDescendants}) as descendant) as descendants`)
  if (own?.isCancelRequested) return 'cancelled'
  if (!own || own.descendants >= maxDescendants) return 'too_many'
  await tx.rows(sql`
    with added as (
      insert into run (project_id, id, external_user_id, scope, kind, input, status, run_at, created_at,
                       parent_id, root_id, depth)
      select r.project_id, ${child.id}, r.external_user_id, ${JSON.stringify(toStoredScope(parent.scope))}, ${child.kind},
             ${storableJson(child.input)},
             case when ${child.runAt}::timestamptz <= ${child.at}::timestamptz then 'queued' else 'waiting' end,
             ${child.runAt}, ${child.at}, r.id, coalesce(r.root_id, r.id), r.depth + 1
      from run r where r.project_id = ${parent.projectId} and r.id = ${parent.id}
      returning kind
    )
    select pg_notify(${channel}, kind) from added`)
  return 'added'
}

/** Holds the row of a run that is ours: false when it is not. Children that end meanwhile wait for the transaction. */
export async function lockClaim(tx: Tx, claim: Claim): Promise<boolean> {
  const rows = await tx.rows(sql`
    select id from run
    where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
    for no key update`)
  return rows.length === 1
}

export type ChildState = { id: string; status: RunStatus; output: unknown; error: RunError | null }

/** Those of the given ids that are children of the run, in no particular order. */
export async function listChildren(
  q: Queryable,
  parent: Claim,
  ids: readonly string[],
): Promise<ChildState[]> {
  return q.rows<ChildState>(sql`
    select id, status, output, error from run
    where project_id = ${parent.projectId} and parent_id = ${parent.id} and id = any(${ids}::uuid[])`)
}

type TreeId = { projectId: string; id: string }
export type LockedRun = { id: string; status: RunStatus; parentId: string | null }

/**
 * Holds the run, its parent and its open descendants, in the order of their ids as every other statement that holds
 * several runs, so that no two of them wait for each other. Returns the run and its open descendants.
 */
export async function lockTree(tx: Tx, { projectId, id }: TreeId): Promise<LockedRun[]> {
  const locked = await tx.rows<LockedRun>(sql`
    with recursive tree as (
      select id, parent_id from run where project_id = ${projectId} and id = ${id}
      union all
      select c.id, c.parent_id from tree join run c
        on c.project_id = ${projectId} and c.parent_id = tree.id and c.ended_at is null
    )
    select r.id, r.status, r.parent_id as "parentId" from run r
    where r.project_id = ${projectId}
      and r.id in (select id from tree union all select parent_id from tree where id = ${id})
    order by r.project_id, r.id for no key update`)
  const parentId = locked.find((run) => run.id === id)?.parentId
  return locked.filter((run) => run.id !== parentId)
}

/** Requests the workers of these runs to stop. */
export async function requestCancels(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
  channel: string,
): Promise<void> {
  await tx.rows(sql`
    with marked as (
      update run set cancel_requested_at = coalesce(cancel_requested_at, now())
      where project_id = ${projectId} and id = any(${ids}::uuid[]) returning id
    )
    select pg_notify(${channel}, id::text) from marked`)
}

/** Ends runs that no worker has; the caller holds their rows. */
export async function cancelIdleRuns(tx: Tx, projectId: string, ids: readonly string[]): Promise<Run[]> {
  const rows = await tx.rows<RunRow>(sql`
    update run r
    set status = 'cancelled', cancel_requested_at = now(), ended_at = now(), waiting_for = null, joining = null
    where r.project_id = ${projectId} and r.id = any(${ids}::uuid[]) and r.status in ('queued', 'waiting')
    returning ${runColumns}`)
  return rows.map(toRun)
}

/** Wakes a parent that has waited for the last of its children; the caller holds its row, and the child has ended. */
export async function wakeJoined(tx: Tx, { projectId, id }: TreeId, channel: string): Promise<void> {
  await tx.rows(sql`
    with woken as (
      update run p set status = 'queued', run_at = now(), joining = null
      where p.project_id = ${projectId} and p.id = ${id} and p.status = 'waiting' and p.joining is not null
        and not exists (select from run c where c.project_id = p.project_id and c.parent_id = p.id
                        and c.ended_at is null and c.id = any(p.joining))
      returning p.kind
    )
    select pg_notify(${channel}, kind) from woken`)
}
