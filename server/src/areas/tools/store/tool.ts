import { prepared, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Implementation, ToolContent, ToolType } from '../schema/tool.ts'

/** A custom tool as it is stored. */
export type ToolRow = ToolContent & {
  id: string
  slug: string
  toolkitSlug: string
  type: ToolType
  noAuth: boolean
  scopes: string[]
  tags: string[]
  isImportant: boolean
  popularityScore: number
  isDisabled: boolean
  version: string
  availableVersions: string[]
  triggerThreadKey: string | null
  priceMicro: number | null
  contentHash: string
  tokenCount: number
  revision: number
  createdAt: string
  updatedAt: string
}

export type NewToolRow = Omit<ToolRow, 'revision' | 'createdAt' | 'updatedAt'>

const columns =
  sqlText(`t.id, t.slug, t.toolkit_slug as "toolkitSlug", t.name, t.description, t.instructions, t.type,
  t.no_auth as "noAuth", t.scopes, t.tags, t.is_important as "isImportant", t.popularity_score as "popularityScore",
  t.is_deprecated as "isDeprecated", t.is_disabled as "isDisabled", t.version,
  t.available_versions as "availableVersions", t.trigger_thread_key as "triggerThreadKey",
  t.price_micro as "priceMicro", t.hints, t.input_parameters as "inputParameters",
  t.output_parameters as "outputParameters", t.implementation, t.content_hash as "contentHash",
  t.token_count as "tokenCount", t.revision, t.created_at as "createdAt", t.updated_at as "updatedAt"`)

/** Null when the project already has a tool of that slug. */
export async function insertTool(tx: Tx, scope: Scope, tool: NewToolRow, at: Date): Promise<ToolRow | null> {
  const [row] = await tx.rows<ToolRow>(sql`
    insert into tool as t (project_id, id, slug, slug_key, toolkit_slug, name, description, instructions, type, no_auth,
      scopes, tags, is_important, popularity_score, is_deprecated, is_disabled, version, available_versions,
      trigger_thread_key, price_micro, hints, input_parameters, output_parameters, implementation, content_hash,
      token_count, created_at, updated_at)
    values (${scope.projectId}, ${tool.id}, ${tool.slug}, ${tool.slug.toLowerCase()}, ${tool.toolkitSlug}, ${tool.name},
      ${tool.description}, ${tool.instructions}, ${tool.type}, ${tool.noAuth}, ${tool.scopes}, ${tool.tags},
      ${tool.isImportant}, ${tool.popularityScore}, ${tool.isDeprecated}, ${tool.isDisabled}, ${tool.version},
      ${tool.availableVersions}, ${tool.triggerThreadKey}, ${tool.priceMicro}, ${JSON.stringify(tool.hints)},
      ${storableJson(tool.inputParameters)}, ${storableJson(tool.outputParameters)},
      ${tool.implementation && storableJson(tool.implementation)}, ${tool.contentHash}, ${tool.tokenCount},
      ${at}, ${at})
    on conflict do nothing returning ${columns}`)
  return row ?? null
}

/** Null when another tool of the project has the slug. */
export async function updateTool(tx: Tx, scope: Scope, tool: NewToolRow, at: Date): Promise<ToolRow | null> {
  const [row] = await tx.rows<ToolRow>(sql`
    update tool t set slug = ${tool.slug}, slug_key = ${tool.slug.toLowerCase()}, toolkit_slug = ${tool.toolkitSlug},
      name = ${tool.name}, description = ${tool.description}, instructions = ${tool.instructions}, type = ${tool.type},
      no_auth = ${tool.noAuth}, scopes = ${tool.scopes}, tags = ${tool.tags}, is_important = ${tool.isImportant},
      popularity_score = ${tool.popularityScore}, is_deprecated = ${tool.isDeprecated},
      is_disabled = ${tool.isDisabled}, version = ${tool.version}, available_versions = ${tool.availableVersions},
      trigger_thread_key = ${tool.triggerThreadKey}, price_micro = ${tool.priceMicro},
      hints = ${JSON.stringify(tool.hints)}, input_parameters = ${storableJson(tool.inputParameters)},
      output_parameters = ${storableJson(tool.outputParameters)},
      implementation = ${tool.implementation && storableJson(tool.implementation)}, content_hash = ${tool.contentHash},
      token_count = ${tool.tokenCount}, revision = t.revision + 1, updated_at = ${at}
    where t.project_id = ${scope.projectId} and t.id = ${tool.id} and not exists (
      select 1 from tool o where o.project_id = ${scope.projectId} and o.slug_key = ${tool.slug.toLowerCase()}
        and o.id <> ${tool.id})
    returning ${columns}`)
  return row ?? null
}

