import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, mock, test } from 'node:test'
import { type Statement, sql } from '../../src/kernel/db/db.ts'
import { markOutage } from '../../src/kernel/db/outage.ts'
import { newAgent } from '../agents/api.ts'
import { startScriptedModel } from '../agents/scripted-model.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { until } from '../until.ts'
import { base } from '../workflows/api.ts'

/**
 * A run of an agent with two calls of a model and one of a tool that has an effect loses its worker before and behind every
 * flush, and while the model or the tool works. Nothing is called before its begin is committed, what was begun twice says
 * so, and the ledger agrees with the records.
 */
type Place = { flush: number; when: 'before' | 'after' } | { during: 'model' | 'tool' } | null
const cases = new Map<string, { place: Place; flushes: number; isLost: boolean }>()
const faults: string[] = []

const model = await startScriptedModel(async ({ messages }) => {
  const projectId = String(messages.find(({ role }) => role === 'user')?.content).slice(-36)
  await assertBegun(projectId, 'model', sql`llm_call`)
  await loseDuring(projectId, 'model')
  const hasResult = messages.some(({ role }) => role === 'tool')
  const args = { url: `${url}/${projectId}`, method: 'POST', body: {} }
  return hasResult ? { text: 'It was sent.' } : { calls: [{ name: 'http_request', arguments: args }] }
})
after(() => model.stop())

const effects: string[] = []
const service = createServer(async (request, response) => {
  const projectId = request.url!.slice(1)
  effects.push(projectId)
  await assertBegun(projectId, 'tool', sql`tool_execution`)
  await loseDuring(projectId, 'tool')
  response.end('{}')
}).listen(0, '127.0.0.1')
await once(service, 'listening')
after(() => service.close())
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const app = await startTestApp({ allowPrivate: '127.0.0.1', hasPieces: false, llm: model.llm })
const { db } = app
app.app.runs.start()
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

// Which attempts have begun which steps, as it was committed.
await db.rows(
  sql`create table begun_step (run_id uuid, name text, attempt int, unique (run_id, name, attempt))`,
)
await db.rows(sql`
  create function note_begun() returns trigger language plpgsql as $$ begin
    insert into begun_step select new.id, key, value::int from jsonb_each_text(new.intents)
    where value ~ '^[0-9]+$' on conflict do nothing;
    return new;
  end $$`)
await db.rows(
  sql`create trigger note_begun after insert or update on run for each row execute function note_begun()`,
)

async function assertBegun(projectId: string, kind: 'model' | 'tool', table: Statement): Promise<void> {
  const [row] = await db.rows<{ open: number; intents: object }>(sql`
    select (select count(*)::int from ${table} where project_id = ${projectId} and status = 'running') as open,
           (select intents from run where project_id = ${projectId} and kind = 'agent') as intents`)
  const isMarked = Object.keys(row?.intents ?? {}).some((name) => name.startsWith(`${kind}:`))
  if (!row?.open || !isMarked) faults.push(`${kind} was called before its begin: ${JSON.stringify(row)}`)
}

/** As if its worker had fallen silent, and that had been found. */
async function loseWorker(projectId: string): Promise<void> {
  await db.rows(sql`
    with lost as (
      update run set status = 'queued', losses = losses + 1, interrupted_attempt = attempt, worker_id = null,
        lease_until = null, run_at = now()
      where project_id = ${projectId} and status = 'running' returning kind)
    select pg_notify('stoa_run_queued', kind) from lost`)
}

async function loseDuring(projectId: string, during: 'model' | 'tool'): Promise<void> {
  const played = cases.get(projectId)
  if (!played?.place || !('during' in played.place) || played.place.during !== during || played.isLost) return
  played.isLost = true
  await loseWorker(projectId)
}

/** Its connection to the database breaks, before a flush is committed or before the worker knows that it is. */
async function aroundFlush<T>(statements: readonly Statement[], send: () => Promise<T>): Promise<T> {
  const [first] = statements
  const isFlush = first !== undefined && /insert into run_step|fence\.is_met/.test(first.text)
  const text = isFlush ? JSON.stringify(first.values) : ''
  const [projectId, played] = [...cases].find(([id]) => text.includes(id)) ?? []
  if (!projectId || !played) return send()
  const { place } = played
  if (place === null || !('flush' in place) || place.flush !== played.flushes++) return send()
  if (place.when === 'after') await send()
  await loseWorker(projectId)
  throw markOutage(Object.assign(new Error('terminating connection'), { code: '57P01' }))
}
const { tryInOneRoundTrip, rows } = db
mock.method(db, 'tryInOneRoundTrip', (statements: readonly Statement[]) =>
  aroundFlush(statements, () => tryInOneRoundTrip(statements)),
)
mock.method(db, 'rows', (statement: Statement) => aroundFlush([statement], () => rows(statement)))

