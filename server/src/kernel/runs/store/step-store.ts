import { type Queryable, sql } from '../../db/db.ts'
import type { StepClass } from '../run.ts'
import { attemptKey, type Claim } from './run-row.ts'

export type StepRow = { name: string; output: unknown }

export async function listSteps(q: Queryable, claim: Claim): Promise<StepRow[]> {
  return q.rows<StepRow>(sql`
    select name, output from run_step where project_id = ${claim.projectId} and run_id = ${claim.id}`)
}

export type StepToInsert = {
  name: string
  /** As JSON: what cannot be written as such fails where it was made, and not among the steps of others. */
  output: string
  maybeAlsoAttempt: number | null
  tries: number
  startedAt: Date
  /** When it was done, by the clock that only goes forward. */
  doneAtMs: number
  class: StepClass | null
  key: string | null
}

/** False when the run was lost to another worker meanwhile: nothing is recorded then. */
export async function insertStep(q: Queryable, claim: Claim, step: StepToInsert): Promise<boolean> {
  const rows = await q.rows(sql`
    with own as (
      select project_id, id from run
      where project_id = ${claim.projectId} and id = ${claim.id} and attempt = ${claim.attempt} and status = 'running'
      for no key update
    )
    insert into run_step (project_id, run_id, name, attempt, maybe_also_attempt, tries, class, key, output, started_at, finished_at)
    select project_id, id, ${step.name}, ${claim.attempt}, ${step.maybeAlsoAttempt}, ${step.tries}, ${step.class}, ${step.key},
           ${step.output}, ${step.startedAt}, clock_timestamp()
    from own returning name`)
  return rows.length === 1
}

export type StepRecord = { claim: Claim; step: StepToInsert }

/** The same for steps of several runs, with one result each. */
export async function insertSteps(q: Queryable, records: readonly StepRecord[]): Promise<boolean[]> {
  const [first] = records
  if (records.length === 1 && first) return [await insertStep(q, first.claim, first.step)]
  const rows = await q.rows<{ id: string; attempt: number; name: string }>(sql`
    with batch as (
      select * from unnest(
        ${records.map(({ claim }) => claim.projectId)}::uuid[], ${records.map(({ claim }) => claim.id)}::uuid[],
        ${records.map(({ claim }) => claim.attempt)}::int[], ${records.map(({ step }) => step.name)}::text[],
        ${records.map(({ step }) => step.maybeAlsoAttempt)}::int[], ${records.map(({ step }) => step.tries)}::int[],
        ${records.map(({ step }) => step.output)}::text[],
        ${records.map(({ step }) => step.startedAt)}::timestamptz[], ${records.map(({ step }) => step.class)}::text[],
        ${records.map(({ step }) => step.key)}::text[],
        ${records.map(({ step }) => Math.max(0, performance.now() - step.doneAtMs) / 1000)}::float8[]
      ) as batch (project_id, run_id, attempt, name, maybe_also_attempt, tries, output, started_at, class, key, seconds_ago)
    ), own as (
      select r.project_id, r.id, batch.attempt, batch.name, batch.maybe_also_attempt, batch.tries, batch.output, batch.started_at,
             batch.class, batch.key, batch.seconds_ago
      from batch join run r on r.project_id = batch.project_id and r.id = batch.run_id
      where r.attempt = batch.attempt and r.status = 'running'
      order by r.project_id, r.id for no key update of r
    )
    insert into run_step (project_id, run_id, name, attempt, maybe_also_attempt, tries, output, started_at, class, key, finished_at)
    select project_id, id, name, attempt, maybe_also_attempt, tries, output::jsonb, started_at, class, key,
           statement_timestamp() - make_interval(secs => seconds_ago)
    from own returning run_id as id, attempt, name`)
  const recorded = new Set(rows.map((row) => `${attemptKey(row)}:${row.name}`))
  return records.map(({ claim, step }) => recorded.has(`${attemptKey(claim)}:${step.name}`))
}
