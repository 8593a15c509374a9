import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
before(async () => {
  project = await app.newProject()
})

const base = '/api/v1/workflow/manager'
const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'a', type: 'set', values: { x: '{{ input.x }}' } },
    { id: 'loop', type: 'loop', over: '{{ [1, 2] }}' },
    { id: 'body', type: 'set', parent: 'loop', values: { y: '{{ nodes.a.output.x }}' } },
    { id: 'end', type: 'end', output: { x: '{{ nodes["a"].output.x }} of {{ nodes.a.status }}' } },
  ],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'loop', condition: 'nodes.a.output.x > 1' },
    { from: 'loop', to: 'end' },
  ],
}

async function made() {
  const { body } = await project.admin.post(`${base}/create`, { graph })
  const { id } = body.data
  const ops = (list: object[], more: object = {}, headers = {}) =>
    project.admin.post(`${base}/${id}/graph/ops`, { ops: list, ...more }, headers)
  const read = async () => (await project.admin.get(`${base}/detail/${id}`)).body.data
  return { id, ops, read, graph: body.data.graph }
}

describe('graph/ops', () => {
  test('200: one version for all operations, and their inverse undoes them', async () => {
    const { ops, read, graph: was } = await made()
    const edited = await ops([
      { op: 'addNode', node: { type: 'set', values: { z: 1 } } },
      { op: 'addEdge', edge: { from: 'start', to: 'set' } },
      { op: 'updateNode', id: 'a', set: { values: { x: 1 }, name: 'First' } },
      { op: 'updateEdge', edge: 'a->loop', unset: ['condition'] },
      { op: 'removeNode', id: 'loop' },
      { op: 'renameNode', id: 'a', to: 'first-one' },
      { op: 'setGraph', set: { timeoutSec: 30 } },
    ])
    assert.equal(edited.status, 200, edited.text)
    const { data } = edited.body
    assert.deepEqual([data.version, data.versionNumber], ['1.0.1', 2])
    assert.deepEqual(
      data.graph.nodes.map(({ id }: { id: string }) => id),
      ['start', 'first-one', 'end', 'set'],
    )
    assert.equal(
      data.graph.nodes[2].output.x,
      '{{ nodes["first-one"].output.x }} of {{ nodes["first-one"].status }}',
    )
    assert.deepEqual(data.graph.edges, [
      { from: 'start', to: 'first-one' },
      { from: 'start', to: 'set' },
    ])
    const undone = await ops(data.inverse)
    assert.equal(undone.status, 200, undone.text)
    const { graph: now, version } = await read()
    assert.equal(version, '1.0.2')
    assert.deepEqual(now.edges, was.edges)
    const sorted = (nodes: { id: string }[]) => nodes.toSorted((x, y) => x.id.localeCompare(y.id))
    assert.deepEqual(
      JSON.parse(JSON.stringify(sorted(now.nodes)).replaceAll('nodes.a', 'nodes[\\"a\\"]')),
      JSON.parse(JSON.stringify(sorted(was.nodes)).replaceAll('nodes.a', 'nodes[\\"a\\"]')),
    )
  })

  test('200: renaming reaches conditions, bodies of loops and the problems stay none', async () => {
    const { ops } = await made()
    const { body } = await ops([
      { op: 'renameNode', id: 'a', to: 'b' },
      { op: 'renameNode', id: 'loop', to: 'each' },
    ])
    const text = JSON.stringify(body.data.graph)
    assert.doesNotMatch(text, /nodes\.a|"loop","to"|"parent":"loop"/)
    assert.match(text, /nodes\.b\.output\.x > 1/)
    assert.deepEqual(body.data.problems, [])
  })

  test('400: nothing is applied when one operation does not fit', async () => {
    const { ops, read } = await made()
    const bad = [
      { op: 'removeNode', id: 'nope' },
      { op: 'addNode', node: { id: 'a', type: 'set' } },
      { op: 'renameNode', id: 'a', to: 'end' },
      { op: 'removeEdge', edge: 'x->y' },
      { op: 'updateNode', id: 'a', set: { values: 5 } },
      { op: 'updateNode', id: 'a', set: { id: 'x' } },
      { op: 'setGraph', set: { nodes: [] } },
    ]
    for (const each of bad) {
      const refused = await ops([{ op: 'setGraph', set: { timeoutSec: 9 } }, each])
      assert.equal(refused.status, 400, JSON.stringify(each))
    }
    assert.equal((await ops([])).status, 400)
    assert.equal((await read()).version, '1.0.0')
  })

  test('409 for an older version, 412 for an older ETag; without either, edits follow one another', async () => {
    const { ops, read } = await made()
    const timeout = (timeoutSec: number) => [{ op: 'setGraph', set: { timeoutSec } }]
    assert.equal((await ops(timeout(1), { ifVersion: 1 })).status, 200)
    assert.equal((await ops(timeout(2), { ifVersion: 1 })).body.error.code, 'version_conflict')
    assert.equal((await ops(timeout(2), {}, { 'if-match': '"1"' })).status, 412)
    const adding = ['x', 'y', 'z'].map((id) => ops([{ op: 'addNode', node: { id, type: 'set' } }]))
    assert.deepEqual(
      (await Promise.all(adding)).map(({ status }) => status),
      [200, 200, 200],
    )
    const { graph: now } = await read()
    assert.equal(now.nodes.length, graph.nodes.length + 3)
  })
})
