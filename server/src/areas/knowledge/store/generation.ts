import { type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import type {
  Comparison,
  Generation,
  GenerationError,
  GenerationSettings,
  GenerationStatus,
  SwitchMode,
} from '../schema/generation.ts'
import type { OwnCollection } from './source.ts'

export type OwnGeneration = OwnCollection & { generation: number }

// What is live is counted where it is searched, the others in their own rows.
const columns = sql`g.no, g.status, g.embedding_model as "embeddingModel", g.chunk_size as "chunkSize",
  g.chunk_overlap as "chunkOverlap", g.language, g.switch_mode as "switchMode", g.progress, g.comparison, g.error,
  g.run_id as "runId", g.created_at as "createdAt", g.updated_at as "updatedAt", g.switched_at as "switchedAt",
  g.kept_until as "keptUntil", counts.sources as "sourceCount", counts.chunks as "chunkCount",
  case when g.status = 'live' then g.lost_edits else counts.lost end as "lostEdits"`

const counted = sql`knowledge_generation g, lateral (
  select count(*)::int as sources, coalesce(sum(chunk_count), 0)::int as chunks, 0 as lost from knowledge_source s
  where g.status = 'live' and s.project_id = g.project_id and s.collection_id = g.collection_id and s.live_revision is not null
  having g.status = 'live'
  union all
  select count(*)::int, coalesce(sum(chunk_count), 0)::int, coalesce(sum(lost_edits), 0)::int from knowledge_generation_source s
  where s.project_id = g.project_id and s.collection_id = g.collection_id and s.generation = g.no and s.is_complete
  having g.status <> 'live'
) counts`

const within = ({ projectId, id }: OwnCollection): Statement =>
  sql`g.project_id = ${projectId} and g.collection_id = ${id}`

const is = ({ generation, ...collection }: OwnGeneration): Statement =>
  sql`${within(collection)} and g.no = ${generation}`

export async function findGeneration(q: Queryable, generation: OwnGeneration): Promise<Generation | null> {
  const [row] = await q.rows<Generation>(sql`select ${columns} from ${counted} where ${is(generation)}`)
  return row ?? null
}

export async function listGenerations(q: Queryable, collection: OwnCollection): Promise<Generation[]> {
  return q.rows<Generation>(sql`
    select ${columns} from ${counted} where ${within(collection)} order by g.no desc limit 100`)
}

/** The one with a status of which there is one at most. */
export async function findByStatus(
  q: Queryable,
  collection: OwnCollection,
  statuses: readonly GenerationStatus[],
): Promise<Generation | null> {
  const [row] = await q.rows<Generation>(sql`
    select ${columns} from ${counted} where ${within(collection)} and g.status = any(${[...statuses]}::text[])
    order by g.no desc limit 1`)
  return row ?? null
}

export async function insertGeneration(
  tx: Tx,
  { projectId, id }: OwnCollection,
  generation: GenerationSettings & {
    status: 'live' | 'building'
    switchMode: SwitchMode
    runId: string | null
  },
  at: Date,
): Promise<number> {
  const isLive = generation.status === 'live'
  const [row] = await tx.rows<{ no: number }>(sql`
    insert into knowledge_generation (project_id, collection_id, no, status, embedding_model, chunk_size, chunk_overlap, language,
                                      switch_mode, progress, run_id, created_at, updated_at, switched_at)
    select ${projectId}, ${id}, coalesce(max(g.no), 0) + 1, ${generation.status}, ${generation.embeddingModel},
           ${generation.chunkSize}, ${generation.chunkOverlap}, ${generation.language}, ${generation.switchMode},
           ${isLive ? 1 : 0}, ${generation.runId}, ${at}, ${at}, ${isLive ? at : null}
    from knowledge_generation g where ${within({ projectId, id })}
    returning no`)
  return row!.no
}

export type GenerationChange = {
  status: GenerationStatus
  error?: GenerationError | null
  switchMode?: SwitchMode
  runId?: string
  comparison?: Comparison
  keptUntil?: Date | null
  switchedAt?: Date
}

export async function updateGeneration(
  q: Queryable,
  generation: OwnGeneration,
  change: GenerationChange,
  at: Date,
): Promise<void> {
  const { status, error, switchMode, runId, comparison, keptUntil, switchedAt } = change
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value))
  const sets = [
    sql`status = ${status}, updated_at = ${at}`,
    ...(error === undefined ? [] : [sql`error = ${json(error)}::jsonb`]),
    ...(switchMode === undefined ? [] : [sql`switch_mode = ${switchMode}`]),
    ...(runId === undefined ? [] : [sql`run_id = ${runId}`]),
    ...(comparison === undefined ? [] : [sql`comparison = ${json(comparison)}::jsonb`]),
    ...(keptUntil === undefined ? [] : [sql`kept_until = ${keptUntil}`]),
    ...(switchedAt === undefined ? [] : [sql`switched_at = ${switchedAt}, progress = 1`]),
  ]
  const all = sets.reduce((left, right) => sql`${left}, ${right}`)
  await q.rows(sql`update knowledge_generation g set ${all} where ${is(generation)}`)
}

/** The settings of the live generation, while nothing is built with them. */
export async function updateSettings(
  tx: Tx,
  generation: OwnGeneration,
  { embeddingModel, chunkSize, chunkOverlap, language }: GenerationSettings,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_generation g
    set embedding_model = ${embeddingModel}, chunk_size = ${chunkSize}, chunk_overlap = ${chunkOverlap}, language = ${language}
    where ${is(generation)}`)
}

/** How much of the text that is searched it has; one source in the middle counts in part. */
export async function noteBuilt(
  q: Queryable,
  generation: OwnGeneration,
  { partOf, share }: { partOf: number | null; share: number },
): Promise<void> {
  await q.rows(sql`
    update knowledge_generation g set progress = (
      select coalesce(sum(s.size_bytes * case
          when b.is_complete and b.source_version = s.changed_version then 1
          when s.no = ${partOf} then ${share}::real else 0 end) / nullif(sum(s.size_bytes), 0), 1)
      from knowledge_source s
      left join knowledge_generation_source b on b.project_id = s.project_id and b.collection_id = s.collection_id
        and b.source_no = s.no and b.generation = g.no
      where s.project_id = g.project_id and s.collection_id = g.collection_id and s.live_revision is not null)
    where ${is(generation)} and g.status = 'building'`)
}

export type Expired = { projectId: string; id: string; generation: number; status: GenerationStatus }

/** Generations whose time is over. */
export async function listExpired(q: Queryable, at: Date, limit: number): Promise<Expired[]> {
  return q.rows<Expired>(sql`
    select project_id as "projectId", collection_id as id, no as generation, status from knowledge_generation
    where status in ('ready', 'held', 'failed', 'previous') and kept_until < ${at} order by kept_until limit ${limit}`)
}

/** Holds a generation that has expired, unless something has become of it. */
export async function lockExpired(tx: Tx, generation: OwnGeneration, at: Date): Promise<boolean> {
  const rows = await tx.rows(sql`
    select 1 from knowledge_generation g
    where ${is(generation)} and g.status in ('ready', 'held', 'failed', 'previous') and g.kept_until < ${at} for update`)
  return rows.length > 0
}
