import { prepared, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The project's own words for a toolkit of the product. */
export type ToolkitOverrides = {
  name?: string
  description?: string
  logo?: string | null
  categories?: string[]
  popularityScore?: number
}

export type ToolkitSetting = {
  slug: string
  is_disabled: boolean
  overrides: ToolkitOverrides
  revision: number
  updated_at: string
}

/** Whether the project neither decided anything about a toolkit nor has one of its slug, and no condition is true. */
export async function isAsShipped(
  q: Queryable,
  { projectId }: Scope,
  slug: string,
  conditions: readonly Statement[],
): Promise<boolean> {
  const others = conditions.reduce((all, each) => sql`${all} or ${each}`, sql`false`)
  const [row] = await q.rows<{ isAsShipped: boolean }>(
    prepared(sql`
      select not (${others}
        or exists (select from toolkit where project_id = ${projectId} and slug = ${slug})
        or exists (select from toolkit_setting where project_id = ${projectId} and slug = ${slug})) as "isAsShipped"`),
  )
  return row!.isAsShipped
}

export async function listSettings(q: Queryable, scope: Scope): Promise<ToolkitSetting[]> {
  return q.rows<ToolkitSetting>(sql`
    select slug, is_disabled, overrides, revision, updated_at from toolkit_setting
    where project_id = ${scope.projectId}`)
}

/** The slugs of those that are switched off. */
export async function listDisabled(q: Queryable, scope: Scope): Promise<string[]> {
  const rows = await q.rows<{ slug: string }>(sql`
    select slug from toolkit_setting where project_id = ${scope.projectId} and is_disabled`)
  return rows.map(({ slug }) => slug)
}

/** The slug may also be a statement that finds it. */
export async function findSetting(
  q: Queryable,
  scope: Scope,
  slug: string | Statement,
): Promise<ToolkitSetting | null> {
  const [row] = await q.rows<ToolkitSetting>(
    prepared(sql`
      select slug, is_disabled, overrides, revision, updated_at from toolkit_setting
      where project_id = ${scope.projectId} and slug = ${slug}`),
  )
  return row ?? null
}

/** The setting of the toolkit, made if there is none and taken until the transaction ends. */
export async function lockSetting(tx: Tx, scope: Scope, slug: string, at: Date): Promise<ToolkitSetting> {
  const [row] = await tx.rows<ToolkitSetting>(sql`
    insert into toolkit_setting (project_id, slug, is_disabled, revision, updated_at)
    values (${scope.projectId}, ${slug}, false, 0, ${at})
    on conflict (project_id, slug) do update set slug = excluded.slug
    returning slug, is_disabled, overrides, revision, updated_at`)
  return row!
}

/** Leaves the setting as it is, under a revision that no one has seen yet. */
export async function raiseSetting(tx: Tx, scope: Scope, slug: string, by: number, at: Date): Promise<void> {
  await tx.rows(sql`
    insert into toolkit_setting (project_id, slug, is_disabled, revision, updated_at)
    values (${scope.projectId}, ${slug}, false, ${by}, ${at})
    on conflict (project_id, slug) do update
      set revision = toolkit_setting.revision + ${by}, updated_at = excluded.updated_at`)
}

export async function updateSetting(
  tx: Tx,
  scope: Scope,
  setting: Pick<ToolkitSetting, 'slug' | 'is_disabled' | 'overrides'>,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update toolkit_setting
    set is_disabled = ${setting.is_disabled}, overrides = ${storableJson(setting.overrides)},
        revision = revision + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and slug = ${setting.slug}`)
}
