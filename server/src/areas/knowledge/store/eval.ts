import { allOf, type Queryable, type Statement, sql, type Tx } from '../../../kernel/db/db.ts'
import { countRows, selectPage } from '../../../kernel/db/rows/select-page.ts'
import type { Page } from '../../../kernel/page.ts'
import type {
  Eval,
  EvalQuery,
  EvalStatus,
  FoundPassage,
  ResultQuery,
  ResultStatus,
  ResultView,
  RetrievalTest,
} from '../schema/eval.ts'
import type { OwnCollection } from './source.ts'

export type OwnEval = OwnCollection & { evalId: string }

const columns = sql`e.id, e.run_id as "runId", e.generation, e.embedding_model as "embeddingModel", e.chunk_size as "chunkSize", e.mode,
  e.status, e.test_count as "testCount", e.done_count as "doneCount", e.hit_count as "hitCount", e.orphaned_count as "orphanedCount",
  e.recall_at_1 as "recallAt1", e.recall_at_5 as "recallAt5", e.recall_at_10 as "recallAt10", e.mrr,
  e.compared_with as "comparedWith", e.won, e.lost, e.error, e.created_at as "createdAt", e.ended_at as "endedAt"`

const within = ({ projectId, id }: OwnCollection): Statement =>
  sql`e.project_id = ${projectId} and e.collection_id = ${id}`

const is = ({ evalId, ...collection }: OwnEval): Statement => sql`${within(collection)} and e.id = ${evalId}`

export async function findEval(q: Queryable, own: OwnEval): Promise<Eval | null> {
  const [row] = await q.rows<Eval>(sql`select ${columns} from knowledge_eval e where ${is(own)}`)
  return row ?? null
}

export async function listEvals(
  q: Queryable,
  collection: OwnCollection,
  query: EvalQuery,
): Promise<Page<Eval>> {
  const where = allOf([
    within(collection),
    ...(query.generation === undefined ? [] : [sql`e.generation = ${query.generation}`]),
  ])
  return selectPage<Eval>(
    q,
    { columns, from: sql`knowledge_eval e where ${where}`, order: sql`e.created_at desc, e.id desc` },
    query,
  )
}

/** Those of comparisons do not count: they belong to a generation. */
export async function countRunning(q: Queryable, collection: OwnCollection): Promise<number> {
  return countRows(
    q,
    sql`knowledge_eval e where ${within(collection)} and e.status = 'running' and e.run_id is not null`,
  )
}

export type EvalToInsert = Pick<
  Eval,
  'id' | 'runId' | 'generation' | 'embeddingModel' | 'chunkSize' | 'mode' | 'testCount'
> & { comparedWith?: string }

