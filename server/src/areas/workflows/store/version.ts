import { createHash } from 'node:crypto'
import { type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page, type PageRequest } from '../../../kernel/page.ts'
import type { Scope, StoredActor } from '../../../kernel/scope.ts'
import type { Definition, WorkflowRow } from '../schema/workflow.ts'

export type VersionRow = {
  version: number
  hash: string
  sizeBytes: number
  note: string
  createdAt: string
  createdBy: StoredActor | null
}

/** A definition as it is stored: equal ones have one hash. */
export type StoredDefinition = { json: string; hash: string; sizeBytes: number }

export function storedForm(definition: Definition): StoredDefinition {
  const json = JSON.stringify(definition)
  return { json, hash: createHash('sha256').update(json).digest('hex'), sizeBytes: Buffer.byteLength(json) }
}

export async function insertVersion(
  tx: Tx,
  { projectId, id, version, updatedAt }: WorkflowRow,
  { json, hash, sizeBytes }: StoredDefinition,
  by: { note: string; createdBy: StoredActor; amendedSince?: string | null },
): Promise<void> {
  await tx.rows(sql`
    insert into workflow_version (project_id, workflow_id, version, definition, size_bytes, hash, note, created_at,
                                  created_by, amended_since)
    values (${projectId}, ${id}, ${version}, ${json}, ${sizeBytes}, ${hash}, ${by.note}, ${updatedAt},
            ${JSON.stringify(by.createdBy)}, ${by.amendedSince ?? null})`)
}

/**
 * The newest version is not listed anymore because the next one takes its place: if it was saved to be amended, by the same author, since
 * a time, and no execution uses it. Gives when these edits began; null when the version stays.
 */
export async function replaceNewest(
  tx: Tx,
  { projectId, id, version }: Pick<WorkflowRow, 'projectId' | 'id' | 'version'>,
  { createdBy, since }: { createdBy: StoredActor; since: Date },
): Promise<string | null> {
  const [row] = await tx.rows<{ amended_since: string }>(sql`
    update workflow_version v set replaced_by = version + 1
    where project_id = ${projectId} and workflow_id = ${id} and version = ${version} and amended_since > ${since}
      and created_by::jsonb = ${JSON.stringify(createdBy)}::jsonb
      and not exists (
        select from workflow_execution e
        where e.project_id = v.project_id and e.workflow_id = v.workflow_id and e.version = v.version)
    returning amended_since`)
  return row?.amended_since ?? null
}

/** The version before another one in the list. */
export async function findPrevious(
  q: Queryable,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
  version: number,
): Promise<number | null> {
  const [row] = await q.rows<{ version: number | null }>(sql`
    select max(version) as version from workflow_version
    where project_id = ${projectId} and workflow_id = ${id} and version < ${version} and replaced_by is null`)
  return row?.version ?? null
}

/** The caller has made sure that the workflow may be seen. */
export async function findDefinition(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
  workflowId: string,
  version: number,
): Promise<{ definition: Definition; hash: string } | null> {
  const [row] = await q.rows<{ definition: Definition; hash: string }>(sql`
    select definition, hash from workflow_version
    where project_id = ${projectId} and workflow_id = ${workflowId} and version = ${version}`)
  return row ?? null
}

type Row = {
  version: number
  hash: string
  size_bytes: number
  note: string
  created_at: string
  created_by: StoredActor | null
}

const toVersion = (row: Row): VersionRow => ({
  version: row.version,
  hash: row.hash,
  sizeBytes: row.size_bytes,
  note: row.note,
  createdAt: row.created_at,
  createdBy: row.created_by,
})

/** Newest first, without their definitions. */
export async function listVersions(
  q: Queryable,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
  request: PageRequest,
): Promise<Page<VersionRow>> {
  return mapPage(
    await selectPage<Row>(
      q,
      {
        columns: sql`version, hash, size_bytes, note, created_at, created_by`,
        from: sql`workflow_version where project_id = ${projectId} and workflow_id = ${id} and replaced_by is null`,
        order: sql`version desc`,
      },
      request,
    ),
    toVersion,
  )
}

export async function findVersion(
  q: Queryable,
  { projectId, id }: Pick<WorkflowRow, 'projectId' | 'id'>,
  version: number,
): Promise<(VersionRow & { definition: Definition }) | null> {
  const [row] = await q.rows<Row & { definition: Definition }>(sql`
    select version, hash, size_bytes, note, created_at, created_by, definition from workflow_version
    where project_id = ${projectId} and workflow_id = ${id} and version = ${version}`)
  return row ? { ...toVersion(row), definition: row.definition } : null
}

/**
 * Versions that no one can miss: older than the project keeps its history, behind the newest ones, without a note, not
 * active, and of no execution that is still there. Gives how many there were, at most a batch.
 */
export async function pruneVersions(
  q: Queryable,
  { projectId, since }: { projectId: string; since: Date },
  { newest, batch }: { newest: number; batch: number },
): Promise<number> {
  const rows = await q.rows(sql`
    delete from workflow_version where (project_id, workflow_id, version) in (
      select v.project_id, v.workflow_id, v.version from workflow_version v
      join workflow w on w.project_id = v.project_id and w.id = v.workflow_id
      where v.project_id = ${projectId} and v.created_at < ${since} and v.note = ''
        and v.version <= w.version - ${newest} and v.version is distinct from w.active_version
        and not exists (
          select from workflow_execution e
          where e.project_id = v.project_id and e.workflow_id = v.workflow_id and e.version = v.version)
      limit ${batch})
    returning 1`)
  return rows.length
}

/** Replaced versions that no execution has begun with meanwhile. */
export async function pruneReplaced(
  q: Queryable,
  { before, batch }: { before: Date; batch: number },
): Promise<number> {
  const rows = await q.rows(sql`
    delete from workflow_version where (project_id, workflow_id, version) in (
      select v.project_id, v.workflow_id, v.version from workflow_version v
      where v.replaced_by is not null and v.created_at < ${before}
        and not exists (
          select from workflow_execution e
          where e.project_id = v.project_id and e.workflow_id = v.workflow_id and e.version = v.version)
      limit ${batch})
    returning 1`)
  return rows.length
}
