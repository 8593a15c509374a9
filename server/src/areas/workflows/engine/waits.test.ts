import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { chain, graphOf, type TestNode } from '../../../../test/workflows/flows.ts'
import { openEngine, type ScriptedCall } from '../../../../test/workflows/scripted.ts'
import { sql } from '../../../kernel/db/db.ts'

const engine = await openEngine()
after(engine.close)
const calls: ScriptedCall[] = []
const gates = new Map<string, PromiseWithResolvers<void>>()
/** Opened by the test. */
const gate = (name: string) => {
  const known = gates.get(name) ?? Promise.withResolvers<void>()
  gates.set(name, known)
  return known
}
const runs = engine.node(async (call) => {
  calls.push(call)
  const { behind } = call.arguments as { behind?: string }
  if (behind) await gate(`${call.runId}/${behind}`).promise
  return { ok: true }
})
const scope = await engine.newScope()
const callsOf = (id: string) => calls.filter(({ runId }) => runId === id).map(({ step }) => step)

const human = (id: string, more: object = {}): TestNode => ({ id, type: 'human_wait', ...more })
const action = (id: string, args: object = {}, toolSlug = 'read'): TestNode => ({
  id,
  type: 'action',
  toolSlug,
  inputMapping: args,
})
const begin = async (graph: unknown, input: unknown = {}) =>
  engine.start(runs, scope, await engine.save(scope, graph), input)
const isWaiting = (id: string) =>
  until(async () => (await engine.statusOf(runs, scope, id)) === 'waiting', 'the execution waiting')
const openPauses = (id: string, count = 1) =>
  until(async () => {
    const open = await engine.pauses(id)
    return open.length === count ? open : null
  }, 'the pauses being open').then((open) => open!)

describe('human approval', () => {
  test('and what they answer is the output', async () => {
    const graph = chain(
      action('before', {}, 'once_send'),
      human('h', { humanMessage: 'Send {{ input.n }}?', assignee: 'ann', inputSchema: { type: 'object' } }),
    )
    const id = await begin(graph, { n: 3 })
    await isWaiting(id)
    const [pause] = await openPauses(id)
    assert.deepEqual(
      [pause!.kind, pause!.step, pause!.request],
      ['human_wait', 'h', { message: 'Send 3?', inputSchema: { type: 'object' }, decidedBy: 'operator' }],
    )
    const [held] = await engine.db.rows(sql`select 1 from run where id = ${id} and worker_id is not null`)
    assert.equal(held, undefined)
    assert.equal(
      await engine.answer(runs, scope, pause!.id, { approved: true, value: { note: 'yes' } }),
      true,
    )
    assert.equal(await engine.answer(runs, scope, pause!.id, { approved: true }), false)
    const ended = await engine.executed(id)
    assert.deepEqual(ended.output, {
      approved: true,
      value: { note: 'yes' },
      comment: null,
      answeredBy: null,
    })
    assert.deepEqual(callsOf(id), ['before'])
    const events = await engine.db.rows<{ type: string }>(
      sql`select type from event where data->>'executionId' = ${id} order by created_at, type`,
    )
    assert.deepEqual(
      events.map(({ type }) => type),
      ['execution.paused', 'execution.completed'],
    )
  })

  test('and a rejection stops the execution, or is routed', async () => {
    const plain = await begin(chain(human('h'), action('a')))
    const routed = await begin(
      graphOf(
        [
          human('h', { onError: 'route' }),
          action('a'),
          { id: 'no', type: 'set', values: { was: 'rejected' } },
        ],
        ['start->h', 'h->a', { from: 'h', to: 'no', onError: true }, 'a->end', 'no->end'],
      ),
    )
    for (const id of [plain, routed])
      await engine.answer(runs, scope, (await openPauses(id))[0]!.id, { approved: false })
    const ended = await engine.executed(plain)
    assert.deepEqual([ended.status, ended.error?.code, callsOf(plain)], ['failed', 'rejected', []])
    assert.deepEqual((await engine.executed(routed)).output, { was: 'rejected' })
  })

  test('and their silence means what the node says', async () => {
    const started = await Promise.all(
      ['approve', 'reject', 'fail'].map((onTimeout) =>
        begin(chain(human('h', { timeoutSec: 1, onTimeout }))),
      ),
    )
    const ended = await Promise.all(started.map(engine.executed))
    assert.deepEqual(
      ended.map(({ output, error }) => error?.code ?? (output as { timedOut: boolean }).timedOut),
      [true, 'rejected', 'human_wait_timeout'],
    )
    for (const id of started) assert.deepEqual(await engine.pauses(id), [])
  })

  test('several concurrently, and each answer counts by itself', async () => {
    const graph = graphOf(
      [human('a'), human('b'), action('behindA'), action('behindB')],
      ['start->a', 'start->b', 'a->behindA', 'b->behindB', 'behindA->end', 'behindB->end'],
    )
    const id = await begin(graph)
    await isWaiting(id)
    const open = await openPauses(id, 2)
    const second = open.find(({ node_id }) => node_id === 'b')!
    await engine.answer(runs, scope, second.id, { approved: true })
    await until(() => callsOf(id).includes('behindB'), 'one branch going on')
    await isWaiting(id)
    assert.deepEqual(callsOf(id), ['behindB'])
    await engine.answer(runs, scope, open.find(({ node_id }) => node_id === 'a')!.id, { approved: true })
    assert.equal((await engine.executed(id)).status, 'completed')
    assert.deepEqual(callsOf(id), ['behindB', 'behindA'])
  })

  test('beside a tool with side effects, which is not broken off by the wait', async () => {
    const graph = graphOf(
      [human('h'), action('slow', { behind: 'x' }, 'once_send'), action('behindH')],
      ['start->h', 'start->slow', 'h->behindH', 'behindH->end', 'slow->end'],
    )
    const id = await begin(graph)
    const [pause] = await openPauses(id)
    await until(() => callsOf(id).includes('slow'))
    // The answer is found although the run is at work.
    await engine.answer(runs, scope, pause!.id, { approved: true })
    await until(() => callsOf(id).includes('behindH'), 'the branch behind the person going on')
    gate(`${id}/x`).resolve()
    assert.equal((await engine.executed(id)).status, 'completed')
    assert.deepEqual(callsOf(id).sort(), ['behindH', 'slow'])
  })
})

