import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { chain, graphOf, type TestNode } from '../../../../test/workflows/flows.ts'
import { openEngine, type ScriptedCall } from '../../../../test/workflows/scripted.ts'
import { sql } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { NodeFailure } from './failure.ts'
import { executionLimits } from './limits.ts'

const engine = await openEngine()
after(engine.close)

const calls: ScriptedCall[] = []
const callsOf = (id: string) => calls.filter(({ runId }) => runId === id).map(({ step }) => step)
const never = (signal: AbortSignal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

type Behaviour = { fails?: number; code?: string; hangs?: boolean; ignores?: boolean; large?: number }
/** What a tool does is in its arguments: how often it fails first, and how. */
const runs = engine.node(async (call) => {
  calls.push(call)
  const { fails = 0, code = 'upstream_5xx', hangs, ignores, large } = call.arguments as Behaviour
  if (ignores) await new Promise(() => undefined)
  if (hangs) await never(call.signal)
  if (large) return 'x'.repeat(large)
  const isFailing = calls.filter(({ runId, key }) => runId === call.runId && key === call.key).length <= fails
  if (isFailing && code === 'concurrency_limited') throw new AppError(code, 'At the limit.')
  if (isFailing)
    throw new NodeFailure(code, 'It failed.', {
      isRetryable: code !== 'arguments_invalid',
      hadNoEffect: code === 'rate_limited' || code === 'arguments_invalid',
    })
  return call.slug === 'model'
    ? 'said'
    : call.slug.startsWith('sandbox')
      ? { result: 7, stdout: 'a\nb\n' }
      : { ok: true }
})
const scope = await engine.newScope()

const retry = { max: 2, backoff: 1, factor: 2 }
const mapped = (args: object) => ({ inputMapping: args })
type Kind = { of(args: object, more?: object): TestNode; output: unknown }
const kinds: Record<string, Kind> = {
  action: {
    of: (args, more) => ({ id: 'n', type: 'action', toolSlug: 'read', ...mapped(args), ...more }),
    output: { ok: true },
  },
  http: {
    of: (args, more) => ({ id: 'n', type: 'http', url: 'http://x/', headers: args, ...more }),
    output: { ok: true },
  },
  code: {
    of: (args, more) => ({ id: 'n', type: 'code', code: 'return 7', ...mapped(args), ...more }),
    output: 7,
  },
  llm: {
    of: (args, more) => ({ id: 'n', type: 'llm', prompt: JSON.stringify(args), ...more }),
    output: 'said',
  },
}

describe('each kind of node that does something outside', () => {
  for (const [name, { of, output }] of Object.entries(kinds)) {
    test(`${name}: its output`, async () => {
      const ended = await engine.execute(runs, scope, chain(of({})))
      assert.deepEqual([ended.status, ended.output], ['completed', output])
      const records = await engine.records(ended.id)
      assert.equal(typeof records.get('n')!.at, 'number')
      const [{ key } = { key: '' }] = await engine.db.rows<{ key: string }>(
        sql`select key from run_step where run_id = ${ended.id} and name = 'n'`,
      )
      assert.equal(key.length, 43)
    })
    test(`${name}: skipped`, async () => {
      const ended = await engine.execute(runs, scope, chain(of({}, { runIf: 'false' })))
      assert.deepEqual([ended.status, ended.output, callsOf(ended.id)], ['completed', null, []])
    })
    test(`${name}: for each item, some at a time`, async () => {
      const ended = await engine.execute(
        runs,
        scope,
        chain(of({}, { forEach: '{{ [1, 2, 3] }}', concurrency: 2 })),
      )
      assert.deepEqual(ended.output, [output, output, output])
      assert.deepEqual(callsOf(ended.id).sort(), ['n#0', 'n#1', 'n#2'])
    })
  }
  for (const name of ['action']) {
    const { of } = kinds[name]!
    test(`${name}: its failure`, async () => {
      const ended = await engine.execute(runs, scope, chain(of({ fails: 1 })))
      assert.deepEqual([ended.status, ended.error?.code, ended.error?.step], ['failed', 'upstream_5xx', 'n'])
      assert.deepEqual(ended.summary.failedNodes, ['n'])
    })
    test(`${name}: tried again until it succeeds`, async () => {
      const ended = await engine.execute(runs, scope, chain(of({ fails: 2 }, { retry })))
      assert.deepEqual([ended.status, callsOf(ended.id)], ['completed', ['n', 'n~1', 'n~2']])
      const records = await engine.records(ended.id)
      assert.deepEqual(
        ['n', 'n~1', 'n~2'].map((step) => records.get(step)!.s),
        ['retry', 'retry', 'ok'],
      )
    })
    test(`${name}: retried without success`, async () => {
      const ended = await engine.execute(runs, scope, chain(of({ fails: 9 }, { retry })))
      assert.deepEqual([ended.status, ended.error?.step, callsOf(ended.id).length], ['failed', 'n~2', 3])
    })
    test(`${name}: a failure that no retry can fix`, async () => {
      const ended = await engine.execute(
        runs,
        scope,
        chain(of({ fails: 9, code: 'arguments_invalid' }, { retry })),
      )
      assert.deepEqual([ended.error?.code, callsOf(ended.id).length], ['arguments_invalid', 1])
    })
    test(`${name}: its timeout, whether it listens to its signal or not`, async () => {
      for (const args of [{ hangs: true }, { ignores: true }]) {
        const ended = await engine.execute(runs, scope, chain(of(args, { timeoutSec: 0.1 })))
        assert.deepEqual([ended.status, ended.error?.code], ['failed', 'node_timeout'])
      }
    })
    test(`${name}: a retry after a longer pause does not hold a worker`, async () => {
      const graph = chain(of({ fails: 1 }, { retry: { max: 1, backoff: 1_500 } }))
      const id = await engine.start(runs, scope, await engine.save(scope, graph))
      await until(async () => (await engine.statusOf(runs, scope, id)) === 'waiting', 'the execution waiting')
      assert.equal((await engine.executed(id)).status, 'completed')
      assert.deepEqual(callsOf(id), ['n', 'n~1'])
    })
  }
})

describe('a tool with side effects', () => {
  const once = (args: object, more: object = {}): TestNode => ({
    id: 'n',
    type: 'action',
    toolSlug: 'once_send',
    ...mapped(args),
    ...more,
  })
  test('is tried again where nothing can have happened', async () => {
    const ended = await engine.execute(
      runs,
      scope,
      chain(once({ fails: 1, code: 'rate_limited' }, { retry })),
    )
    assert.deepEqual([ended.status, callsOf(ended.id)], ['completed', ['n', 'n~1']])
  })
  test('waits while the project has as many calls in flight as it may have, without using its retries', async () => {
    const ended = await engine.execute(runs, scope, chain(once({ fails: 2, code: 'concurrency_limited' })))
    assert.deepEqual([ended.status, callsOf(ended.id)], ['completed', ['n', 'n', 'n']])
  })
  test('asks a human where something may have happened', async () => {
    for (const [answer, expected, steps] of [
      [{ choice: 'again' }, ['completed', { ok: true }], ['n', 'n~1']],
      [{ choice: 'done', output: { by: 'hand' } }, ['completed', { by: 'hand' }], ['n']],
      [{ choice: 'stop' }, ['failed', null], ['n']],
    ] as const) {
      const id = await engine.start(
        runs,
        scope,
        await engine.save(scope, chain(once({ fails: 1 }, { retry }))),
      )
      const [pause] = await until(async () => {
        const open = await engine.pauses(id)
        return open.length > 0 ? open : null
      }).then((open) => open!)
      assert.deepEqual(
        [pause!.kind, pause!.node_id, pause!.request.toolSlug],
        ['uncertain', 'n', 'once_send'],
      )
      assert.equal(await engine.answer(runs, scope, pause!.id, answer), true)
      assert.equal(await engine.answer(runs, scope, pause!.id, answer), false)
      const ended = await engine.executed(id)
      assert.deepEqual([ended.status, ended.output], expected)
      assert.deepEqual(callsOf(id), steps)
    }
  })
  test('is tried again or fails without asking where the node says so', async () => {
    const again = await engine.execute(
      runs,
      scope,
      chain(once({ fails: 1 }, { retry, onUncertain: 'again' })),
    )
    assert.deepEqual([again.status, callsOf(again.id)], ['completed', ['n', 'n~1']])
    const fail = await engine.execute(runs, scope, chain(once({ fails: 1 }, { retry, onUncertain: 'fail' })))
    assert.deepEqual([fail.error?.code, callsOf(fail.id)], ['upstream_5xx', ['n']])
  })
})

describe('a join that does not wait for all', () => {
  const hanging = (id: string): TestNode => ({
    id,
    type: 'action',
    toolSlug: 'read',
    ...mapped({ hangs: true, id }),
  })
  const quick = (id: string): TestNode => ({ id, type: 'set', values: { is: id } })
  test('continues with the first branch, and cancels the others', async () => {
    // A call that has begun is stopped; one that was cancelled before is never made.
    const pause = { id: 'pause', type: 'wait', seconds: 0.2 }
    const graph = graphOf(
      [hanging('slow'), quick('after'), pause, quick('fast'), { id: 'j', type: 'join', mode: 'any' }],
      ['start->slow', 'slow->after', 'after->j', 'start->pause', 'pause->fast', 'fast->j', 'j->end'],
    )
    const ended = await engine.execute(runs, scope, graph)
    assert.deepEqual([ended.status, ended.output], ['completed', { is: 'fast' }])
    const records = await engine.records(ended.id)
    assert.deepEqual([...records.keys()].sort(), ['end', 'fast', 'j', 'pause'])
    assert.deepEqual(records.get('j')!.j, { winners: ['fast'], dropped: ['slow', 'after'].sort() })
    const ofRun = () => calls.filter(({ runId }) => runId === ended.id)
    await until(() => ofRun().every(({ signal }) => signal.aborted), 'the tool being stopped')
  })
  test('continues with as many as it needs', async () => {
    const graph = graphOf(
      [hanging('slow'), quick('a'), quick('b'), { id: 'j', type: 'join', mode: 2 }],
      ['start->slow', 'start->a', 'start->b', 'slow->j', 'a->j', 'b->j', 'j->end'],
    )
    const ended = await engine.execute(runs, scope, graph)
    assert.deepEqual(ended.output, { a: { is: 'a' }, b: { is: 'b' } })
  })
  test('leaves alone what something else needs', async () => {
    const graph = graphOf(
      [
        { id: 'slow', type: 'wait', seconds: 0.2 },
        quick('fast'),
        { id: 'j', type: 'join', mode: 'any' },
        quick('also'),
        { id: 'end', type: 'end', output: '{{ [nodes.j.output.is, nodes.also.output.is] }}' },
      ],
      ['start->slow', 'start->fast', 'slow->j', 'fast->j', 'slow->also', 'j->end', 'also->end'],
    )
    assert.deepEqual((await engine.execute(runs, scope, graph)).output, ['fast', 'also'])
  })
})

describe('limits', () => {
  test('a large output is a file, and a larger one fails', async () => {
    const read = (large: number): TestNode => ({
      id: 'n',
      type: 'action',
      toolSlug: 'read',
      ...mapped({ large }),
    })
    const end = { id: 'end', type: 'end', output: '{{ nodes.n.output.length }}' }
    const graph = (large: number) => graphOf([read(large), end], ['start->n', 'n->end'])
    const ended = await engine.execute(runs, scope, graph(300_000))
    assert.equal(ended.output, 300_000)
    const record = (await engine.records(ended.id)).get('n')!
    assert.equal(record.o, undefined)
    assert.ok(record.f)
    assert.equal((await engine.execute(runs, scope, graph(1_100_000))).error?.code, 'output_too_large')
  })
  test('an execution has at most 10,000 steps', async () => {
    const inner = { id: 'l', type: 'loop', while: 'true', max: 1000 }
    const outer = { id: 'o', type: 'loop', while: 'true', max: 1000 }
    const graph = graphOf(
      [
        outer,
        { ...inner, parent: 'o' },
        { id: 'a', type: 'set', parent: 'l' },
        { ...inner, while: 'index < 20' },
      ].slice(0, 3),
      ['start->o', 'o->end'],
    )
    const ended = await engine.execute(runs, scope, {
      ...graph,
      nodes: graph.nodes.map((node) => (node.id === 'l' ? { ...node, while: 'index < 20' } : node)),
    })
    assert.deepEqual([ended.status, ended.error?.code], ['failed', 'step_limit'])
  })
  test('loops over nodes that are always skipped end at a limit too', async () => {
    const loop = { type: 'loop', while: 'index < 999' }
    const graph = graphOf(
      [
        { ...loop, id: 'o' },
        { ...loop, id: 'l', parent: 'o' },
        { id: 'a', type: 'set', parent: 'l', runIf: 'false' },
      ],
      ['start->o', 'o->end'],
    )
    const ended = await engine.execute(runs, scope, graph)
    assert.deepEqual([ended.status, ended.error?.code], ['failed', 'step_limit'])
  })
  test('an execution ends at its timeout, whatever it waits for', async () => {
    const graph = chain({ id: 'n', type: 'action', toolSlug: 'read', ...mapped({ ignores: true }) })
    const ended = await engine.execute(runs, scope, { ...graph, timeoutSec: 1 })
    assert.deepEqual([ended.status, ended.error?.code], ['timeout', 'execution_timeout'])
  })
  test('agents and placeholders are refused', async () => {
    for (const node of [
      { id: 'n', type: 'llm_agent' },
      { id: 'n', type: 'placeholder', source: 'x' },
    ])
      assert.equal((await engine.execute(runs, scope, chain(node))).error?.code, 'graph_invalid')
  })
})

describe('cancel', () => {
  test('ends an execution whose tool does not listen', async () => {
    const graph = chain({ id: 'n', type: 'action', toolSlug: 'once_send', ...mapped({ ignores: true }) })
    const id = await engine.start(runs, scope, await engine.save(scope, graph))
    await until(() => callsOf(id).length === 1)
    assert.equal(await engine.cancel(runs, scope, id), 'asked')
    assert.equal((await engine.executed(id)).status, 'cancelled')
  })
  test('ends one that waits, immediately', async () => {
    const id = await engine.start(
      runs,
      scope,
      await engine.save(scope, chain({ id: 'h', type: 'human_wait' })),
    )
    await until(async () => (await engine.statusOf(runs, scope, id)) === 'waiting', 'the execution waiting')
    assert.equal(await engine.cancel(runs, scope, id), 'ended')
    const ended = await engine.executed(id)
    assert.deepEqual([ended.status, ended.summary.failedNodes], ['cancelled', []])
  })
})

test('so many executions of one workflow run concurrently on all nodes together, and none of another waits for them', async () => {
  const held = new Set<string>()
  const open = Promise.withResolvers<string>()
  const script = ({ signal, arguments: args, runId }: ScriptedCall) => {
    if (!(args as { hangs?: boolean }).hangs) return 'ran'
    held.add(runId)
    return Promise.race([open.promise, never(signal)])
  }
  const [first, second] = [engine.node(script), engine.node(script)]
  await runs.stop(0)
  const workflowId = await engine.save(
    scope,
    chain({ id: 'n', type: 'action', toolSlug: 'read', ...mapped({ hangs: true }) }),
  )
  const statuses = () => Promise.all(ids.map((id) => engine.statusOf(first, scope, id)))
  const ids = await Promise.all(
    Array.from({ length: 26 }, (_, i) => engine.start(i % 2 ? first : second, scope, workflowId)),
  )
  await until(() => held.size >= executionLimits.perWorkflow, 'the first executions')
  const other = await engine.execute(second, scope, chain({ id: 'n', type: 'action', toolSlug: 'read' }))
  assert.equal(other.output, 'ran')
  assert.equal(held.size, executionLimits.perWorkflow)
  assert.deepEqual([...new Set(await statuses())].sort(), ['queued', 'running'])
  assert.equal((await statuses()).filter((status) => status === 'queued').length, 6)
  open.resolve('ran')
  for (const id of ids) assert.equal((await engine.executed(id)).status, 'completed')
})
