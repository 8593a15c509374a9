import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import { keyIdOf, type Scope } from '../../../kernel/scope.ts'
import { workTable } from '../../../kernel/work-table.ts'
import type { MediaInput, Transcript } from '../schema/media.ts'

export type NewMediaJob = {
  id: string
  kind: MediaInput['kind']
  model: string
  provider: string
  input: MediaInput
  storesPayloads: boolean
  heldMicro: number
  isUnpriced: boolean
  metadata: Readonly<Record<string, string>>
  at: Date
}

export async function insertMediaJob(tx: Tx, scope: Scope, job: NewMediaJob): Promise<void> {
  const apiKeyId = keyIdOf(scope.actor)
  await tx.rows(sql`
    insert into llm_media_job (project_id, id, external_user_id, api_key_id, request_id, kind, status, model, provider,
      input, keeps_payloads, held_micro, is_unpriced, metadata, created_at)
    values (${scope.projectId}, ${job.id}, ${scope.externalUser.id}, ${apiKeyId}, ${scope.requestId}, ${job.kind},
      'queued', ${job.model}, ${job.provider}, ${storableJson(job.input)}::jsonb, ${job.storesPayloads}, ${job.heldMicro},
      ${job.isUnpriced}, ${storableJson(job.metadata)}::jsonb, ${job.at})`)
}

export type OpenMediaJob = {
  projectId: string
  id: string
  userId: string
  kind: MediaInput['kind']
  model: string
  input: MediaInput
  heldMicro: number
  order: VendorOrder | null
}

/** What a provider took an order as, and the mark of the key that it was ordered with. */
export type VendorOrder = { name: unknown; key: string }

const openColumns = sqlText(
  `project_id as "projectId", id, external_user_id as "userId", kind, model, input, held_micro as "heldMicro",
  vendor_order as "order"`,
)

/** Marks it as begun. Null when it is over: then there is nothing to make. */
export async function startMediaJob(
  q: Queryable,
  projectId: string,
  id: string,
  at: Date,
): Promise<OpenMediaJob | null> {
  const [row] = await q.rows<OpenMediaJob>(sql`
    update llm_media_job set status = 'running', started_at = coalesce(started_at, ${at})
    where project_id = ${projectId} and id = ${id} and status in ('queued', 'running') returning ${openColumns}`)
  return row ?? null
}

export async function noteVendorOrder(
  q: Queryable,
  { projectId, id }: Pick<OpenMediaJob, 'projectId' | 'id'>,
  order: VendorOrder,
): Promise<void> {
  await q.rows(sql`
    update llm_media_job set vendor_order = ${storableJson(order)}::jsonb
    where project_id = ${projectId} and id = ${id} and status = 'running'`)
}

export type MediaResult = {
  status: 'succeeded' | 'failed' | 'cancelled'
  usedMicro: number
  usd: number
  units: number
  isEstimated: boolean
  fileIds: readonly string[]
  result: Transcript | null
  errorCode: string | null
  errorMessage: string | null
  at: Date
}

/** Null when it was over already, so that no one pays twice. */
export async function endMediaJob(
  tx: Tx,
  projectId: string,
  id: string,
  result: MediaResult,
): Promise<OpenMediaJob | null> {
  const [row] = await tx.rows<OpenMediaJob>(sql`
    update llm_media_job set status = ${result.status}, used_micro = ${result.usedMicro}, usd_cost = ${result.usd},
      units = ${result.units}, is_estimated = ${result.isEstimated}, file_ids = ${result.fileIds}::uuid[],
      result = ${result.result === null ? null : storableJson(result.result)}::jsonb, error_code = ${result.errorCode},
      error_message = ${result.errorMessage}, ended_at = ${result.at}, vendor_order = null,
      input = case when keeps_payloads then input else jsonb_build_object('kind', kind) end
    where project_id = ${projectId} and id = ${id} and status in ('queued', 'running') returning ${openColumns}`)
  return row ?? null
}

export async function raiseMediaHold(
  tx: Tx,
  projectId: string,
  id: string,
  heldMicro: number,
): Promise<void> {
  await tx.rows(sql`
    update llm_media_job set held_micro = ${heldMicro} where project_id = ${projectId} and id = ${id}`)
}

/** Jobs that are not over although they were created long ago. */
export async function listOldOpenMediaJobs(
  q: Queryable,
  before: Date,
  limit: number,
): Promise<OpenMediaJob[]> {
  return q.rows<OpenMediaJob>(sql`
    select ${openColumns} from llm_media_job
    where status in ('queued', 'running') and created_at < ${before} order by created_at limit ${limit}`)
}

export async function lockOpenMediaJobsOf(tx: Tx, scope: Scope, userId: string): Promise<OpenMediaJob[]> {
  return tx.rows<OpenMediaJob>(sql`
    select ${openColumns} from llm_media_job
    where project_id = ${scope.projectId} and external_user_id = ${userId} and status in ('queued', 'running')
    order by id for update`)
}

export const mediaJobTable = workTable({
  name: 'media',
  table: 'llm_media_job',
  isOpen: "status in ('queued', 'running')",
  isStored: "status <> 'forgotten'",
  forget:
    "status = 'forgotten', input = '{}', result = null, file_ids = '{}', error_message = null, metadata = '{}'",
  // It is cancelled before.
  forgetOpen: null,
})
