import { allOf, likePattern, type Queryable, sql, type Tx } from '../../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { RetrievalTest, TestOrigin, TestQuery, TestView } from '../schema/eval.ts'
import type { OwnCollection } from './source.ts'

const columns = sql`t.id, t.query, t.source_key as "sourceKey", t.must_contain as "mustContain", t.k, t.is_required as "isRequired",
  t.origin, l.status as "lastStatus", l.rank as "lastRank", t.created_at as "createdAt", t.updated_at as "updatedAt"`

/** Tests with what the last eval of the live generation found. */
const withLast = ({ projectId, id }: OwnCollection) => sql`knowledge_test t
  left join lateral (
    select r.status, r.rank from knowledge_eval_result r
    join knowledge_eval e on e.project_id = r.project_id and e.collection_id = r.collection_id and e.id = r.eval_id
    join knowledge_collection c on c.project_id = e.project_id and c.id = e.collection_id and c.generation = e.generation
    where r.project_id = t.project_id and r.collection_id = t.collection_id and r.test_id = t.id and e.status = 'succeeded'
    order by e.created_at desc limit 1) l on true
  where t.project_id = ${projectId} and t.collection_id = ${id}`

export async function listTests(
  q: Queryable,
  collection: OwnCollection,
  query: TestQuery,
): Promise<Page<TestView>> {
  const pattern = query.q === undefined ? null : likePattern(query.q)
  const conditions = allOf([
    sql`true`,
    ...(pattern === null ? [] : [sql`(t.query ilike ${pattern} or t.source_key ilike ${pattern})`]),
    ...(query.lastStatus === undefined ? [] : [sql`l.status = ${query.lastStatus}`]),
  ])
  const [count] = await q.rows<{ total: number }>(
    sql`select count(*)::int as total from ${withLast(collection)} and ${conditions}`,
  )
  const rows = await q.rows<TestView>(sql`
    select ${columns} from ${withLast(collection)} and ${conditions}
    order by t.created_at desc, t.id desc limit ${query.limit} offset ${offsetOf(query)}`)
  return pageOf(rows, count!.total, query)
}

export async function findTests(
  q: Queryable,
  collection: OwnCollection,
  ids: readonly string[],
): Promise<TestView[]> {
  return q.rows<TestView>(sql`
    select ${columns} from ${withLast(collection)} and t.id = any(${[...ids]}::uuid[]) order by t.created_at, t.id`)
}

export async function countTests(q: Queryable, { projectId, id }: OwnCollection): Promise<number> {
  const [row] = await q.rows<{ total: number }>(sql`
    select count(*)::int as total from knowledge_test where project_id = ${projectId} and collection_id = ${id}`)
  return row!.total
}

/** All tests in the order of their ids, behind one. */
export async function listTestsAfter(
  q: Queryable,
  { projectId, id }: OwnCollection,
  after: string,
  limit: number,
): Promise<RetrievalTest[]> {
  return q.rows<RetrievalTest>(sql`
    select id, query, source_key as "sourceKey", must_contain as "mustContain", k, is_required as "isRequired" from knowledge_test
    where project_id = ${projectId} and collection_id = ${id} and id > ${after} order by id limit ${limit}`)
}

/** Those that were not there; returns their ids. */
export async function insertTests(
  tx: Tx,
  { projectId, id }: OwnCollection,
  tests: readonly RetrievalTest[],
  origin: TestOrigin,
  at: Date,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    insert into knowledge_test (project_id, collection_id, id, query, source_key, must_contain, k, is_required, origin, created_at, updated_at)
    select ${projectId}, ${id}, each.id, each.query, each.source_key, each.must_contain, each.k, each.is_required, ${origin}, ${at}, ${at}
    from unnest(${tests.map((test) => test.id)}::uuid[], ${tests.map(({ query }) => query)}::text[],
                ${tests.map(({ sourceKey }) => sourceKey)}::text[], ${tests.map(({ mustContain }) => mustContain)}::text[],
                ${tests.map(({ k }) => k)}::int[], ${tests.map(({ isRequired }) => isRequired)}::bool[])
      as each (id, query, source_key, must_contain, k, is_required)
    on conflict do nothing returning id`)
  return rows.map((row) => row.id)
}

/** False when the collection has another one that is the same. */
export async function updateTest(
  tx: Tx,
  { projectId, id }: OwnCollection,
  test: RetrievalTest,
  at: Date,
): Promise<boolean> {
  const [same] = await tx.rows(sql`
    select 1 from knowledge_test where project_id = ${projectId} and collection_id = ${id} and id <> ${test.id}
      and query = ${test.query} and source_key is not distinct from ${test.sourceKey}
      and must_contain is not distinct from ${test.mustContain}`)
  if (same) return false
  await tx.rows(sql`
    update knowledge_test set query = ${test.query}, source_key = ${test.sourceKey}, must_contain = ${test.mustContain}, k = ${test.k},
           is_required = ${test.isRequired}, updated_at = ${at}
    where project_id = ${projectId} and collection_id = ${id} and id = ${test.id}`)
  return true
}

export async function deleteTest(tx: Tx, { projectId, id }: OwnCollection, testId: string): Promise<boolean> {
  const rows = await tx.rows(sql`
    delete from knowledge_test where project_id = ${projectId} and collection_id = ${id} and id = ${testId} returning 1`)
  return rows.length > 0
}

/** Of these sources those that are searched. */
export async function listExistingKeys(
  q: Queryable,
  { projectId, id }: OwnCollection,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await q.rows<{ key: string }>(sql`
    select key from knowledge_source
    where project_id = ${projectId} and collection_id = ${id} and key = any(${[...keys]}::text[]) and live_revision is not null`)
  return new Set(rows.map(({ key }) => key))
}
