import { randomUUID } from 'node:crypto'

/** Calls the API of a server and returns `data`; what is no success is an error. */
export type Call = <T = { id: string }>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<T>

export type Operation = { name: string; run(): Promise<unknown> }

const collection = 'costs'
const documents = `/table/collections/${collection}/documents`
const newDocument = () => ({ name: 'Ada', status: 'open', score: Math.random(), note: 'x'.repeat(100) })

async function tableOperations(call: Call): Promise<Operation[]> {
  const texts = ['name', 'status', 'note'].map((name) => ({ name, type: 'text' }))
  await call('POST', '/table/collections', {
    name: collection,
    access: 'project',
    schema: { fields: [...texts, { name: 'score', type: 'number' }] },
  })
  const created = await Promise.all(Array.from({ length: 30 }, () => call('POST', documents, newDocument())))
  const { id } = created[0]!
  return [
    { name: 'insert a document', run: () => call('POST', documents, newDocument()) },
    {
      name: 'patch a document',
      run: () => call('PATCH', `${documents}/${id}`, { score: Math.random() }),
    },
    { name: 'get a document', run: () => call('GET', `${documents}/${id}`) },
    { name: 'list 20 documents', run: () => call('GET', `${documents}?limit=20`) },
  ]
}

type Node = { id: string; type: string; [option: string]: unknown }

const addOne = (i: number): Node => ({
  id: `n${i}`,
  type: 'set',
  values: { n: `{{ ${i === 0 ? 'input.n' : `nodes.n${i - 1}.output.n`} + 1 }}` },
})
const calculate = (i: number): Node => ({
  id: `n${i}`,
  type: 'action',
  toolSlug: 'math_calculate',
  inputMapping: { expression: `{{ ${i === 0 ? 'input.n' : `nodes.n${i - 1}.output.result`} }} + 1` },
})

async function activate(call: Call, body: object): Promise<string> {
  const { id } = await call('POST', '/workflow/manager/create', body)
  await call('PATCH', `/workflow/manager/activeStatus/${id}`, { activeStatus: true })
  return id
}

async function workflowOperation(call: Call, name: string, nodes: Node[]): Promise<Operation> {
  const ids = ['start', ...nodes.map(({ id }) => id), 'end']
  const graph = {
    nodes: [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end' }],
    edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  }
  const id = await activate(call, { name, graph })
  return {
    name,
    async run() {
      const body = { input: { n: 1 }, wait: 10_000 }
      const { status } = await call<{ status: string }>('POST', `/workflow/manager/execute/${id}`, body)
      if (status !== 'completed') throw new Error(`the execution is ${status}`)
    },
  }
}

type AgentOperation = { name: string; tool: string; arguments: object; isStreamed?: boolean }

async function agentOperation(
  call: Call,
  { name, tool, arguments: args, isStreamed = false }: AgentOperation,
): Promise<Operation> {
  const agent = { prompt: 'You help.', tools: { pinnedSlugs: [tool] } }
  const workflowId = await activate(call, { name, workflowType: 'agent', agent })
  const content = `/call ${tool} ${JSON.stringify(args)}`
  return {
    // The same thread again and again would be longer from run to run.
    name,
    async run() {
      const { id } = await call('POST', '/graphify/threads', { workflowId })
      await call('POST', `/graphify/threads/${id}/runs/${isStreamed ? 'stream' : 'wait'}`, {
        input: { messages: [{ type: 'human', content }] },
      })
    },
  }
}

const computing = { tool: 'text_change_case', arguments: { text: 'ada', to: 'upper' } }

const agentOperations = (call: Call): Promise<Operation[]> =>
  Promise.all([
    agentOperation(call, { name: 'new thread, and a run of an agent with one tool in it', ...computing }),
    agentOperation(call, {
      name: 'new thread, and a streamed run of an agent with one tool in it',
      isStreamed: true,
      ...computing,
    }),
    agentOperation(call, {
      name: 'new thread, and a run of an agent with one tool that has an effect',
      tool: 'table_insert',
      arguments: { collection, data: newDocument() },
    }),
  ])

async function mcpOperation(call: Call): Promise<Operation> {
  const settings = { name: 'costs', mode: 'NORMAL', selectedTools: ['text_slugify'] }
  const { id } = await call('POST', '/mcp_manager', settings)
  const params = { name: 'text_slugify', arguments: { text: 'Hello World' } }
  const headers = {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  }
  return {
    name: 'call a tool by MCP',
    run: () => call('POST', `/mcp/${id}`, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers),
  }
}

// One URL takes 1,200 requests per minute. Each is looked up at its first call, so no more of them than warm-up calls.
const urlCount = 24

async function webhookOperation(call: Call): Promise<Operation> {
  const paths: string[] = []
  for (let i = 0; i < urlCount; i++) {
    const body = { name: `costs ${i}`, triggerConfig: { signature: 'none' } }
    const saved = await call<{ webhookUrl: string }>('POST', '/trigger_instances/webhook/upsert', body)
    paths.push(new URL(saved.webhookUrl).pathname)
  }
  let next = 0
  return {
    name: 'accept a webhook',
    run: () => call('POST', paths[next++ % urlCount]!, { order: randomUUID() }),
  }
}

async function knowledgeOperation(call: Call): Promise<Operation> {
  const base = '/knowledge/collections'
  const { id } = await call('POST', base, { name: 'costs' })
  const content = 'Invoices are paid within thirty days. Refunds need a receipt.'
  const { jobId } = await call<{ jobId: string }>('POST', `${base}/${id}/ingest/text`, {
    title: 'Terms',
    content,
  })
  for (;;) {
    const { status } = await call<{ status: string }>('GET', `${base}/${id}/jobs/${jobId}`)
    if (status === 'completed' || status === 'ready') break
    if (status === 'failed') throw new Error('the text was not ingested')
  }
  return {
    name: 'search knowledge',
    run: () => call('POST', `${base}/${id}/search`, { query: 'when are invoices paid' }),
  }
}

/** What most requests are, one of each kind, against a server that is prepared for them. */
export async function prepareOperations(call: Call): Promise<Operation[]> {
  return [
    { name: 'read the profile', run: () => call('GET', '/users/profile') },
    { name: 'list end users', run: () => call('GET', '/external-users?limit=20') },
    {
      name: 'create an end user once',
      run: () => call('POST', '/external-users', { name: randomUUID() }, { 'idempotency-key': randomUUID() }),
    },
    ...(await tableOperations(call)),
    {
      name: 'execute a tool',
      run: () => call('POST', '/tools/execute/text_slugify', { arguments: { text: 'Hello World' } }),
    },
    await mcpOperation(call),
    {
      name: 'call the offline model',
      run: () => call('POST', '/ai/llm/generate', { prompt: '/say It works.' }),
    },
    await workflowOperation(call, 'workflow of 3 expressions', [0, 1, 2].map(addOne)),
    await workflowOperation(call, 'workflow of 3 tools', [0, 1, 2].map(calculate)),
    ...(await agentOperations(call)),
    await webhookOperation(call),
    await knowledgeOperation(call),
  ]
}
