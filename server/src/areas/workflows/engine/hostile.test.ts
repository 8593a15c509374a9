import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { graphOf, type TestEdge, type TestNode } from '../../../../test/workflows/flows.ts'
import { openEngine } from '../../../../test/workflows/scripted.ts'
import { Graph, graphLimits } from '../schema/graph.ts'

const engine = await openEngine()
after(engine.close)
const runs = engine.node(({ arguments: args }) => args)
const scope = await engine.newScope()
const set = (id: string, values: object = {}): TestNode => ({ id, type: 'set', values })

test('as many nodes as a graph may have, one after the other and side by side', async () => {
  const ids = Array.from({ length: graphLimits.nodes - 2 }, (_, i) => `n${i}`)
  const sum = (id: string, before: string | undefined) =>
    set(id, { n: before ? `{{ nodes.${before}.output.n + 1 }}` : 1 })
  const chained = graphOf(
    ids.map((id, i) => sum(id, ids[i - 1])),
    ['start->n0', ...ids.slice(1).map((id, i) => `${ids[i]}->${id}`), `${ids.at(-1)}->end`],
  )
  assert.deepEqual((await engine.execute(runs, scope, chained)).output, { n: ids.length })
  const wide = graphOf(
    [...ids.map((id) => set(id, { n: 1 })), { id: 'end', type: 'end', output: '{{ nodes.keys().length }}' }],
    ids.flatMap((id) => [`start->${id}`, `${id}->end`]),
  )
  assert.equal((await engine.execute(runs, scope, wide)).output, ids.length + 1)
})

test('as many edges as a graph may have do not multiply the work', async () => {
  // Forty layers of five nodes, each connected with all of the next: the number of paths is astronomic.
  const layers = Array.from({ length: 38 }, (_, layer) =>
    Array.from({ length: 5 }, (_, i) => `l${layer}_${i}`),
  )
  const edges: TestEdge[] = layers
    .slice(1)
    .flatMap((layer, i) => layer.flatMap((to) => layers[i]!.map((from) => `${from}->${to}`)))
  const ends = [...layers[0]!.map((id) => `start->${id}`), ...layers.at(-1)!.map((id) => `${id}->end`)]
  const graph = graphOf(
    layers.flat().map((id) => set(id)),
    [...edges, ...ends],
  )
  assert.equal((await engine.execute(runs, scope, graph)).status, 'completed')
})

test('names that objects have anyway', async () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'prototype', 'then', 'length']
  const nodes = names.map((id, i) =>
    set(id, { was: i === 0 ? null : `{{ nodes.${names[i - 1]}.output.is }}`, is: id }),
  )
  const graph = graphOf(nodes, [
    `start->${names[0]}`,
    ...names.slice(1).map((id, i) => `${names[i]}->${id}`),
    `${names.at(-1)}->end`,
  ])
  const ended = await engine.execute(runs, scope, graph, { constructor: { name: 'x' } })
  assert.deepEqual(ended.output, { was: 'then', is: 'length' })
  assert.equal(Graph.safeParse({ nodes: [{ id: '__proto__', type: 'set' }] }).success, false)
})

test('expressions that take too long or too much fail their node', async () => {
  const bombs = [
    '{{ [1,2,3,4,5,6,7,8,9,10].map(a => [1,2,3,4,5,6,7,8,9,10].map(b => [1,2,3,4,5,6,7,8,9,10].map(c => input.list.map(d => d)))) }}',
    "{{ 'x'.repeat(1000000).split('').join('xx') }}",
    '{{ input.list.concat(input.list).map(a => input.list.map(b => a + b)) }}',
  ]
  for (const bomb of bombs) {
    const graph = graphOf([set('a', { x: bomb })], ['start->a', 'a->end'])
    const ended = await engine.execute(runs, scope, graph, {
      list: Array.from({ length: 1_000 }, (_, i) => i),
    })
    assert.match(ended.error?.code ?? '', /^expression_(fuel|memory)_exceeded$|^expression_result_too_large$/)
  }
})

test('many iterations of many nodes that only compute let others in', async () => {
  const body = Array.from({ length: 90 }, (_, i) => ({ ...set(`b${i}`, { n: '{{ index }}' }), parent: 'l' }))
  const graph = graphOf(
    [{ id: 'l', type: 'loop', while: 'index < 100', max: 1_000, output: '{{ index }}' }, ...body],
    ['start->l', 'l->end'],
  )
  const before = process.threadCpuUsage()
  const workedMs = () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  let longestMs = 0
  let lastMs = 0
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, workedMs() - lastMs)
    lastMs = workedMs()
  }, 1)
  const ended = await engine.execute(runs, scope, graph)
  clearInterval(watch)
  assert.equal((ended.output as unknown[]).length, 100)
  // In processor time, which does not depend on what else the machine does: most of the work must not be one piece.
  assert.ok(longestMs < workedMs() / 3, `${longestMs} ms of ${workedMs()} ms of work`)
})

test('the records of an execution have a limit together', async () => {
  const body = {
    id: 'a',
    type: 'action',
    toolSlug: 'read',
    parent: 'l',
    inputMapping: { text: '{{ input.text }}' },
  }
  const graph = graphOf(
    [{ id: 'l', type: 'loop', while: 'index < 200', output: '{{ index }}' }, body],
    ['start->l', 'l->end'],
  )
  const ended = await engine.execute(runs, scope, graph, { text: 'x'.repeat(200_000) })
  assert.equal(ended.error?.code, 'record_limit')
})

test('an input that cannot be stored as it is gives the same to every attempt', async () => {
  const graph = graphOf(
    [{ id: 'a', type: 'action', toolSlug: 'read', inputMapping: { x: '{{ input.x }}' } }],
    ['start->a', 'a->end'],
  )
  const ended = await engine.execute(runs, scope, graph, { x: 'a\u0000b\ud800c' })
  assert.deepEqual(ended.output, { x: 'a\ufffdb\ufffdc' })
})
