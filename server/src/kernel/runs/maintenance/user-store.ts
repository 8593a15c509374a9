import { type Queryable, sql, type Tx } from '../../db/db.ts'
import type { Scope } from '../../scope.ts'

/** A worker that is processing one of them finds it deleted and writes nothing. */
export async function deleteRunsOf(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(
    sql`delete from run_schedule where project_id = ${scope.projectId} and external_user_id = ${userId}`,
  )
  await tx.rows(sql`
    delete from run
    where project_id = ${scope.projectId} and external_user_id = ${userId} and external_user_id <> project_id`)
}

export async function moveRunsOf(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    update run_schedule set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId}`)
  await tx.rows(sql`
    update run set external_user_id = ${intoId}
    where project_id = ${scope.projectId} and external_user_id = ${fromId} and external_user_id <> project_id`)
}

export type RunOfUser = {
  id: string
  kind: string
  status: string
  input: unknown
  output: unknown
  createdAt: string
  endedAt: string | null
}

export async function listRunsOf(
  q: Queryable,
  scope: Scope,
  userId: string,
  after: string,
  most: number,
): Promise<RunOfUser[]> {
  return q.rows<RunOfUser>(sql`
    select id, kind, status, input, output, created_at as "createdAt", ended_at as "endedAt" from run
    where project_id = ${scope.projectId} and external_user_id = ${userId} and external_user_id <> project_id
      and id > ${after}::uuid
    order by id limit ${most}`)
}
