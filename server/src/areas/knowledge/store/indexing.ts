import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { StoredTerms } from '../word-index/word-index.ts'
import type { OwnCollection } from './source.ts'

/** What is searched of a source: a change of either number is a change of it. */
export type LiveState = {
  no: number
  revision: number
  changedVersion: number
  language: string | null
  title: string
}

export type ContentState = { version: number; generation: number; sources: LiveState[] }

/** The sources that are searched, and the version of the content that they are: in one statement, so they fit. */
export async function readContent(
  q: Queryable,
  { projectId, id }: OwnCollection,
): Promise<ContentState | null> {
  const rows = await q.rows<{
    version: string
    generation: number
    no: number | null
    revision: number
    changed: string
    language: string | null
    title: string
  }>(sql`
    select c.content_version::text as version, c.generation, s.no, s.live_revision as revision, s.changed_version::text as changed, s.language, s.title
    from knowledge_collection c
    left join knowledge_source s
      on s.project_id = c.project_id and s.collection_id = c.id and s.live_revision is not null
    where c.project_id = ${projectId} and c.id = ${id} and c.deleted_at is null`)
  if (rows.length === 0) return null
  return {
    version: Number(rows[0]!.version),
    generation: rows[0]!.generation,
    sources: rows.flatMap(({ no, revision, changed, language, title }) =>
      no === null ? [] : [{ no, revision, changedVersion: Number(changed), language, title }],
    ),
  }
}

/** The same of a generation that is not searched: the sources that it is complete for. It changes without a version. */
export async function readShadow(
  q: Queryable,
  { projectId, id }: OwnCollection,
  generation: number,
): Promise<ContentState> {
  const rows = await q.rows<Omit<LiveState, 'changedVersion'> & { changed: string }>(sql`
    select g.source_no as no, g.revision, g.source_version::text as changed, g.language, s.title
    from knowledge_generation_source g
    join knowledge_source s on s.project_id = g.project_id and s.collection_id = g.collection_id and s.no = g.source_no
    where g.project_id = ${projectId} and g.collection_id = ${id} and g.generation = ${generation} and g.is_complete`)
  return {
    version: 0,
    generation,
    sources: rows.map(({ changed, ...row }) => ({ ...row, changedVersion: Number(changed) })),
  }
}

export type TermsRow = StoredTerms & { sourceNo: number; revision: number; vector: Buffer | null }

/**
 * What the chunks of these sources are found by, in the order of source and ordinal, behind an ordinal of each. Of a source no
 * more than the limit is looked at, however many chunks it has.
 */
export async function listTerms(
  q: Queryable,
  { projectId, id }: OwnCollection,
  sources: readonly Pick<LiveState, 'no' | 'revision'>[],
  behind: number,
  limit: number,
): Promise<TermsRow[]> {
  return q.rows<TermsRow>(sql`
    select t.source_no as "sourceNo", t.revision, t.ordinal, t.length, t.terms, v.vector
    from unnest(${sources.map(({ no }) => no)}::int[], ${sources.map(({ revision }) => revision)}::int[]) as live (no, revision)
    cross join lateral (
      select e.project_id, e.collection_id, e.source_no, e.revision, e.ordinal, e.length, e.terms
      from knowledge_chunk_terms e
      where e.project_id = ${projectId} and e.collection_id = ${id} and e.source_no = live.no and e.revision = live.revision
        and e.ordinal > ${behind} and e.terms <> ''
      order by e.ordinal limit ${limit}) t
    left join knowledge_chunk_vector v
      on v.project_id = t.project_id and v.collection_id = t.collection_id and v.source_no = t.source_no
        and v.revision = t.revision and v.ordinal = t.ordinal
    order by t.source_no, t.ordinal limit ${limit}`)
}
