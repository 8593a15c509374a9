import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { chain, graphOf, type TestNode } from '../../../../test/workflows/flows.ts'
import { classOf, hooked, openEngine, type ScriptedCall } from '../../../../test/workflows/scripted.ts'
import { sql } from '../../../kernel/db/db.ts'

const engine = await openEngine()
after(engine.close)
const calls: ScriptedCall[] = []
/** Where the worker of an execution is lost, and what was passed so far. */
const losses = new Map<string, { at: number; passed: string[] }>()

/** Executions whose worker is lost while a tool is called. */
const lostInCall = new Set<string>()
async function lose(runId: string): Promise<never> {
  await engine.loseWorker(runId)
  return new Promise(() => undefined)
}

const runs = engine.node(
  async (call) => {
    calls.push(call)
    if (lostInCall.delete(call.runId)) await lose(call.runId)
    return call.slug === 'sandbox_run_javascript' ? { result: 5 } : { from: call.step }
  },
  {
    leaseMs: 60_000,
    kind: hooked(async (when, name, runId) => {
      const plan = losses.get(runId)
      if (!plan) return
      const here = plan.passed.push(`${when} ${name}`) - 1
      if (here === plan.at) await lose(runId)
    }),
  },
)
const scope = await engine.newScope()

const action = (id: string, toolSlug: string, more: object = {}): TestNode => ({
  id,
  type: 'action',
  toolSlug,
  inputMapping: { n: '{{ input.n }}' },
  ...more,
})
const graph = graphOf(
  [
    { id: 'first', type: 'set', values: { n: '{{ input.n + 1 }}' } },
    action('look', 'read'),
    { id: 'which', type: 'branch' },
    action('send', 'once_send'),
    { id: 'no', type: 'set' },
    action('each', 'once_note', { forEach: '{{ [1, 2] }}' }),
    { id: 'l', type: 'loop', over: '{{ [7, 8] }}', output: '{{ nodes.inner.output }}' },
    action('inner', 'read', { parent: 'l' }),
    { id: 'pause', type: 'wait', seconds: 0.001, parent: 'l' },
    { id: 'script', type: 'code', code: 'return 5' },
    { id: 'model', type: 'llm', prompt: 'x' },
    { id: 'both', type: 'join' },
    {
      id: 'end',
      type: 'end',
      output: '{{ [nodes.both.output, nodes.l.output, nodes.each.output, nodes.send.output] }}',
    },
  ],
  [
    'start->first',
    'first->look',
    'look->which',
    { from: 'which', to: 'send', condition: 'input.n == 1' },
    'which->no',
    'send->each',
    'each->l',
    'l->script',
    'l->model',
    'script->both',
    'model->both',
    'both->end',
    'inner->pause',
  ],
)

/** A step of which it is not known whether it was done: it was, so the person says what it gave. */
async function answerUncertain(id: string): Promise<void> {
  for (const pause of await engine.pauses(id))
    if (pause.kind === 'uncertain')
      await engine.answer(runs, scope, pause.id, { choice: 'done', output: { from: pause.step } })
}

test('an execution whose worker is lost at any step ends like an undisturbed one', async () => {
  const workflowId = await engine.save(scope, graph)
  const begin = async (at: number) => {
    const id = randomUUID()
    const plan = { at, passed: [] as string[] }
    losses.set(id, plan)
    await engine.start(runs, scope, workflowId, { n: 1 }, { id })
    return { id, plan }
  }
  const { id: undisturbed, plan: whole } = await begin(-1)
  const expected = await engine.executed(undisturbed)
  assert.equal(expected.status, 'completed')
  assert.ok(whole.passed.length > 30, String(whole.passed))
  const finish = async (id: string) =>
    until(async () => {
      await answerUncertain(id)
      const [row] = await engine.db.rows<{ status: string; output: unknown; error: unknown }>(
        sql`select status, output, error from workflow_execution where id = ${id} and status is not null`,
      )
      return row ?? null
    }, 'the execution ending')
  const ids = await Promise.all(
    whole.passed.map(async (_, at) => {
      const { id } = await begin(at)
      const ended = (await finish(id))!
      assert.deepEqual(
        { status: ended.status, output: ended.output },
        { status: 'completed', output: expected.output },
        `lost ${whole.passed[at]}: ${JSON.stringify(ended.error)}`,
      )
      return id
    }),
  )
  for (const id of ids) await assertMarked(id)
})