/** Compared with the last one of the live generation in the same mode, unless it is said with which. */
export async function insertEval(
  tx: Tx,
  { projectId, id }: OwnCollection,
  stored: EvalToInsert,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into knowledge_eval (project_id, collection_id, id, run_id, generation, embedding_model, chunk_size, mode, status, test_count,
                                compared_with, created_at)
    select ${projectId}, ${id}, ${stored.id}, ${stored.runId}, ${stored.generation}, ${stored.embeddingModel}, ${stored.chunkSize},
           ${stored.mode}, 'running', ${stored.testCount}, coalesce(${stored.comparedWith ?? null}::uuid, (
             select e.id from knowledge_eval e
             where ${within({ projectId, id })} and e.mode = ${stored.mode} and e.status = 'succeeded'
             order by e.created_at desc limit 1)), ${at}
    on conflict do nothing`)
}

export type ResultToInsert = RetrievalTest & {
  status: ResultStatus
  rank: number | null
  found: readonly FoundPassage[]
}

/** Results of some tests; those that an attempt has stored before it was lost are replaced. */
export async function insertResults(
  tx: Tx,
  { projectId, id, evalId }: OwnEval,
  first: number,
  results: readonly ResultToInsert[],
): Promise<void> {
  await tx.rows(sql`
    insert into knowledge_eval_result (project_id, collection_id, eval_id, test_id, position, query, source_key, must_contain, k,
                                       is_required, status, rank, found)
    select ${projectId}, ${id}, ${evalId}, each.id, each.position, each.query, each.source_key, each.must_contain, each.k,
           each.is_required, each.status, each.rank, each.found
    from unnest(${results.map((result) => result.id)}::uuid[], ${results.map((_, i) => first + i)}::int[],
                ${results.map(({ query }) => query)}::text[], ${results.map(({ sourceKey }) => sourceKey)}::text[],
                ${results.map(({ mustContain }) => mustContain)}::text[], ${results.map(({ k }) => k)}::int[],
                ${results.map(({ isRequired }) => isRequired)}::bool[], ${results.map(({ status }) => status)}::text[],
                ${results.map(({ rank }) => rank)}::int[], ${results.map(({ found }) => JSON.stringify(found))}::jsonb[])
      as each (id, position, query, source_key, must_contain, k, is_required, status, rank, found)
    on conflict (project_id, collection_id, eval_id, test_id) do update
    set position = excluded.position, status = excluded.status, rank = excluded.rank, found = excluded.found`)
  await tx.rows(sql`
    update knowledge_eval e set done_count = least(e.test_count, ${first + results.length}) where ${is({ projectId, id, evalId })}`)
}

/** Ends an eval with what its results are together, and against those it is compared with. */
export async function endEval(
  tx: Tx,
  own: OwnEval,
  {
    status,
    error,
  }: { status: Exclude<EvalStatus, 'running'>; error: { code: string; message: string } | null },
  at: Date,
): Promise<void> {
  const { projectId, id, evalId } = own
  await tx.rows(sql`
    with mine as (
      select r.*, b.status as before from knowledge_eval e
      join knowledge_eval_result r on r.project_id = e.project_id and r.collection_id = e.collection_id and r.eval_id = e.id
      left join knowledge_eval_result b on b.project_id = e.project_id and b.collection_id = e.collection_id
        and b.eval_id = e.compared_with and b.test_id = r.test_id
      where ${is(own)}
    ), counted as (
      select count(*)::int as total, count(*) filter (where status = 'hit')::int as hits,
             count(*) filter (where status = 'orphaned')::int as orphans,
             avg((coalesce(rank, 100) <= 1)::int) filter (where status <> 'orphaned') as r1,
             avg((coalesce(rank, 100) <= 5)::int) filter (where status <> 'orphaned') as r5,
             avg((coalesce(rank, 100) <= 10)::int) filter (where status <> 'orphaned') as r10,
             avg(coalesce(1.0 / rank, 0)) filter (where status <> 'orphaned') as mrr,
             count(*) filter (where status = 'hit' and before = 'miss')::int as won,
             count(*) filter (where status = 'miss' and before = 'hit')::int as lost
      from mine
    )
    update knowledge_eval e
    set status = ${status}, error = ${error === null ? null : JSON.stringify(error)}::jsonb, ended_at = ${at}, hit_count = hits,
        orphaned_count = orphans, recall_at_1 = r1, recall_at_5 = r5, recall_at_10 = r10,
        mrr = counted.mrr,
        test_count = case when ${status} = 'succeeded' then total else e.test_count end,
        won = case when e.compared_with is null then null else counted.won end,
        lost = case when e.compared_with is null then null else counted.lost end
    from counted
    where e.project_id = ${projectId} and e.collection_id = ${id} and e.id = ${evalId} and e.status = 'running'`)
}

export async function listResults(q: Queryable, own: OwnEval, query: ResultQuery): Promise<Page<ResultView>> {
  const from = sql`knowledge_eval e
    join knowledge_eval_result r on r.project_id = e.project_id and r.collection_id = e.collection_id and r.eval_id = e.id
    left join knowledge_eval_result b on b.project_id = e.project_id and b.collection_id = e.collection_id
      and b.eval_id = e.compared_with and b.test_id = r.test_id
    where ${is(own)}`
  const conditions = allOf([
    sql`true`,
    ...(query.status === undefined ? [] : [sql`r.status = ${query.status}`]),
    ...(query.change === 'won' ? [sql`r.status = 'hit' and b.status = 'miss'`] : []),
    ...(query.change === 'lost' ? [sql`r.status = 'miss' and b.status = 'hit'`] : []),
  ])
  return selectPage<ResultView>(
    q,
    {
      columns: sql`r.test_id as "testId", r.query, r.source_key as "sourceKey", r.must_contain as "mustContain",
        r.k, r.is_required as "isRequired", r.status, r.rank, b.status as "statusBefore",
        b.rank as "rankBefore", r.found`,
      from: sql`${from} and ${conditions}`,
      order: sql`r.position`,
    },
    query,
  )
}

/** Ends evals that a run for another purpose has left. */
export async function cancelUnowned(tx: Tx, collection: OwnCollection, at: Date): Promise<void> {
  await tx.rows(sql`
    update knowledge_eval e set status = 'cancelled', ended_at = ${at}
    where ${within(collection)} and e.status = 'running' and e.run_id is null`)
}

/** Required tests that an eval does not hit. */
export async function countFailedRequired(q: Queryable, own: OwnEval): Promise<number> {
  const { projectId, id, evalId } = own
  return countRows(
    q,
    sql`knowledge_eval_result
      where project_id = ${projectId} and collection_id = ${id} and eval_id = ${evalId} and is_required
        and status = 'miss'`,
  )
}
