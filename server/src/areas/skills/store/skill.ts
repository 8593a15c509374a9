import { type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { offsetOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { FrontMatter } from '../package/front-matter.ts'
import type { Surface } from '../schema/lint.ts'
import type { ListQuery, SkillState, Source } from '../schema/skill.ts'

/** Where an installed skill comes from. */
export type Origin =
  | { kind: 'platform' }
  | { kind: 'project'; projectId: string }
  | { kind: 'registry'; registryId: string; repo: string; path: string; ref: string }

export type SkillRow = {
  projectId: string
  id: string
  slug: string
  name: string
  category: string | null
  tags: string[]
  suggestedTools: string[]
  source: Source
  origin: Origin | null
  isPublic: boolean
  isActive: boolean
  version: number
  state: SkillState
  revision: number
  creatorAccountId: string | null
  createdAt: string
  updatedAt: string
}

/** With the version that agents use. */
export type SkillWithVersion = SkillRow & {
  label: string
  description: string
  instructions: string
  frontMatter: FrontMatter
  surface: Surface
  treeHash: string
  commitSha: string | null
  fileCount: number
  installCount: number
}

const columns = sql`
  s.project_id as "projectId", s.id, s.slug, s.name, s.category, s.tags, s.suggested_tools as "suggestedTools", s.source,
  s.origin, s.is_public as "isPublic", s.is_active as "isActive", s.version, s.state, s.revision,
  s.creator_account_id as "creatorAccountId", s.created_at as "createdAt", s.updated_at as "updatedAt"`

const withVersion = sql`
  select ${columns}, v.label, v.description, v.instructions, v.front_matter as "frontMatter", v.surface,
    v.tree_hash as "treeHash", v.commit_sha as "commitSha",
    (select count(*)::int from skill_file f where f.project_id = s.project_id and f.skill_id = s.id
     and f.number = s.version) as "fileCount",
    (select count(*)::int from skill i where i.id = s.id and i.origin is not null) as "installCount"
  from skill s join skill_version v on v.project_id = s.project_id and v.skill_id = s.id and v.number = s.version`

const first = async <Row>(q: Queryable, statement: Statement): Promise<Row | null> =>
  (await q.rows<Row>(statement))[0] ?? null

export const findSkill = (q: Queryable, { projectId }: Scope, id: string): Promise<SkillWithVersion | null> =>
  first(q, sql`${withVersion} where s.project_id = ${projectId} and s.id = ${id}`)

/** A skill of another project that everyone may install. */
export const findPublicSkill = (q: Queryable, id: string): Promise<SkillWithVersion | null> =>
  first(q, sql`${withVersion} where s.id = ${id} and s.is_public and s.is_active and s.origin is null`)

/** For a change: others wait until the transaction ends. */
export const lockSkill = (tx: Tx, { projectId }: Scope, id: string): Promise<SkillRow | null> =>
  first(tx, sql`select ${columns} from skill s where s.project_id = ${projectId} and s.id = ${id} for update`)

export async function listSkills(q: Queryable, { projectId }: Scope, query: ListQuery) {
  const pattern = query.q ? `%${query.q.replace(/[\\%_]/g, '\\$&')}%` : null
  const matching = sql`s.project_id = ${projectId}
    and (${query.source ?? null}::text is null or s.source = ${query.source ?? null})
    and (${query.category ?? null}::text is null or s.category = ${query.category ?? null})
    and (${pattern}::text is null or s.name ilike ${pattern} or s.slug ilike ${pattern}
         or v.description ilike ${pattern})`
  const items = await q.rows<SkillWithVersion>(sql`
    ${withVersion} where ${matching} order by s.updated_at desc, s.id limit ${query.limit} offset ${offsetOf(query)}`)
  const counted = await q.rows<{ total: number }>(sql`
    select count(*)::int as total from skill s
    join skill_version v on v.project_id = s.project_id and v.skill_id = s.id and v.number = s.version
    where ${matching}`)
  return { items, total: counted[0]!.total }
}

/** Those that projects share with all others, newest first. */
export const listPublicSkills = (q: Queryable, limit: number): Promise<SkillWithVersion[]> =>
  q.rows(sql`
    ${withVersion} where s.is_public and s.is_active and s.origin is null order by s.created_at desc, s.id limit ${limit}`)

/** The active ones of these, for an agent. */
export const listActiveSkills = (
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  ids: readonly string[],
): Promise<SkillWithVersion[]> =>
  q.rows(
    sql`${withVersion} where s.project_id = ${projectId} and s.id = any(${[...ids]}::uuid[]) and s.is_active`,
  )

export const findActiveSkill = (
  q: Queryable,
  { projectId }: Scope,
  slug: string,
): Promise<SkillWithVersion | null> =>
  first(q, sql`${withVersion} where s.project_id = ${projectId} and s.slug = ${slug} and s.is_active`)

export const listActiveHeads = (
  q: Queryable,
  { projectId }: Scope,
): Promise<Pick<SkillWithVersion, 'slug' | 'name' | 'description'>[]> =>
  q.rows(sql`
    select s.slug, s.name, v.description from skill s
    join skill_version v on v.project_id = s.project_id and v.skill_id = s.id and v.number = s.version
    where s.project_id = ${projectId} and s.is_active order by s.slug`)

export const listInstalledIds = (q: Queryable, { projectId }: Scope): Promise<{ id: string }[]> =>
  q.rows(sql`select id from skill where project_id = ${projectId}`)

/** How many projects have installed each. */
export const countInstalls = (
  q: Queryable,
  ids: readonly string[],
): Promise<{ id: string; count: number }[]> =>
  q.rows(sql`
    select id, count(*)::int as count from skill where id = any(${[...ids]}::uuid[]) and origin is not null group by id`)

export const countSkills = async (q: Queryable, { projectId }: Scope): Promise<number> =>
  (
    await q.rows<{ count: number }>(
      sql`select count(*)::int as count from skill where project_id = ${projectId}`,
    )
  )[0]!.count

/** Null where the slug is taken. */
export const insertSkill = (tx: Tx, row: SkillRow): Promise<{ id: string } | null> =>
  first(
    tx,
    sql`
    insert into skill (project_id, id, slug, name, category, tags, suggested_tools, source, origin, is_public, is_active,
                       version, state, revision, creator_account_id, created_at, updated_at)
    values (${row.projectId}, ${row.id}, ${row.slug}, ${row.name}, ${row.category}, ${row.tags}, ${row.suggestedTools},
            ${row.source}, ${row.origin && JSON.stringify(row.origin)}, ${row.isPublic}, ${row.isActive}, ${row.version},
            ${row.state}, ${row.revision}, ${row.creatorAccountId}, ${row.createdAt}, ${row.updatedAt})
    on conflict do nothing returning id`,
  )

export async function updateSkill(tx: Tx, row: SkillRow): Promise<void> {
  await tx.rows(sql`
    update skill set name = ${row.name}, category = ${row.category}, tags = ${row.tags},
      suggested_tools = ${row.suggestedTools}, origin = ${row.origin && JSON.stringify(row.origin)},
      is_public = ${row.isPublic}, is_active = ${row.isActive}, version = ${row.version}, state = ${row.state},
      revision = ${row.revision}, updated_at = ${row.updatedAt}
    where project_id = ${row.projectId} and id = ${row.id}`)
}

export async function deleteSkill(tx: Tx, { projectId }: Scope, id: string): Promise<void> {
  await tx.rows(sql`delete from skill where project_id = ${projectId} and id = ${id}`)
}
