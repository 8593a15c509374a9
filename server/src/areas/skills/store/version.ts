import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { offsetOf, type PageRequest } from '../../../kernel/page.ts'
import type { StoredActor } from '../../../kernel/scope.ts'
import type { FrontMatter } from '../package/front-matter.ts'
import type { PackageFile } from '../package/package.ts'
import type { Surface } from '../schema/lint.ts'

export type VersionRow = {
  projectId: string
  skillId: string
  number: number
  label: string
  description: string
  instructions: string
  frontMatter: FrontMatter
  surface: Surface
  treeHash: string
  commitSha: string | null
  isApproved: boolean
  createdBy: StoredActor
  createdAt: string
  fileCount: number
}

export type FileRow = { path: string; sha256: string; sizeBytes: number; contentType: string }
type Key = { projectId: string; skillId: string; number: number }

const select = sql`
  select v.project_id as "projectId", v.skill_id as "skillId", v.number, v.label, v.description, v.instructions,
    v.front_matter as "frontMatter", v.surface, v.tree_hash as "treeHash", v.commit_sha as "commitSha",
    v.is_approved as "isApproved", v.created_by as "createdBy", v.created_at as "createdAt",
    (select count(*)::int from skill_file f where f.project_id = v.project_id and f.skill_id = v.skill_id
     and f.number = v.number) as "fileCount"
  from skill_version v`

type Owner = { projectId: string; id: string }

/** By its label; `latest` is the newest that is approved. */
export async function findVersion(
  q: Queryable,
  { projectId, id }: Owner,
  label: string,
): Promise<VersionRow | null> {
  const [row] = await q.rows<VersionRow>(
    label === 'latest'
      ? sql`${select} where v.project_id = ${projectId} and v.skill_id = ${id} and v.is_approved
            order by v.number desc limit 1`
      : sql`${select} where v.project_id = ${projectId} and v.skill_id = ${id} and v.label = ${label}`,
  )
  return row ?? null
}

/** The update that waits for approval; null where there is none. */
export async function findPending(q: Queryable, { projectId, id }: Owner): Promise<VersionRow | null> {
  const [row] = await q.rows<VersionRow>(sql`
    ${select} where v.project_id = ${projectId} and v.skill_id = ${id} and not v.is_approved
    order by v.number desc limit 1`)
  return row ?? null
}

export const listVersions = (
  q: Queryable,
  { projectId, id }: Owner,
  page: PageRequest,
): Promise<VersionRow[]> =>
  q.rows(sql`
    ${select} where v.project_id = ${projectId} and v.skill_id = ${id} order by v.number desc
    limit ${page.limit} offset ${offsetOf(page)}`)

export const listLabels = (
  q: Queryable,
  { projectId, id }: Owner,
): Promise<{ label: string; number: number }[]> =>
  q.rows(sql`select label, number from skill_version where project_id = ${projectId} and skill_id = ${id}`)

export async function insertVersion(
  tx: Tx,
  row: Omit<VersionRow, 'fileCount'>,
  files: readonly PackageFile[],
): Promise<void> {
  const { projectId, skillId, number, createdAt } = row
  await tx.rows(sql`
    insert into skill_version (project_id, skill_id, number, label, description, instructions, front_matter, surface,
                               tree_hash, commit_sha, is_approved, created_by, created_at)
    values (${projectId}, ${skillId}, ${number}, ${row.label}, ${row.description}, ${row.instructions},
            ${JSON.stringify(row.frontMatter)}, ${JSON.stringify(row.surface)}, ${row.treeHash}, ${row.commitSha},
            ${row.isApproved}, ${JSON.stringify(row.createdBy)}, ${createdAt})`)
  // In one order, so that two packages with the same files do not wait for each other.
  for (const { sha256, bytes } of [...files].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)))
    await tx.rows(sql`
      insert into skill_content (project_id, sha256, size_bytes, content, stored_at)
      values (${projectId}, ${sha256}, ${bytes.length}, ${bytes}, ${createdAt})
      on conflict (project_id, sha256) do update set stored_at = greatest(skill_content.stored_at, excluded.stored_at)`)
  for (const { path, sha256, bytes, contentType } of files)
    tx.pipeline(sql`
      insert into skill_file (project_id, skill_id, number, path, sha256, size_bytes, content_type)
      values (${projectId}, ${skillId}, ${number}, ${path}, ${sha256}, ${bytes.length}, ${contentType})`)
}

export async function approveVersion(tx: Tx, { projectId, skillId, number }: Key): Promise<void> {
  await tx.rows(sql`
    update skill_version set is_approved = true
    where project_id = ${projectId} and skill_id = ${skillId} and number = ${number}`)
}

export async function deletePending(tx: Tx, { projectId, id }: Owner): Promise<void> {
  await tx.rows(sql`
    delete from skill_version where project_id = ${projectId} and skill_id = ${id} and not is_approved`)
}

export const listFiles = (q: Queryable, { projectId, skillId, number }: Key): Promise<FileRow[]> =>
  q.rows(sql`
    select path, sha256, size_bytes as "sizeBytes", content_type as "contentType" from skill_file
    where project_id = ${projectId} and skill_id = ${skillId} and number = ${number} order by path collate "C"`)

/** With their bytes: all of a version, or one. */
export const readFiles = (
  q: Queryable,
  { projectId, skillId, number }: Key,
  path: string | null = null,
): Promise<PackageFile[]> =>
  q.rows(sql`
    select f.path, f.sha256, f.content_type as "contentType", c.content as bytes from skill_file f
    join skill_content c on c.project_id = f.project_id and c.sha256 = f.sha256
    where f.project_id = ${projectId} and f.skill_id = ${skillId} and f.number = ${number}
      and (${path}::text is null or f.path = ${path})
    order by f.path collate "C"`)

export const storedBytes = async (q: Queryable, projectId: string): Promise<number> =>
  (
    await q.rows<{ bytes: number }>(sql`
      select coalesce(sum(size_bytes), 0)::bigint as bytes from skill_content where project_id = ${projectId}`)
  )[0]!.bytes

/** Content that no version has any more. What is stored meanwhile has a newer time, and stays. */
export async function deleteUnusedContent(q: Queryable, before: Date): Promise<void> {
  await q.rows(sql`
    delete from skill_content c where c.stored_at < ${before}
      and not exists (select from skill_file f where f.project_id = c.project_id and f.sha256 = c.sha256)`)
}
