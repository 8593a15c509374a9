import type { PlainRows } from './plain-rows.ts'

type Node = { id: string; type: string; [option: string]: unknown }

/** A graph with the rows that one execution of it writes. */
export type Subject = {
  nodes: Node[]
  rows: PlainRows
  /** What is given to DBOS for the same; missing where it has nothing of the kind. */
  dbos?: { steps?: number }
}

const set = (id: string, from: string): Node => ({ id, type: 'set', values: { n: `{{ ${from} + 1 }}` } })
const calculate = (id: string, from: string): Node => ({
  id,
  type: 'action',
  toolSlug: 'math_calculate',
  inputMapping: { expression: `{{ ${from} }} + 1` },
})
const previous = (index: number, field: string) =>
  index === 0 ? 'input.n' : `nodes.n${index - 1}.output.${field}`
const setChain = (steps: number) => Array.from({ length: steps }, (_, i) => set(`n${i}`, previous(i, 'n')))
const toolChain = (steps: number) =>
  Array.from({ length: steps }, (_, i) => calculate(`n${i}`, previous(i, 'result')))

export const subjects: Record<string, Subject> = {
  '3 expressions': { nodes: setChain(3), rows: { steps: 4, tools: 0 }, dbos: { steps: 3 } },
  '3 tools that compute': { nodes: toolChain(3), rows: { steps: 4, tools: 3 } },
  '40 expressions': { nodes: setChain(40), rows: { steps: 41, tools: 0 }, dbos: { steps: 40 } },
  '40 tools that compute': { nodes: toolChain(40), rows: { steps: 41, tools: 40 } },
  'fan-out over 100': {
    nodes: [{ id: 'n0', type: 'set', values: { n: '{{ item }}' }, forEach: '{{ input.list }}' }],
    rows: { steps: 102, tools: 0 },
    dbos: {},
  },
}

export const input = { n: 1, list: Array.from({ length: 100 }, (_, i) => i) }

/** From the start to the end, one behind the other. */
export function graphOf(nodes: readonly Node[]) {
  const ids = ['start', ...nodes.map(({ id }) => id), 'end']
  return {
    nodes: [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }],
    edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  }
}
