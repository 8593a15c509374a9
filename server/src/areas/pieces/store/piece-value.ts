import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'

export type PiecePlace = { piece: string; place: string }

export async function findPieceValue(
  q: Queryable,
  scope: Scope,
  { piece, place }: PiecePlace,
  key: string,
): Promise<unknown> {
  const [row] = await q.rows<{ value: unknown }>(sql`
    select value from piece_value
    where project_id = ${scope.projectId} and external_user_id = ${scope.externalUser.id}
      and piece = ${piece} and place = ${place} and key = ${key}`)
  return row?.value ?? null
}

/** How many keys the place has beside these. */
export async function countPieceValues(
  q: Queryable,
  scope: Scope,
  { piece, place }: PiecePlace,
  except: readonly string[],
): Promise<number> {
  const [row] = await q.rows<{ count: number }>(sql`
    select count(*)::int as count from piece_value
    where project_id = ${scope.projectId} and external_user_id = ${scope.externalUser.id}
      and piece = ${piece} and place = ${place} and key <> all (${except}::text[])`)
  return row!.count
}

export async function putPieceValue(
  tx: Tx,
  scope: Scope,
  { piece, place }: PiecePlace,
  entry: { key: string; json: string; at: Date },
): Promise<void> {
  await tx.rows(sql`
    insert into piece_value (project_id, external_user_id, piece, place, key, value, updated_at)
    values (${scope.projectId}, ${scope.externalUser.id}, ${piece}, ${place}, ${entry.key},
      ${storableJson(JSON.parse(entry.json))}::jsonb, ${entry.at})
    on conflict (project_id, external_user_id, piece, place, key)
      do update set value = excluded.value, updated_at = excluded.updated_at`)
}

export async function deletePieceValue(
  q: Queryable,
  scope: Scope,
  { piece, place }: PiecePlace,
  key: string,
): Promise<void> {
  await q.rows(sql`
    delete from piece_value
    where project_id = ${scope.projectId} and external_user_id = ${scope.externalUser.id}
      and piece = ${piece} and place = ${place} and key = ${key}`)
}

export type StoredValue = { key: string; isShared: boolean; value: unknown }

/** What is stored for a place, with what its piece shares between places. */
export const listPlaceValues = (
  q: Queryable,
  { projectId, externalUser }: Scope,
  { place, sharedPlace }: { place: string; sharedPlace: string },
): Promise<StoredValue[]> =>
  q.rows<StoredValue>(sql`
    select key, place = ${sharedPlace} as "isShared", value from piece_value
    where project_id = ${projectId} and external_user_id = ${externalUser.id} and place in (${place}, ${sharedPlace})
      and piece in (
        select piece from piece_value
        where project_id = ${projectId} and external_user_id = ${externalUser.id} and place = ${place})`)

/** Everything under one key, when its owner was deleted. */
export async function deletePiecePlace(tx: Tx, scope: Scope, place: string): Promise<void> {
  await tx.rows(sql`
    delete from piece_value
    where project_id = ${scope.projectId} and external_user_id = ${scope.externalUser.id} and place = ${place}`)
}

export async function erasePieceValues(tx: Tx, scope: Scope, userId: string): Promise<void> {
  await tx.rows(sql`
    delete from piece_value where project_id = ${scope.projectId} and external_user_id = ${userId}`)
}

/** What both have stays as the user has it into whom the other is merged. */
export async function movePieceValues(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
  await tx.rows(sql`
    insert into piece_value (project_id, external_user_id, piece, place, key, value, updated_at)
    select project_id, ${intoId}, piece, place, key, value, updated_at from piece_value
    where project_id = ${scope.projectId} and external_user_id = ${fromId}
    on conflict do nothing`)
  await erasePieceValues(tx, scope, fromId)
}

export type PieceValueRow = PiecePlace & { key: string; value: unknown }

export async function listPieceValues(
  q: Queryable,
  scope: Scope,
  userId: string,
  after: Omit<PieceValueRow, 'value'>,
  count: number,
): Promise<PieceValueRow[]> {
  return q.rows<PieceValueRow>(sql`
    select piece, place, key, value from piece_value
    where project_id = ${scope.projectId} and external_user_id = ${userId}
      and (piece, place, key) > (${after.piece}, ${after.place}, ${after.key})
    order by piece, place, key limit ${count}`)
}