async function play(project: TestProject, place: Place): Promise<{ flushes: number }> {
  const { admin, id: projectId } = project
  const played = { place, flushes: 0, isLost: false, isAsked: false }
  const workflowId = await newAgent(admin, {
    modelSettings: { model: 'openai/gpt-4o' },
    tools: { pinnedSlugs: ['http_request'] },
    capabilities: { humanApproval: { enabled: true, alwaysAllowedToolNames: ['http_request'] } },
  })
  cases.set(projectId, played)
  const started = await admin.post(`${base}/execute/${workflowId}`, { input: { message: `go ${projectId}` } })
  assert.equal(started.status, 200, started.text)
  const path = `${base}/executions/${started.body.data.executionId}`
  const status = await until(async () => {
    const { body } = await admin.get(path)
    const { status } = body.data
    if (status === 'paused') {
      played.isAsked = true
      const resumeValue = { choice: 'done', output: { status: 200 } }
      await admin.post(`${path}/resume`, { resumeValue })
    }
    return ['completed', 'failed'].includes(status) && status
  }, 'the end of the run')
  assert.equal(status, 'completed', JSON.stringify((await admin.get(path)).body.data.error))
  cases.delete(projectId)
  await assertExact(project)
  // A human may be wrong to say that it was done.
  const done = effects.filter((each) => each === projectId).length
  assert.ok(done === 1 || (played.isAsked && done === 0), `${done} effects`)
  return played
}

/** Each record says which attempt may have done the step as well, and how often it was begun. */
async function assertExact({ id }: TestProject): Promise<void> {
  const steps = await db.rows<{
    name: string
    begun: number[]
    attempt: number
    also: number | null
    tries: number
  }>(sql`
    select s.name, s.attempt, s.maybe_also_attempt as also, s.tries,
           array(select b.attempt from begun_step b where b.run_id = s.run_id and b.name = s.name order by 1) as begun
    from run_step s where s.project_id = ${id}`)
  assert.ok(steps.length >= 4, JSON.stringify(steps))
  for (const step of steps) {
    const { begun, attempt } = step
    // A human said that a lost attempt did it: then none does it now.
    const doneBy = begun.includes(attempt) || begun.length === 0 ? attempt : begun.at(-1)!
    const also = begun.filter((each) => each < doneBy).at(-1) ?? null
    assert.deepEqual([step.also, step.tries], [also, Math.max(1, begun.length)], JSON.stringify(step))
  }
}

async function assertPaid({ admin, id }: TestProject): Promise<void> {
  await until(async () => {
    await app.app.lostWork.sweep()
    const open = await db.rows(sql`
      select from llm_call where project_id = ${id} and status = 'running'
      union all select from tool_execution where project_id = ${id} and status = 'running'`)
    return open.length === 0
  }, 'what no one works on is given up')
  assert.deepEqual(await db.rows(sql`select from usage_hold where project_id = ${id}`), [])
  const { isClean, differences, orphans } = (await admin.get('/api/v1/usage/reconcile')).body.data
  assert.deepEqual([isClean, differences, orphans], [true, [], []])
  const unpaid = await db.rows(sql`
    select c.id from llm_call c where c.project_id = ${id} and c.used_micro <> (
      select coalesce(sum(e.used_micro), 0) from usage_entry e where e.project_id = c.project_id and e.work_id = 'llm:' || c.id)`)
  assert.deepEqual(unpaid, [])
}

async function newLimitedProject(): Promise<TestProject> {
  const project = await app.newProject()
  const operator = await app.operatorOf(project)
  await operator.post('/api/v1/usage/grants', { credits: 1_000, reason: 'test' })
  // The node learns that something limits the project.
  await project.admin.post('/api/v1/ai/llm/generate', { model: 'local/demo', prompt: '/say hi' })
  return project
}

test('a run of an agent loses its worker at any flush, with and without a balance', {
  timeout: 200_000,
}, async () => {
  const ended: TestProject[] = []
  for (const newProject of [app.newProject, newLimitedProject]) {
    const { flushes } = await play(await newProject(), { flush: -1, when: 'before' })
    assert.ok(flushes >= 4, `${flushes} flushes`)
    const places: Place[] = [{ during: 'model' }, { during: 'tool' }]
    for (let flush = 0; flush < flushes; flush++)
      places.push({ flush, when: 'before' }, { flush, when: 'after' })
    for (const place of places) {
      const project = await newProject()
      await play(project, place).catch((error: Error) => {
        throw new Error(`lost ${JSON.stringify(place)}: ${error.message}`, { cause: error })
      })
      ended.push(project)
    }
  }
  // Calls that a lost run does not commit are ended after a while, all at the same time.
  for (const project of ended) await assertPaid(project)
  assert.deepEqual(faults, [])
})
