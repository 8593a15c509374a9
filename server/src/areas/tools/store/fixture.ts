import { allOf, type Queryable, type Statement, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { deleteUserRows, moveUserRows } from '../../../kernel/user-rows.ts'
import type { Fixture, FixtureQuery } from '../schema/fixture.ts'

/** A fixture as it is stored: payloads as texts. */
export type FixtureRow = Omit<Fixture, 'arguments' | 'outcome'> & { arguments: string; outcome: string }
export type NewFixture = Omit<FixtureRow, 'lastVerdict' | 'lastReplayedAt' | 'createdAt'>

const columns = sqlText(`f.id, f.name, f.tool_slug as "toolSlug", f.version, f.log_id as "logId",
  f.connected_account_id as "connectedAccountId", f.arguments, f.outcome, f.ignored_paths as "ignoredPaths",
  f.last_verdict as "lastVerdict", f.last_replayed_at as "lastReplayedAt", f.external_user_id as "eUID",
  f.created_at as "createdAt"`)

const isSeen = ({ projectId, acrossUsers, externalUser }: Scope): Statement =>
  acrossUsers
    ? sql`f.project_id = ${projectId}`
    : sql`f.project_id = ${projectId} and f.external_user_id = ${externalUser.id}`

/** False when its user was deleted, or the project has as many as it may. */
export async function insertFixture(
  tx: Tx,
  scope: Scope,
  fixture: NewFixture,
  at: Date,
  most: number,
): Promise<boolean> {
  const rows = await tx.rows(sql`
    insert into tool_fixture (project_id, id, external_user_id, tool_slug, name, version, log_id, connected_account_id,
      arguments, outcome, ignored_paths, created_at)
    select ${scope.projectId}::uuid, ${fixture.id}::uuid, ${fixture.eUID}::uuid, ${fixture.toolSlug}, ${fixture.name},
      ${fixture.version}, ${fixture.logId}::uuid, ${fixture.connectedAccountId}::uuid, ${fixture.arguments},
      ${fixture.outcome}, ${fixture.ignoredPaths}::text[], ${at}::timestamptz
    where (select count(*) from tool_fixture where project_id = ${scope.projectId}::uuid) < ${most}::int
    returning id`)
  return rows.length > 0
}

export async function findFixture(q: Queryable, scope: Scope, id: string): Promise<FixtureRow | null> {
  const [row] = await q.rows<FixtureRow>(
    sql`select ${columns} from tool_fixture f where ${isSeen(scope)} and f.id = ${id}`,
  )
  return row ?? null
}

/** Newest first. */
export async function listFixtures(
  q: Queryable,
  scope: Scope,
  query: FixtureQuery,
): Promise<Page<FixtureRow>> {
  const where = allOf([isSeen(scope), ...(query.toolSlug ? [sql`f.tool_slug = ${query.toolSlug}`] : [])])
  return selectPage<FixtureRow>(
    q,
    { columns, from: sql`tool_fixture f where ${where}`, order: sql`f.id desc` },
    query,
  )
}

export async function deleteFixture(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const rows = await tx.rows(
    sql`delete from tool_fixture f where ${isSeen(scope)} and f.id = ${id} returning id`,
  )
  return rows.length > 0
}

export async function noteReplay(
  q: Queryable,
  scope: Scope,
  id: string,
  verdict: string,
  at: Date,
): Promise<void> {
  await q.rows(sql`
    update tool_fixture f set last_verdict = ${verdict}, last_replayed_at = ${at} where ${isSeen(scope)} and f.id = ${id}`)
}

export const eraseFixturesOf = deleteUserRows('tool_fixture')
export const moveFixtures = moveUserRows('tool_fixture')

export async function listFixturesOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<FixtureRow[]> {
  return q.rows<FixtureRow>(sql`
    select ${columns} from tool_fixture f
    where f.project_id = ${projectId} and f.external_user_id = ${userId} and f.id > ${after} order by f.id limit ${limit}`)
}
