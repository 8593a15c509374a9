import { allOf, likePattern, type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { countRows } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { AuthConfigQuery, Masks } from '../schema/auth-config.ts'
import { pageClauses, timedPage } from './timed-page.ts'

export type AuthConfigRow = {
  id: string
  name: string
  display_name: string | null
  toolkit_slug: string
  auth_scheme: string
  is_provider_managed: boolean
  scopes: string[]
  credentials: string
  credential_facts: Masks
  next_credentials: string | null
  next_facts: Masks | null
  previous_credentials: string | null
  previous_until: string | null
  restrict_to_tools: string[]
  creation_tools: string[]
  allowed_callback_urls: string[]
  is_disabled: boolean
  last_test: { isPassed: boolean; at: string } | null
  connection_count: number
  version: number
  created_at: string
  updated_at: string
}

export type NewAuthConfig = Pick<
  AuthConfigRow,
  | 'id'
  | 'name'
  | 'display_name'
  | 'toolkit_slug'
  | 'auth_scheme'
  | 'is_provider_managed'
  | 'scopes'
  | 'credentials'
  | 'credential_facts'
  | 'restrict_to_tools'
  | 'creation_tools'
  | 'allowed_callback_urls'
>

export type AuthConfigChange = Pick<
  AuthConfigRow,
  | 'display_name'
  | 'scopes'
  | 'next_credentials'
  | 'next_facts'
  | 'restrict_to_tools'
  | 'creation_tools'
  | 'allowed_callback_urls'
  | 'is_disabled'
>

const columns =
  sqlText(`c.id, c.name, c.display_name, c.toolkit_slug, c.auth_scheme, c.is_provider_managed, c.scopes,
  c.credentials, c.credential_facts, c.next_credentials, c.next_facts, c.previous_credentials, c.previous_until,
  c.restrict_to_tools, c.creation_tools, c.allowed_callback_urls, c.is_disabled, c.last_test, c.version, c.created_at,
  c.updated_at, (select count(*)::int from connected_account a
    where a.project_id = c.project_id and a.auth_config_id = c.id and a.connected_at is not null) as connection_count`)

/** Takes the project's row, so that requests at the same moment cannot pass the limit together. */
export async function countConfigs(tx: Tx, scope: Scope, toolkitSlug: string): Promise<number> {
  await tx.rows(sql`select 1 from project where id = ${scope.projectId} for no key update`)
  return countRows(
    tx,
    sql`auth_config where project_id = ${scope.projectId} and toolkit_slug = ${toolkitSlug}`,
  )
}

export async function insertConfig(tx: Tx, scope: Scope, config: NewAuthConfig, at: Date): Promise<void> {
  await tx.rows(sql`
    insert into auth_config (project_id, id, name, display_name, toolkit_slug, auth_scheme, is_provider_managed, scopes,
      credentials, credential_facts, restrict_to_tools, creation_tools, allowed_callback_urls, created_at, updated_at)
    values (${scope.projectId}, ${config.id}, ${config.name}, ${config.display_name}, ${config.toolkit_slug},
      ${config.auth_scheme}, ${config.is_provider_managed}, ${storableJson(config.scopes)}, ${config.credentials},
      ${storableJson(config.credential_facts)}, ${storableJson(config.restrict_to_tools)},
      ${storableJson(config.creation_tools)}, ${storableJson(config.allowed_callback_urls)}, ${at}, ${at})`)
}

export async function findConfig(q: Queryable, scope: Scope, id: string): Promise<AuthConfigRow | null> {
  const [row] = await q.rows<AuthConfigRow>(
    sql`select ${columns} from auth_config c where c.project_id = ${scope.projectId} and c.id = ${id}`,
  )
  return row ?? null
}

/** Of all toolkits. */
export const listConfigsOfScheme = (q: Queryable, scope: Scope, scheme: string): Promise<AuthConfigRow[]> =>
  q.rows(sql`
    select ${columns} from auth_config c where c.project_id = ${scope.projectId} and c.auth_scheme = ${scheme}
    order by c.created_at, c.id limit 200`)

export async function lockConfig(tx: Tx, scope: Scope, id: string): Promise<AuthConfigRow | null> {
  await tx.rows(
    sql`select 1 from auth_config where project_id = ${scope.projectId} and id = ${id} for no key update`,
  )
  return findConfig(tx, scope, id)
}

/** Whether the config is still there; accounts may then be added to it until the transaction ends. */
export async function holdConfig(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.rows(
    sql`select 1 from auth_config where project_id = ${scope.projectId} and id = ${id} for key share`,
  )
  return rows.length > 0
}

/** Also blocks accounts that are being added, which only hold a key-share lock on the row. */
export async function lockConfigForRemoval(tx: Tx, scope: Scope, id: string): Promise<AuthConfigRow | null> {
  await tx.rows(
    sql`select 1 from auth_config where project_id = ${scope.projectId} and id = ${id} for update`,
  )
  return findConfig(tx, scope, id)
}

export async function updateConfig(
  tx: Tx,
  scope: Scope,
  id: string,
  change: AuthConfigChange,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update auth_config set display_name = ${change.display_name}, scopes = ${storableJson(change.scopes)},
      next_credentials = ${change.next_credentials},
      next_facts = ${change.next_facts === null ? null : storableJson(change.next_facts)},
      restrict_to_tools = ${storableJson(change.restrict_to_tools)},
      creation_tools = ${storableJson(change.creation_tools)},
      allowed_callback_urls = ${storableJson(change.allowed_callback_urls)}, is_disabled = ${change.is_disabled},
      version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id}`)
}

/** The staged pair becomes the one in use, if it is still the one that worked. Moving it needs no opening. */
export async function promoteNext(
  tx: Tx,
  scope: Scope,
  id: string,
  worked: string,
  previousUntil: Date,
  at: Date,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    update auth_config set previous_credentials = credentials, previous_until = ${previousUntil},
      credentials = next_credentials, credential_facts = next_facts, next_credentials = null, next_facts = null,
      version = version + 1, updated_at = ${at}
    where project_id = ${scope.projectId} and id = ${id} and next_credentials = ${worked} returning id`)
  return rows.length > 0
}

