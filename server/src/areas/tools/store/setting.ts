import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** What a project decided about a tool that it did not make. */
export type ToolSetting = { slug: string; isDisabled: boolean; priceMicro: number | null }

export async function listToolSettings(
  q: Queryable,
  scope: Scope,
): Promise<ReadonlyMap<string, ToolSetting>> {
  const rows = await q.rows<ToolSetting>(sql`
    select slug, is_disabled as "isDisabled", price_micro as "priceMicro" from tool_setting
    where project_id = ${scope.projectId}`)
  return new Map(rows.map((row) => [row.slug, row]))
}

export async function findToolSetting(q: Queryable, scope: Scope, slug: string): Promise<ToolSetting | null> {
  const [row] = await q.rows<ToolSetting>(sql`
    select slug, is_disabled as "isDisabled", price_micro as "priceMicro" from tool_setting
    where project_id = ${scope.projectId} and slug = ${slug}`)
  return row ?? null
}

export async function putToolSetting(tx: Tx, scope: Scope, setting: ToolSetting, at: Date): Promise<void> {
  await tx.rows(sql`
    insert into tool_setting (project_id, slug, is_disabled, price_micro, updated_at)
    values (${scope.projectId}, ${setting.slug}, ${setting.isDisabled}, ${setting.priceMicro}, ${at})
    on conflict (project_id, slug) do update set is_disabled = excluded.is_disabled,
      price_micro = excluded.price_micro, updated_at = excluded.updated_at`)
}
