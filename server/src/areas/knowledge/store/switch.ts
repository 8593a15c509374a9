import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { GenerationSettings } from '../schema/generation.ts'
import type { OwnGeneration } from './generation.ts'

/** Notes what is searched now as a generation that can be switched back to. */
export async function storeLive(tx: Tx, { projectId, id, generation }: OwnGeneration): Promise<void> {
  await tx.rows(sql`
    update knowledge_generation g set fusion_weight = c.fusion_weight from knowledge_collection c
    where c.project_id = ${projectId} and c.id = ${id} and g.project_id = c.project_id and g.collection_id = c.id
      and g.no = ${generation}`)
  await tx.rows(sql`
    insert into knowledge_generation_source (project_id, collection_id, generation, source_no, revision, source_version,
                                             is_chunked, is_complete, chunk_size, chunk_overlap, chunk_count, token_count, language)
    select project_id, collection_id, ${generation}, no, live_revision, changed_version, true, true, chunk_size, chunk_overlap, chunk_count,
           token_count, language
    from knowledge_source where project_id = ${projectId} and collection_id = ${id} and live_revision is not null
    on conflict (project_id, collection_id, generation, source_no) do update
    set revision = excluded.revision, source_version = excluded.source_version, is_chunked = true, is_complete = true,
        chunk_size = excluded.chunk_size, chunk_overlap = excluded.chunk_overlap, chunk_count = excluded.chunk_count,
        token_count = excluded.token_count, language = excluded.language`)
}

/**
 * Makes a generation that has every source the one that is searched. The version of the sources' content stays: it is the same
 * content.
 */
export async function makeLive(
  tx: Tx,
  { projectId, id, generation }: OwnGeneration,
  { embeddingModel, chunkSize, chunkOverlap, language }: GenerationSettings,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    update knowledge_source s
    set live_revision = b.revision, chunk_count = b.chunk_count, token_count = b.token_count,
        language = b.language
    from knowledge_generation_source b
    where s.project_id = ${projectId} and s.collection_id = ${id} and b.project_id = s.project_id
      and b.collection_id = s.collection_id and b.source_no = s.no and b.generation = ${generation}`)
  // Those that are being indexed too: their runs find the new settings.
  await tx.rows(sql`
    update knowledge_source set chunk_size = ${chunkSize}, chunk_overlap = ${chunkOverlap}
    where project_id = ${projectId} and collection_id = ${id} and not has_own_chunking`)
  await tx.rows(sql`
    update knowledge_generation g set lost_edits = (
      select coalesce(sum(lost_edits), 0)::int from knowledge_generation_source b
      where b.project_id = g.project_id and b.collection_id = g.collection_id and b.generation = g.no)
    where g.project_id = ${projectId} and g.collection_id = ${id} and g.no = ${generation}`)
  await tx.rows(sql`
    delete from knowledge_generation_source
    where project_id = ${projectId} and collection_id = ${id} and generation = ${generation}`)
  await tx.rows(sql`
    update knowledge_collection c
    set generation = ${generation}, fusion_weight = case when c.embedding_model = ${embeddingModel} then c.fusion_weight
          else (select g.fusion_weight from knowledge_generation g
                where g.project_id = c.project_id and g.collection_id = c.id and g.no = ${generation}) end,
        embedding_model = ${embeddingModel}, chunk_size = ${chunkSize}, chunk_overlap = ${chunkOverlap},
        language = ${language}, content_version = content_version + 1, version = version + 1, updated_at = ${at}
    where c.project_id = ${projectId} and c.id = ${id}`)
}
