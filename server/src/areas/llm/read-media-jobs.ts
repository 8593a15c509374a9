import { allOf, type Queryable, type Statement, sql, sqlText } from '../../kernel/db/db.ts'
import { selectCursorPage } from '../../kernel/db/rows/cursor-page.ts'
import type { Page } from '../../kernel/page.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { MediaInput, MediaJob, MediaQuery, Transcript } from './schema/media.ts'

export type StoredMediaJob = Pick<
  MediaJob,
  | 'id'
  | 'kind'
  | 'status'
  | 'model'
  | 'provider'
  | 'fileIds'
  | 'metadata'
  | 'createdAt'
  | 'startedAt'
  | 'endedAt'
> & {
  userId: string
  input: MediaInput
  units: string
  usd: string
  usedMicro: number
  isEstimated: boolean
  isUnpriced: boolean
  result: Transcript | null
  errorCode: string | null
  errorMessage: string | null
}

const columns = sqlText(`j.id, j.kind, j.status, j.model, j.provider, j.file_ids as "fileIds", j.metadata,
  j.created_at as "createdAt", j.started_at as "startedAt", j.ended_at as "endedAt", j.external_user_id as "userId",
  j.input, j.units::text as units, j.usd_cost::text as usd, j.used_micro as "usedMicro",
  j.is_estimated as "isEstimated", j.is_unpriced as "isUnpriced", j.result, j.error_code as "errorCode",
  j.error_message as "errorMessage"`)

/** An admin who names no user sees the jobs of all of them; the caller that calls for one sees that user's. */
function isVisible({ projectId, acrossUsers, externalUser, role }: Scope): Statement {
  const sees = sql`j.project_id = ${projectId} and j.status <> 'forgotten'`
  const seesAll = acrossUsers || (role === 'admin' && externalUser.id === projectId)
  return seesAll ? sees : sql`${sees} and j.external_user_id = ${externalUser.id}`
}

function matching(scope: Scope, { kind, status }: MediaQuery): Statement {
  const conditions = [isVisible(scope)]
  if (kind !== undefined) conditions.push(sql`j.kind = ${kind}`)
  if (status !== undefined) conditions.push(sql`j.status = ${status}`)
  return allOf(conditions)
}

export async function findMediaJob(q: Queryable, scope: Scope, id: string): Promise<StoredMediaJob | null> {
  const [row] = await q.rows<StoredMediaJob>(
    sql`select ${columns} from llm_media_job j where ${isVisible(scope)} and j.id = ${id}`,
  )
  return row ?? null
}

/** Newest first. */
export const listMediaJobs = (q: Queryable, scope: Scope, query: MediaQuery): Promise<Page<StoredMediaJob>> =>
  selectCursorPage(
    q,
    {
      columns,
      tables: sqlText('llm_media_job j'),
      alias: 'j',
      where: matching(scope, query),
      countLimit: 10_000,
    },
    query,
  )

/** The jobs of one user, in the order of ids. */
export async function listMediaJobsOf(
  q: Queryable,
  { projectId }: Scope,
  userId: string,
  after: string,
  limit: number,
): Promise<StoredMediaJob[]> {
  return q.rows<StoredMediaJob>(sql`
    select ${columns} from llm_media_job j
    where j.project_id = ${projectId} and j.external_user_id = ${userId} and j.status <> 'forgotten' and j.id > ${after}
    order by j.id limit ${limit}`)
}
