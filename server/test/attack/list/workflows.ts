import type { Attack } from '../attack.ts'

const create = '/api/v1/workflow/manager/create'

function chain(nodes: readonly { id: string }[]) {
  const all = [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }]
  return { nodes: all, edges: all.slice(1).map(({ id }, i) => ({ from: all[i]!.id, to: id })) }
}

const setNodes = (count: number, valuesOf: (i: number) => object) =>
  Array.from({ length: count }, (_, i) => ({ id: `n${i}`, type: 'set', values: valuesOf(i) }))

const fieldsOf = (count: number, value: (j: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, j) => [`v${j}`, value(j)]))

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
]
