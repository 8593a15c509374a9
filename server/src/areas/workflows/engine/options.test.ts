import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { chain, graphOf, type TestNode } from '../../../../test/workflows/flows.ts'
import { openEngine } from '../../../../test/workflows/scripted.ts'
import { NodeFailure } from './failure.ts'

const engine = await openEngine()
after(engine.close)

const tries = new Map<string, number>()
const never = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** What a tool, request, script or model does is the text that its node gives it. */
const runs = engine.node(({ arguments: args, signal, runId }) => {
  const behavior = String(args.act ?? args.url ?? args.source ?? args.prompt)
  const tried = (tries.get(`${runId} ${behavior}`) ?? 0) + 1
  tries.set(`${runId} ${behavior}`, tried)
  if (behavior === 'hang') return never(signal)
  if (behavior === 'fail' || (behavior === 'flaky' && tried === 1))
    throw new NodeFailure('broken', 'It is broken.', { isRetryable: true })
  return { result: 'ok' }
})
const scope = await engine.newScope()

const action = (act: string, more: object = {}): TestNode => ({
  id: 'x',
  type: 'action',
  toolSlug: 'read',
  inputMapping: { act },
  ...more,
})

/** Nodes of every kind that call something, or have nodes inside that do. */
const calling: Record<string, (act: string, more: object) => Promise<TestNode[]>> = {
  action: async (act, more) => [action(act, more)],
  http: async (url, more) => [{ id: 'x', type: 'http', url, ...more }],
  code: async (code, more) => [{ id: 'x', type: 'code', code, ...more }],
  llm: async (prompt, more) => [{ id: 'x', type: 'llm', prompt, ...more }],
  loop: async (act, more) => [
    { id: 'x', type: 'loop', over: '{{ [1] }}', ...more },
    action(act, { id: 'inner', parent: 'x' }),
  ],
  subflow: async (act, more) => {
    const workflowId = await engine.save(scope, chain(action(act, { id: 'inner' })))
    return [{ id: 'x', type: 'subflow', workflowId, ...more }]
  },
}
/** Nodes that fail by themselves, with the code of their failure. */
const failing: Record<string, [TestNode, string]> = {
  set: [{ id: 'x', type: 'set', base: '{{ [1] }}' }, 'base_invalid'],
  wait: [{ id: 'x', type: 'wait', until: '{{ input.never ?? "no date" }}' }, 'wait_invalid'],
  human_wait: [{ id: 'x', type: 'human_wait', timeoutSec: 60, onTimeout: 'reject' }, 'rejected'],
}

/** The node, a node for success and one for failure, and an end that shows what became of it. */
const around = (nodes: TestNode[]) =>
  graphOf(
    [
      ...nodes,
      { id: 'good', type: 'set' },
      { id: 'bad', type: 'set' },
      {
        id: 'end',
        type: 'end',
        output: {
          code: '{{ nodes.x.error.code }}',
          good: '{{ nodes.good.status }}',
          bad: '{{ nodes.bad.status }}',
        },
      },
    ],
    [
      'start->x',
      'x->good',
      ...((nodes[0] as { onError?: string }).onError === 'route'
        ? [{ from: 'x', to: 'bad', onError: true }]
        : [{ from: 'x', to: 'bad', condition: 'false' }]),
      'good->end',
      'bad->end',
    ],
  )

async function execute(nodes: TestNode[]) {
  const id = await engine.start(runs, scope, await engine.save(scope, around(nodes)))
  const isAnswered = nodes[0]!.type === 'human_wait'
  if (isAnswered) {
    await until(async () => (await engine.pauses(id)).length > 0)
    const [pause] = await engine.pauses(id)
    await engine.answer(runs, scope, pause!.id, { approved: false })
  }
  const { status, output, error } = await engine.executed(id)
  return { id, status, output: output as Record<string, unknown> | null, code: error?.code }
}

const failures: [string, (onError: string) => Promise<[TestNode[], string]>][] = [
  ...Object.entries(calling).map(([kind, make]): (typeof failures)[number] => [
    kind,
    async (onError) => [await make('fail', { onError }), 'broken'],
  ]),
  ...Object.entries(failing).map(([kind, [node, code]]): (typeof failures)[number] => [
    kind,
    async (onError) => [[{ ...node, onError }], code],
  ]),
]

describe('a node that fails', () => {
  for (const [kind, make] of failures)
    test(`${kind}: stops the execution, continues without output, or routes to its error edge`, async () => {
      const [stopping, code] = await make('stop')
      const stopped = await execute(stopping)
      assert.deepEqual([stopped.status, stopped.code], ['failed', code])
      const continued = await execute((await make('continue'))[0])
      assert.deepEqual(continued.output, { code, good: 'completed', bad: 'skipped' })
      const routed = await execute((await make('route'))[0])
      assert.deepEqual(routed.output, { code, good: 'skipped', bad: 'completed' })
    })
})

describe('a node that succeeds on its second attempt', () => {
  const retry = { max: 1, backoff: 1 }
  for (const [kind, make] of Object.entries(calling))
    test(`${kind}: is tried again as its retry says, and not more often`, async () => {
      const ended = await execute(await make('flaky', { retry }))
      assert.equal(ended.status, 'completed', ended.code)
      assert.deepEqual([tries.get(`${ended.id} flaky`)], [2])
      const failed = await execute(await make('fail', { retry }))
      assert.deepEqual([failed.code, tries.get(`${failed.id} fail`)], ['broken', 2])
    })
  test('set: what an expression gives is the same the next time, so it is not tried again', async () => {
    const ended = await execute([{ ...failing.set![0], retry, onError: 'continue' }])
    assert.equal(ended.output?.code, 'base_invalid')
  })
})

describe('a node that takes longer than its timeout', () => {
  for (const [kind, make] of Object.entries(calling))
    test(`${kind}: fails, and its onError says what follows`, async () => {
      const ended = await execute(await make('hang', { timeoutSec: 0.2, onError: 'continue' }))
      assert.deepEqual(ended.output, { code: 'node_timeout', good: 'completed', bad: 'skipped' })
    })
  test('human_wait and wait: as their own options say', async () => {
    const human = { id: 'x', type: 'human_wait', timeoutSec: 1, onTimeout: 'fail', onError: 'continue' }
    const id = await engine.start(runs, scope, await engine.save(scope, around([human])))
    assert.equal(((await engine.executed(id)).output as { code: string }).code, 'human_wait_timeout')
    const event = await execute([{ id: 'x', type: 'wait', event: 'paid', timeoutSec: 1 }])
    assert.deepEqual(event.output, { code: null, good: 'completed', bad: 'skipped' })
  })
  test('a loop and a subflow that wait for a human are woken at their timeout, and their pause is withdrawn', async () => {
    const human = { id: 'ask', type: 'human_wait' }
    const inner = await engine.save(scope, chain(human))
    for (const nodes of [
      [
        { id: 'x', type: 'loop', over: '{{ [1] }}', timeoutSec: 1.5, onError: 'continue' },
        { ...human, parent: 'x' },
      ],
      [{ id: 'x', type: 'subflow', workflowId: inner, timeoutSec: 1.5, onError: 'continue' }],
    ]) {
      const id = await engine.start(runs, scope, await engine.save(scope, around(nodes)))
      await until(async () => (await engine.statusOf(runs, scope, id)) === 'waiting', 'it being suspended')
      assert.equal((await engine.pauses(id)).length, 1)
      const { output } = await engine.executed(id)
      assert.equal((output as { code: string }).code, 'node_timeout')
      await until(async () => (await engine.pauses(id)).length === 0)
    }
  })
})
