import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { moveUserRows } from '../../../kernel/user-rows.ts'

export type NewQuote = { id: string; model: string; ceilingMicro: number; at: Date; expiresAt: Date }

export async function insertQuote(tx: Tx, scope: Scope, quote: NewQuote): Promise<void> {
  await tx.rows(sql`
    insert into llm_quote (project_id, id, external_user_id, model, ceiling_micro, status, created_at, expires_at)
    values (${scope.projectId}, ${quote.id}, ${scope.externalUser.id}, ${quote.model}, ${quote.ceilingMicro}, 'open',
      ${quote.at}, ${quote.expiresAt})`)
}

export type StoredQuote = { model: string; ceilingMicro: number; status: string }

export async function findQuote(q: Queryable, scope: Scope, id: string): Promise<StoredQuote | null> {
  const [row] = await q.rows<StoredQuote>(sql`
    select model, ceiling_micro as "ceilingMicro", status from llm_quote
    where project_id = ${scope.projectId} and id = ${id} and external_user_id = ${scope.externalUser.id}`)
  return row ?? null
}

/** False when it was used before, or its time is over. */
export async function useQuote(tx: Tx, scope: Scope, id: string, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    update llm_quote set status = 'used'
    where project_id = ${scope.projectId} and id = ${id} and status = 'open' and expires_at > ${at} returning id`)
  return rows.length > 0
}

export async function listOverdueQuotes(
  q: Queryable,
  at: Date,
  limit: number,
): Promise<{ projectId: string; id: string; ceilingMicro: number }[]> {
  return q.rows(sql`
    select project_id as "projectId", id, ceiling_micro as "ceilingMicro" from llm_quote
    where status = 'open' and expires_at < ${at} order by expires_at limit ${limit}`)
}

export async function expireQuote(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    update llm_quote set status = 'expired' where project_id = ${projectId} and id = ${id} and status = 'open'
    returning id`)
  return rows.length > 0
}

export const moveQuotes = moveUserRows('llm_quote')
