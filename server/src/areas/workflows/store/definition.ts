import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/** The stored graph of a version; null when it does not exist. Versions never change. */
export async function findDefinition(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  workflowId: string,
  version: number,
): Promise<{ definition: unknown; hash: string } | null> {
  const [row] = await q.rows<{ definition: unknown; hash: string }>(sql`
    select definition, hash from workflow_version
    where project_id = ${projectId} and workflow_id = ${workflowId} and version = ${version}`)
  return row ?? null
}

/**
 * Which version of a workflow the acting user can execute: the wanted one, else the active one. Null when the workflow
 * does not exist for the user; the version is null when there is no such one.
 */
export async function findExecutableVersion(
  q: Queryable,
  scope: Scope,
  workflowId: string,
  version: number | undefined,
): Promise<{ version: number | null } | null> {
  const [row] = await q.rows<{ version: number | null }>(sql`
    select v.version from workflow w
    left join workflow_version v on v.project_id = w.project_id and v.workflow_id = w.id
      and v.version = coalesce(${version ?? null}::int, w.active_version)
    where w.project_id = ${scope.projectId} and w.id = ${workflowId}
      and (${scope.acrossUsers} or w.is_public or w.external_user_id in (${scope.externalUser.id}, ${scope.projectId}))`)
  return row ?? null
}

/** The newest account of the acting user for a toolkit that can be used; null when there is none. */
export async function findNewestAccount(
  q: Queryable,
  { projectId, externalUser }: Scope,
  toolkitSlug: string,
): Promise<string | null> {
  const [row] = await q.rows<{ id: string }>(sql`
    select id from connected_account
    where project_id = ${projectId} and toolkit_slug = ${toolkitSlug} and external_user_id = ${externalUser.id}
      and status = 'ACTIVE' and not is_disabled
    order by created_at desc, id desc limit 1`)
  return row?.id ?? null
}

/** The newest account of the acting user under an auth config that can be used; null when there is none. */
export async function findAccountUnder(
  q: Queryable,
  { projectId, externalUser }: Scope,
  authConfigId: string,
): Promise<string | null> {
  const [row] = await q.rows<{ id: string }>(sql`
    select id from connected_account
    where project_id = ${projectId} and auth_config_id = ${authConfigId} and external_user_id = ${externalUser.id}
      and status = 'ACTIVE' and not is_disabled
    order by created_at desc, id desc limit 1`)
  return row?.id ?? null
}