describe('a wait', () => {
  test('up to a second holds the worker, a longer one does not', async () => {
    const short = await engine.execute(runs, scope, chain({ id: 'w', type: 'wait', seconds: 0.05 }))
    assert.equal(short.status, 'completed')
    const id = await begin(chain({ id: 'w', type: 'wait', seconds: '{{ 1 + 0.5 }}' }))
    await isWaiting(id)
    assert.equal((await engine.executed(id)).status, 'completed')
  })
  test('until a time, which may be over', async () => {
    const past = await engine.execute(
      runs,
      scope,
      chain({ id: 'w', type: 'wait', until: '2020-01-01T00:00:00Z' }),
    )
    assert.equal(past.status, 'completed')
    const soon = new Date(Date.now() + 1_400).toISOString()
    const ended = await engine.execute(runs, scope, chain({ id: 'w', type: 'wait', until: soon }))
    assert.deepEqual(ended.output, { until: soon })
    assert.ok(Date.now() >= Date.parse(soon))
    const bad = await engine.execute(runs, scope, chain({ id: 'w', type: 'wait', until: 'soon' }))
    assert.equal(bad.error?.code, 'wait_invalid')
  })
  test('moves the time on that expressions see', async () => {
    const graph = graphOf(
      [
        { id: 'w', type: 'wait', seconds: 0.2 },
        { id: 'end', type: 'end', output: "{{ now.diff(date(run.startedAt), 'milliseconds') >= 200 }}" },
      ],
      ['start->w', 'w->end'],
    )
    const ended = await engine.execute(runs, scope, graph)
    assert.equal(ended.output ?? JSON.stringify(ended.error), true)
  })
  test('for an event, which may come before or after it begins', async () => {
    const early = await begin(chain(action('a', { behind: 'x' }), { id: 'w', type: 'wait', event: 'paid' }))
    await until(() => callsOf(early).length === 1)
    await engine.sendEvent(runs, scope, early, 'other', 1)
    await engine.sendEvent(runs, scope, early, 'paid', { sum: 5 })
    gate(`${early}/x`).resolve()
    assert.deepEqual((await engine.executed(early)).output, { sum: 5 })
    const late = await begin(chain({ id: 'w', type: 'wait', event: 'paid' }))
    await isWaiting(late)
    await engine.sendEvent(runs, scope, late, 'other', 1)
    await engine.sendEvent(runs, scope, late, 'paid', [1])
    assert.deepEqual((await engine.executed(late)).output, [1])
    await assert.rejects(engine.sendEvent(runs, scope, late, 'paid', 1), { code: 'execution_not_found' })
  })
  test('for an event that does not come', async () => {
    const ended = await engine.execute(
      runs,
      scope,
      chain({ id: 'w', type: 'wait', event: 'x', timeoutSec: 1 }),
    )
    assert.deepEqual([ended.status, ended.output], ['completed', null])
  })
  test('for which an execution is suspended does not count against its timeout', async () => {
    // Long enough to be suspended for, also where the machine stalls before: up to 5 s are waited for in place.
    const graph = { ...chain({ id: 'w', type: 'wait', seconds: 10 }), timeoutSec: 5 }
    assert.equal((await engine.execute(runs, scope, graph)).status, 'completed')
  })
  test('several side by side end in their order, in loops as well', async () => {
    const graph = graphOf(
      [
        { id: 'l', type: 'loop', over: '{{ [1, 2] }}' },
        { id: 'w', type: 'wait', seconds: 0.02, parent: 'l' },
        { id: 'x', type: 'wait', seconds: 0.05 },
      ],
      ['start->l', 'start->x', 'l->end', 'x->end'],
    )
    assert.equal((await engine.execute(runs, scope, graph)).status, 'completed')
  })
})