/** No step with side effects was done twice, and of the others those alone have a mark that were. */
async function assertMarked(id: string): Promise<void> {
  const steps = await engine.db.rows<{ name: string; also: number | null; tries: number }>(
    sql`select name, maybe_also_attempt as also, tries from run_step where run_id = ${id}`,
  )
  const records = new Map(steps.map((step) => [step.name, step]))
  for (const [step, of] of Map.groupBy(
    calls.filter(({ runId }) => runId === id),
    ({ step }) => step,
  )) {
    const { also, tries } = records.get(step)!
    assert.deepEqual(
      [also !== null, tries],
      [of.length > 1, of.length],
      `${step} was done ${of.length} times`,
    )
    if (of.length > 1)
      assert.equal(classOf(of[0]!.slug), 'repeatable', `${step} has side effects and was done twice`)
  }
}

test('a step with side effects that was lost: done, again, stop', async () => {
  const workflowId = await engine.save(scope, chain(action('send', 'once_send')))
  const cases = [
    [{ choice: 'done', output: 'known' }, 'completed', 'known', 1],
    [{ choice: 'again' }, 'completed', { from: 'send' }, 2],
    [{ choice: 'stop' }, 'failed', null, 1],
  ] as const
  for (const [answer, status, output, count] of cases) {
    const id = await lostWhileCalling(workflowId)
    const [pause] = await until(async () => {
      const open = await engine.pauses(id)
      return open.length > 0 ? open : null
    }).then((open) => open!)
    assert.equal(pause!.kind, 'uncertain')
    await engine.answer(runs, scope, pause!.id, answer)
    const ended = await engine.executed(id)
    assert.deepEqual([ended.status, ended.output], [status, output])
    assert.equal(calls.filter(({ runId }) => runId === id).length, count)
  }
})

test('an execution of several attempts says whether its end was skipped', async () => {
  for (const [condition, isSkipped] of [
    ['input.n == 2', 'true'],
    ['input.n == 1', 'false'],
  ] as const) {
    const graph = graphOf(
      [action('look', 'read'), { id: 'which', type: 'branch' }, { id: 'end', type: 'end' }],
      ['start->look', 'look->which', { from: 'which', to: 'end', condition }],
    )
    const id = await lostWhileCalling(await engine.save(scope, graph))
    assert.equal((await engine.executed(id)).status, 'completed')
    const [row] = await engine.db.rows<{ is: string }>(
      sql`select summary->>'isEndSkipped' as is from workflow_execution where id = ${id}`,
    )
    assert.equal(row?.is, isSkipped)
  }
})

test('a step with side effects that was lost: the node says again, or fail', async () => {
  for (const [onUncertain, status, count] of [
    ['again', 'completed', 2],
    ['fail', 'failed', 1],
  ] as const) {
    const workflowId = await engine.save(scope, chain(action('send', 'once_send', { onUncertain })))
    const id = await lostWhileCalling(workflowId)
    const ended = await engine.executed(id)
    assert.deepEqual([ended.status, calls.filter(({ runId }) => runId === id).length], [status, count])
    if (status === 'failed') assert.equal(ended.error?.code, 'step_uncertain')
  }
})

test('what a join has decided is decided for every later attempt', async () => {
  let isFirst = true
  const gate = Promise.withResolvers<void>()
  const slow = engine.node(
    async (call) => {
      if (call.slug === 'once_slow') await gate.promise
      return { from: call.step }
    },
    {
      leaseMs: 60_000,
      kind: (base) => ({
        ...hooked(async (when, name, runId) => {
          if (when !== 'before' || name !== 'behind' || !isFirst) return
          isFirst = false
          await lose(runId)
        })(base),
        kind: 'workflow',
      }),
    },
  )
  await runs.stop(0)
  const race = graphOf(
    [
      action('slow', 'once_slow'),
      { id: 'fast', type: 'set', values: { is: 'fast' } },
      { id: 'j', type: 'join', mode: 'any' },
      { id: 'behind', type: 'set', values: { was: '{{ nodes.slow.status }}' } },
    ],
    ['start->slow', 'start->fast', 'slow->j', 'fast->j', 'j->behind', 'behind->end'],
  )
  const ended = await engine.execute(slow, scope, race)
  assert.deepEqual([ended.status, ended.output], ['completed', { was: 'skipped' }])
  assert.equal(isFirst, false)
  assert.deepEqual(await engine.pauses(ended.id), [])
  gate.resolve()
})

/** Starts an execution whose worker is lost while its first tool is called. */
async function lostWhileCalling(workflowId: string): Promise<string> {
  const id = randomUUID()
  lostInCall.add(id)
  return engine.start(runs, scope, workflowId, { n: 1 }, { id })
}
