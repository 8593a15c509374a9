import type { Stoa, Workflow } from '@stoa/sdk'
import { until } from '../../../server/test/until.ts'

type Graph = NonNullable<Workflow['graph']>

const chain = (...ids: string[]) => ids.slice(1).map((to, at) => ({ from: ids[at]!, to }))

export const greetingGraph = {
  inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'set', name: 'Greet', values: { text: 'Hello {{ input.name }}' } },
    { id: 'end', type: 'end' },
  ],
  edges: chain('start', 'greet', 'end'),
} as unknown as Graph

/** Waits for an approval. */
export const approvalGraph = {
  inputSchema: { type: 'object', properties: { amount: { type: 'number' } } },
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'ask',
      type: 'human_wait',
      name: 'Ask a manager',
      humanMessage: 'Approve {{ input.amount }}?',
      inputSchema: { type: 'object', properties: { costCenter: { type: 'string', title: 'Cost center' } } },
    },
    { id: 'end', type: 'end', output: { approved: '{{ nodes.ask.output.approved }}' } },
  ],
  edges: chain('start', 'ask', 'end'),
} as unknown as Graph

/** Fails in its second node. */
export const failingGraph = {
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'stock', type: 'code', name: 'Check the stock', code: "throw new Error('out of stock')" },
    { id: 'end', type: 'end' },
  ],
  edges: chain('start', 'stock', 'end'),
} as unknown as Graph

/** Branches, a loop, a join: what a canvas has to draw. */
export const orderGraph = {
  inputSchema: {
    type: 'object',
    properties: { items: { type: 'array', items: { type: 'object' } }, amount: { type: 'number' } },
  },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'size', type: 'branch', name: 'Large order?' },
    { id: 'ask', type: 'human_wait', name: 'Ask a manager', humanMessage: 'Approve {{ input.amount }}?' },
    { id: 'auto', type: 'set', name: 'Approve', values: { approved: true } },
    { id: 'each', type: 'loop', name: 'Each item', over: '{{ input.items }}' },
    {
      id: 'price',
      type: 'action',
      parent: 'each',
      name: 'Calculate',
      toolSlug: 'math_calculate',
      inputMapping: { expression: '{{ item.price }} * {{ item.count }}' },
    },
    { id: 'end', type: 'end', output: { approved: true, lines: '{{ nodes.each.output }}' } },
  ],
  edges: [
    { from: 'start', to: 'size' },
    { from: 'size', to: 'ask', condition: 'input.amount > 100' },
    { from: 'size', to: 'auto' },
    { from: 'ask', to: 'each' },
    { from: 'auto', to: 'each' },
    { from: 'each', to: 'end' },
  ],
} as unknown as Graph

export function largeGraph(count: number): Graph {
  const middle = Array.from({ length: count - 2 }, (_, at) => ({
    id: `set_${at}`,
    type: 'set',
    values: { at },
  }))
  const edges = middle.map(({ id }, at) => ({
    from: at === 0 ? 'start' : `set_${Math.floor((at - 1) / 3)}`,
    to: id,
  }))
  return {
    nodes: [{ id: 'start', type: 'start' }, ...middle, { id: 'end', type: 'end' }],
    edges: [...edges, { from: `set_${count - 3}`, to: 'end' }],
  } as unknown as Graph
}

export async function createWorkflow(
  stoa: Stoa,
  name: string,
  graph: Graph = greetingGraph,
): Promise<string> {
  const { id } = await stoa.post('/api/v1/workflow/manager/create', { body: { name, graph } })
  return id
}

/** Workflows in every state: one that waits for an approval, one that failed, a draft. */
export async function seedWorkflows(stoa: Stoa): Promise<void> {
  const orders = await createWorkflow(stoa, 'Orders', orderGraph)
  await stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', {
    params: { id: orders },
    body: { activeStatus: true },
  })
  const items = [
    { price: 4, count: 2 },
    { price: 10, count: 1 },
  ]
  for (const amount of [20, 45, 80]) await execute(stoa, orders, { amount, items }, 'completed')
  await execute(stoa, orders, { amount: 800, items }, 'paused')
  const stock = await createWorkflow(stoa, 'Stock check', failingGraph)
  await execute(stoa, stock, {}, 'failed')
  await createWorkflow(stoa, 'Greeting')
  await createAgent(stoa, 'Support')
}

/** Runs a workflow until it has the status. */
export async function execute(
  stoa: Stoa,
  id: string,
  input: Record<string, unknown>,
  status: string,
): Promise<string> {
  const { executionId } = await stoa.post('/api/v1/workflow/manager/execute/{id}', {
    params: { id },
    body: { input, mode: 'production', allowWhenInactive: true },
  })
  await until(
    async () =>
      (
        await stoa.get('/api/v1/workflow/manager/executions/{id}', {
          params: { id: executionId },
          query: { stepsLimit: 0 },
        })
      ).status === status,
    `the execution is ${status}`,
    30_000,
  )
  return executionId
}

export async function createAgent(stoa: Stoa, name: string): Promise<string> {
  const { id } = await stoa.post('/api/v1/workflow/manager/create', {
    body: {
      name,
      workflowType: 'agent',
      description: 'Answers questions about orders.',
      agent: {
        prompt: 'You answer questions of customers about their orders. Be brief and friendly.',
        tools: { pinnedSlugs: ['math_calculate', 'datetime_now', 'http_request'] },
        capabilities: { humanApproval: { sensitiveToolNames: ['http_request'] } },
        starterPrompts: ['Where is my order?', 'How do I return an item?'],
      },
    },
  })
  return id
}