export async function noteTest(
  q: Queryable,
  scope: Scope,
  id: string,
  test: { isPassed: boolean; at: string },
): Promise<void> {
  await q.rows(sql`
    update auth_config set last_test = ${storableJson(test)}
    where project_id = ${scope.projectId} and id = ${id}`)
}

export async function deleteConfig(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from auth_config where project_id = ${scope.projectId} and id = ${id}`)
}

/** Pairs that were replaced a day ago are of no use to anyone any more. */
export async function forgetPrevious(q: Queryable, at: Date): Promise<void> {
  await q.rows(sql`
    update auth_config set previous_credentials = null, previous_until = null
    where previous_until is not null and previous_until < ${at}`)
}

export async function listOfToolkit(
  q: Queryable,
  scope: Scope,
  toolkitSlug: string,
): Promise<AuthConfigRow[]> {
  return q.rows<AuthConfigRow>(sql`
    select ${columns} from auth_config c
    where c.project_id = ${scope.projectId} and c.toolkit_slug = ${toolkitSlug} order by c.id for update of c`)
}

/** Enabled configs of a toolkit, newest first. */
export async function listUsable(q: Queryable, scope: Scope, toolkitSlug: string): Promise<AuthConfigRow[]> {
  return q.rows<AuthConfigRow>(sql`
    select ${columns} from auth_config c
    where c.project_id = ${scope.projectId} and c.toolkit_slug = ${toolkitSlug} and not c.is_disabled
    order by c.created_at desc, c.id desc`)
}

const orders = {
  createdAt: { by: 'c.created_at', timeOf: 'created_at' },
  updatedAt: { by: 'c.updated_at', timeOf: 'updated_at' },
  name: { by: 'c.name', timeOf: null },
} as const

export async function listConfigs(
  q: Queryable,
  scope: Scope,
  query: AuthConfigQuery,
  slugs: readonly string[],
): Promise<Page<AuthConfigRow>> {
  const conditions = [sql`c.project_id = ${scope.projectId}`]
  if (!query.showDisabled) conditions.push(sql`not c.is_disabled`)
  if (slugs.length > 0) conditions.push(sql`c.toolkit_slug = any(${slugs})`)
  if (query.q) {
    const pattern = likePattern(query.q)
    conditions.push(
      sql`(c.name ilike ${pattern} or c.display_name ilike ${pattern} or c.toolkit_slug ilike ${pattern})`,
    )
  }
  const where = allOf(conditions)
  const order = { ...orders[query.sortBy], id: 'c.id', direction: query.sortOrder }
  const { behind, rest } = pageClauses(order, query)
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from auth_config c where ${where}`,
  )
  const rows = await q.rows<AuthConfigRow>(
    sql`select ${columns} from auth_config c where ${where} and ${behind} ${rest}`,
  )
  return timedPage(rows, count!.total, order, query)
}