export async function findToolRow(
  q: Queryable,
  scope: Scope,
  slugOrId: string,
  isId: boolean,
): Promise<ToolRow | null> {
  const which = isId ? sql`t.id = ${slugOrId}` : sql`t.slug_key = ${slugOrId.toLowerCase()}`
  const [row] = await q.rows<ToolRow>(
    prepared(sql`select ${columns} from tool t where t.project_id = ${scope.projectId} and ${which}`),
  )
  return row ?? null
}

/** That the project made a tool of that slug, or decided something about one. */
export const isOwnOrDecided = ({ projectId }: Scope, slug: string): Statement => sql`
  exists (select from tool where project_id = ${projectId} and slug_key = ${slug})
  or exists (select from tool_setting where project_id = ${projectId} and slug = ${slug})`

/** Finds the slug of the toolkit that the tool belongs to. */
export const toolkitSlugOf = (scope: Scope, slugOrId: string, isId: boolean): Statement =>
  isId
    ? sql`(select t.toolkit_slug from tool t where t.project_id = ${scope.projectId} and t.id = ${slugOrId})`
    : sql`(select t.toolkit_slug from tool t
        where t.project_id = ${scope.projectId} and t.slug_key = ${slugOrId.toLowerCase()})`

export async function lockTool(tx: Tx, scope: Scope, id: string): Promise<ToolRow | null> {
  const [row] = await tx.rows<ToolRow>(sql`
    select ${columns} from tool t where t.project_id = ${scope.projectId} and t.id = ${id} for update`)
  return row ?? null
}

export async function deleteTool(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from tool where project_id = ${scope.projectId} and id = ${id}`)
}

export async function deleteToolsOf(tx: Tx, scope: Scope, toolkitSlug: string): Promise<void> {
  await tx.rows(sql`delete from tool where project_id = ${scope.projectId} and toolkit_slug = ${toolkitSlug}`)
}

/** Concurrent inserts cannot exceed the limit of a project. */
export async function lockToolCount(tx: Tx, scope: Scope): Promise<number> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`tool:${scope.projectId}`}, 0))`)
  const [row] = await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from tool where project_id = ${scope.projectId}`)
  return row!.count
}

export async function countByToolkit(
  q: Queryable,
  scope: Scope,
): Promise<{ toolkitSlug: string; actions: number; triggers: number }[]> {
  return q.rows(sql`
    select toolkit_slug as "toolkitSlug", count(*) filter (where type = 'action')::int as actions,
      count(*) filter (where type <> 'action')::int as triggers
    from tool where project_id = ${scope.projectId} group by toolkit_slug`)
}

const light =
  sqlText(`t.id, t.slug, t.toolkit_slug as "toolkitSlug", t.name, t.description, t.type, t.no_auth as "noAuth",
  t.scopes, t.tags, t.is_important as "isImportant", t.popularity_score as "popularityScore",
  t.is_deprecated as "isDeprecated", t.is_disabled as "isDisabled", t.version, t.hints, t.token_count as "tokenCount",
  t.created_at as "createdAt", t.updated_at as "updatedAt"`)

/** A custom tool as lists need it: without schemas, scripts and instructions. */
export type LightToolRow = Pick<
  ToolRow,
  | 'id'
  | 'slug'
  | 'toolkitSlug'
  | 'name'
  | 'description'
  | 'type'
  | 'noAuth'
  | 'scopes'
  | 'tags'
  | 'isImportant'
  | 'popularityScore'
  | 'isDeprecated'
  | 'isDisabled'
  | 'version'
  | 'hints'
  | 'tokenCount'
  | 'createdAt'
  | 'updatedAt'
>

export async function listLightTools(
  q: Queryable,
  scope: Scope,
  toolkitSlug: string | null,
): Promise<LightToolRow[]> {
  return q.rows<LightToolRow>(sql`
    select ${light} from tool t
    where t.project_id = ${scope.projectId} and (${toolkitSlug}::text is null or t.toolkit_slug = ${toolkitSlug})
    order by t.slug_key`)
}

/** Another text whenever a tool of the project was made, changed or deleted. */
export async function toolsVersion(q: Queryable, scope: Scope): Promise<string> {
  const [row] = await q.rows<{ mark: string }>(sql`
    select count(*) || ' ' || coalesce(sum(hashtextextended(concat_ws(' ', id, revision), 0)), 0) as mark
    from tool where project_id = ${scope.projectId}`)
  return row!.mark
}

/** The requests that the tools of a toolkit send. */
export async function listRequests(
  q: Queryable,
  { projectId }: Scope,
  toolkitSlug: string,
): Promise<Extract<Implementation, { kind: 'http' }>[]> {
  const rows = await q.rows<{ implementation: Extract<Implementation, { kind: 'http' }> }>(sql`
    select implementation from tool
    where project_id = ${projectId} and toolkit_slug = ${toolkitSlug} and implementation->>'kind' = 'http'`)
  return rows.map(({ implementation }) => implementation)
}
