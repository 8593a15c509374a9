import { prepared, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AuthScheme } from '../ports/auth-scheme.ts'
import type { Drift, DriftCheck, Selection } from '../ports/project-toolkit.ts'

/** A toolkit of the project's own, or its newer description of one that the product ships. */
export type ToolkitRow = {
  id: string
  slug: string
  provider: 'LOCAL' | 'OPENAPI' | 'MCP'
  name: string
  description: string
  logo: string | null
  app_url: string | null
  categories: string[]
  auth_schemes: AuthScheme[]
  no_auth: boolean
  base_url: string | null
  current_user_path: string | null
  version: string
  available_versions: string[]
  popularity_score: number
  regions: string[] | null
  source_url: string | null
  selection: Selection
  tool_count: number
  described_at: string | null
  is_disabled: boolean
  is_copy: boolean
  drift_check: DriftCheck | null
  checked_at: string | null
  check_fault: string | null
  drift: Drift | null
  drifted_at: string | null
  revision: number
  created_at: string
  updated_at: string
}

export type NewToolkitRow = Omit<
  ToolkitRow,
  'revision' | 'created_at' | 'updated_at' | 'checked_at' | 'check_fault' | 'drift' | 'drifted_at'
>

const columns = sql`id, slug, provider, name, description, logo, app_url, categories, auth_schemes, no_auth, base_url,
  current_user_path, version, available_versions, popularity_score, regions, source_url, selection, tool_count,
  described_at, is_disabled, is_copy, drift_check, checked_at, check_fault, drift, drifted_at, revision, created_at,
  updated_at`

/** Takes the project's row, so that requests at the same moment cannot pass the limit together. */
export async function countToolkits(tx: Tx, scope: Scope): Promise<number> {
  await tx.rows(sql`select 1 from project where id = ${scope.projectId} for no key update`)
  return countRows(tx, sql`toolkit where project_id = ${scope.projectId}`)
}

/** Null when the slug is taken. */
export async function insertToolkit(
  tx: Tx,
  scope: Scope,
  row: NewToolkitRow,
  at: Date,
): Promise<ToolkitRow | null> {
  const [made] = await tx.rows<ToolkitRow>(sql`
    insert into toolkit (project_id, id, slug, provider, name, description, logo, app_url, categories, auth_schemes,
      no_auth, base_url, current_user_path, version, available_versions, popularity_score, regions, source_url, selection,
      tool_count, described_at, is_disabled, is_copy, drift_check, created_at, updated_at)
    values (${scope.projectId}, ${row.id}, ${row.slug}, ${row.provider}, ${row.name}, ${row.description}, ${row.logo},
      ${row.app_url}, ${row.categories}, ${storableJson(row.auth_schemes)}, ${row.no_auth}, ${row.base_url},
      ${row.current_user_path}, ${row.version}, ${row.available_versions}, ${row.popularity_score}, ${row.regions},
      ${row.source_url}, ${storableJson(row.selection)}, ${row.tool_count}, ${row.described_at}, ${row.is_disabled},
      ${row.is_copy}, ${row.drift_check}, ${at}, ${at})
    on conflict (project_id, slug) do nothing
    returning ${columns}`)
  return made ?? null
}

/** The slug may also be a statement that finds it. */
export async function findToolkitBySlug(
  q: Queryable,
  scope: Scope,
  slug: string | Statement,
): Promise<ToolkitRow | null> {
  const [row] = await q.rows<ToolkitRow>(
    prepared(sql`select ${columns} from toolkit where project_id = ${scope.projectId} and slug = ${slug}`),
  )
  return row ?? null
}

export async function findToolkitById(q: Queryable, scope: Scope, id: string): Promise<ToolkitRow | null> {
  const [row] = await q.rows<ToolkitRow>(sql`
    select ${columns} from toolkit where project_id = ${scope.projectId} and id = ${id}`)
  return row ?? null
}

/** Takes the row until the transaction ends. What refers to it can still be added. */
export async function lockToolkit(tx: Tx, scope: Scope, id: string): Promise<ToolkitRow | null> {
  const [row] = await tx.rows<ToolkitRow>(sql`
    select ${columns} from toolkit where project_id = ${scope.projectId} and id = ${id} for no key update`)
  return row ?? null
}

/** All of them: how many a project may have is bounded. */
export async function listToolkitRows(q: Queryable, scope: Scope): Promise<ToolkitRow[]> {
  return q.rows<ToolkitRow>(
    prepared(sql`select ${columns} from toolkit where project_id = ${scope.projectId} order by slug`),
  )
}

export async function listToolkitStates(
  q: Queryable,
  scope: Scope,
): Promise<Pick<ToolkitRow, 'slug' | 'is_disabled' | 'is_copy'>[]> {
  return q.rows(sql`
    select slug, is_disabled, is_copy from toolkit where project_id = ${scope.projectId}`)
}

/** Another text whenever a toolkit of the project was made, changed or deleted. */
export async function toolkitsRevision(q: Queryable, scope: Scope): Promise<string> {
  const [row] = await q.rows<{ revision: string }>(sql`
    select count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws(' ', id, revision, created_at), 0)), 0) as revision
    from toolkit where project_id = ${scope.projectId}`)
  return row!.revision
}

/** Writes every column that can change; the slug must not be another's. */
export async function updateToolkit(tx: Tx, scope: Scope, row: ToolkitRow, at: Date): Promise<ToolkitRow> {
  const [updated] = await tx.rows<ToolkitRow>(sql`
    update toolkit
    set slug = ${row.slug}, name = ${row.name}, description = ${row.description}, logo = ${row.logo},
        app_url = ${row.app_url}, categories = ${row.categories}, auth_schemes = ${storableJson(row.auth_schemes)},
        no_auth = ${row.no_auth}, base_url = ${row.base_url}, current_user_path = ${row.current_user_path},
        version = ${row.version}, available_versions = ${row.available_versions},
        popularity_score = ${row.popularity_score}, regions = ${row.regions}, source_url = ${row.source_url},
        selection = ${storableJson(row.selection)}, tool_count = ${row.tool_count}, described_at = ${row.described_at},
        is_disabled = ${row.is_disabled}, drift_check = ${row.drift_check}, revision = revision + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${row.id}
    returning ${columns}`)
  return updated!
}

export async function deleteToolkit(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from toolkit where project_id = ${scope.projectId} and id = ${id}`)
}
