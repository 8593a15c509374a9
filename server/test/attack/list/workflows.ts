import { sizeOf } from '../../size.ts'
import type { Attack } from '../attack.ts'
import type { ApiResponse, Target } from '../target.ts'

const create = '/api/v1/workflow/manager/create'

function chain(nodes: readonly ({ id: string } & Record<string, unknown>)[]) {
  const all = [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }]
  return { nodes: all, edges: all.slice(1).map(({ id }, i) => ({ from: all[i]!.id, to: id })) }
}

const setNodes = (count: number, valuesOf: (i: number) => object) =>
  Array.from({ length: count }, (_, i) => ({ id: `n${i}`, type: 'set', values: valuesOf(i) }))

const fieldsOf = (count: number, value: (j: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, j) => [`v${j}`, value(j)]))

/** Saves and executes it as a test, for as long as a request may wait. */
async function execute(target: Target, graph: object, input: object = {}): Promise<ApiResponse[]> {
  const made = await target.post(create, { graph })
  if (made.status !== 200) return [made]
  const { id } = JSON.parse(made.text).data
  const body = { mode: 'test', wait: 60_000, input }
  return [made, await target.post(`/api/v1/workflow/manager/execute/${id}`, body)]
}

const iterations = sizeOf({ short: 100, long: 1_000 })

/** A loop of so many iterations over this body. */
const loopOver = (body: readonly object[], edges: readonly object[] = []) => ({
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'l', type: 'loop', while: `index < ${iterations}` },
    ...body.map((node) => ({ ...node, parent: 'l' })),
    { id: 'end', type: 'end' },
  ],
  edges: [{ from: 'start', to: 'l' }, { from: 'l', to: 'end' }, ...edges],
})

const n8nImport = '/api/v1/workflow/manager/import/n8n'

/** Each node leads to those so many places further on, round and round. */
function n8nOf(count: number, type: string, steps: readonly number[], parameters: object = {}) {
  const nodes = Array.from({ length: count }, (_, i) => ({
    name: `n${i}`,
    type: `n8n-nodes-base.${type}`,
    parameters,
  }))
  const connections = Object.fromEntries(
    nodes.map(({ name }, i) => [
      name,
      { main: [[], steps.map((step) => ({ node: `n${(i + step) % count}` }))].reverse() },
    ]),
  )
  return { nodes, connections }
}

export const workflowAttacks: readonly Attack[] = [
  {
    id: 'G01',
    what: 'a graph of 198 nodes with 20 expressions each, every one of the node before',
    play: async (target) => [
      await target.post(create, {
        graph: chain(
          setNodes(198, (i) =>
            fieldsOf(20, (j) => (i === 0 ? '{{ input.x }}' : `{{ nodes.n${i - 1}.output.v${j} }}`)),
          ),
        ),
      }),
    ],
    expects: [200],
  },
  {
    id: 'G02',
    what: 'a graph of long expressions with a mistake in each',
    play: async (target) => [
      await target.post(create, {
        graph: chain(setNodes(100, () => fieldsOf(4, () => `{{ ${'inputt.a + '.repeat(330)}1 }}`))),
      }),
    ],
    expects: [200],
  },
  {
    id: 'G03',
    what: 'a graph of almost 2 MiB of text, saved',
    async play(target) {
      const large = setNodes(7, () => ({ text: 'x'.repeat(256 * 1024) }))
      const made = await target.post(create, { graph: chain(large) })
      return [made]
    },
    expects: [200],
  },
  {
    id: 'G04',
    what: `loops over ${iterations * 197} nodes that are all skipped`,
    play: (target) =>
      execute(target, loopOver(setNodes(197, () => ({})).map((node) => ({ ...node, runIf: 'false' })))),
    expects: [200],
  },
  {
    id: 'G05',
    what: `${iterations} iterations over a chain of 197 nodes, each of which sees all before it`,
    play(target) {
      const nodes = setNodes(197, (i) =>
        i === 0 ? { x: '{{ index }}' } : { x: `{{ nodes.n${i - 1}.output.x }}` },
      )
      const edges = nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))
      return execute(target, loopOver(nodes, edges))
    },
    expects: [200],
  },
  {
    id: 'G06',
    what: `${iterations} iterations over a chain of 197 nodes behind a dead edge`,
    play(target) {
      const nodes = setNodes(197, () => ({}))
      const edges = nodes
        .slice(1)
        .map(({ id }, i) => ({ from: nodes[i]!.id, to: id, ...(i === 0 ? { condition: 'false' } : {}) }))
      return execute(target, loopOver(nodes, edges))
    },
    expects: [200],
  },
  {
    id: 'G07',
    what: 'almost 2 MiB of expressions, executed',
    play: (target) =>
      execute(target, chain(setNodes(190, () => fieldsOf(100, () => `{{ ${'input.a ?? '.repeat(8)}1 }}`)))),
    expects: [200],
  },
  {
    id: 'G08',
    what: 'expressions that grow text, lists and objects without end',
    play: (target) =>
      execute(
        target,
        chain([
          {
            id: 'a',
            type: 'set',
            values: { x: "{{ 'x'.repeat(1000000).repeat(1000000) }}" },
            onError: 'continue',
          },
          {
            id: 'b',
            type: 'set',
            values: { x: `{{ ${'range(1000).flatMap(a => '.repeat(5)}1${')'.repeat(5)} }}` },
            onError: 'continue',
          },
          { id: 'c', type: 'set', values: { x: `{{ ${'['.repeat(5000)}${']'.repeat(5000)} }}` } },
        ]),
      ),
    expects: [200, 422],
  },
  {
    id: 'G09',
    what: 'workflows of n8n of nothing but loops, of branches that meet again and again, and of one long text',
    play: async (target) => {
      const imported = (workflow: object) => target.post(n8nImport, { workflow })
      return [
        await imported(n8nOf(500, 'splitInBatches', [1, 7])),
        await imported(n8nOf(190, 'splitInBatches', [1, 7, 11])),
        await imported(n8nOf(190, 'noOp', [1, 2])),
        await imported(n8nOf(1, 'httpRequest', [], { url: `=${'{{ $json.a + ( }}'.repeat(50_000)}` })),
        await imported(n8nOf(1, 'code', [], { jsCode: `$input.all()${' '.repeat(500_000)}x` })),
      ]
    },
    expects: [200, 422],
  },
]
