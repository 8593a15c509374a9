import { type Client, dataOf } from './client.ts'
import { create, type Operation, stored } from './operation.ts'

type Node = { id: string; type: string; [option: string]: unknown }

export const effectPath = '/effects'
export const eventPath = '/events'

async function newWorkflow(send: Client, body: object): Promise<string> {
  const id = await create(send, '/workflow/manager/create', body)
  await send('PATCH', `/workflow/manager/activeStatus/${id}`, { activeStatus: true })
  return id
}

function graphOf(node: Node, output: string) {
  const nodes = [{ id: 'start', type: 'start' }, node, { id: 'end', type: 'end', output }]
  return { nodes, edges: nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id })) }
}

const shout = {
  id: 'shout',
  type: 'action',
  toolSlug: 'text_change_case',
  inputMapping: { text: '{{ input.name }}', to: 'upper' },
}

/** Executions, with the output where they end; also when the node that began them is killed. */
const executed =
  (send: Client, workflowId: string, contains: (name: string) => string): Operation['run'] =>
  async (name) => {
    const body = { input: { name }, wait: 30_000 }
    const { status, text } = await send('POST', `/workflow/manager/execute/${workflowId}`, body)
    if (status !== 200) return null
    return { path: `/workflow/manager/executions/${dataOf(text).executionId}`, contains: contains(name) }
  }

/** A thread, and a run of an agent with one tool in it. */
const talked =
  (send: Client, workflowId: string): Operation['run'] =>
  async (name) => {
    const thread = await send('POST', '/graphify/threads', { workflowId })
    if (thread.status !== 200) return null
    const { id } = dataOf(thread.text)
    const content = `/call text_change_case ${JSON.stringify({ text: name, to: 'upper' })}`
    const { status } = await send('POST', `/graphify/threads/${id}/runs/wait`, {
      input: { messages: [{ type: 'human', content }] },
    })
    return status === 200 ? { path: `/graphify/threads/${id}/messages`, contains: name.toUpperCase() } : null
  }

/** The same call whole and as a stream; what is acknowledged is in the log with what it cost. */
function modelOperations(send: Client): Operation[] {
  const body = (name: string, stream: boolean) => ({
    model: 'openai/gpt-4o',
    stream,
    messages: [{ role: 'user', content: `${name}-${'word-'.repeat(20)}end` }],
  })
  return [
    {
      area: 'models',
      run: async (name) => {
        const { status, text } = await send('POST', '/ai/llm/chat', body(name, false))
        return status === 200 ? { path: `/ai/calls/${dataOf(text).id}`, contains: '"succeeded"' } : null
      },
    },
    {
      area: 'streams of models',
      run: async (name) => {
        const { status, text } = await send('POST', '/ai/llm/chat', body(name, true))
        const [, id] = /"id":"([0-9a-f-]{36})"/.exec(text) ?? []
        // A stream that was broken off ends with what there is of it, after the error.
        const isWhole = text.includes('event: done') && !text.includes('event: error')
        return status === 200 && isWhole && id !== undefined
          ? { path: `/ai/calls/${id}`, contains: '"succeeded"' }
          : null
      },
    },
  ]
}

function toolOperations(send: Client, mcpServerId: string): Operation[] {
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
  return [
    {
      area: 'tools',
      run: async (name) => {
        const body = { arguments: { text: name, to: 'upper' } }
        const { status, text } = await send('POST', '/tools/execute/text_change_case', body)
        return status === 200
          ? { path: `/tools/execution-logs/${dataOf(text).logId}`, contains: '"succeeded"' }
          : null
      },
    },
    {
      area: 'mcp',
      run: async (text) => {
        const params = { name: 'text_slugify', arguments: { text } }
        const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
        const response = await send('POST', `/mcp/${mcpServerId}`, call, headers)
        return response.status === 200 && response.text.includes('structuredContent')
          ? { path: `/mcp_manager/${mcpServerId}/calls?limit=1`, contains: '"text_slugify"' }
          : null
      },
    },
  ]
}

/** Everything that is work: executions, agents, models, tools, scripts, triggers. */
export async function workOperations(
  send: Client,
  urlOf: (path: string) => string,
): Promise<{ operations: Operation[]; effectWorkflowId: string; agentId: string }> {
  const toolFlow = await newWorkflow(send, {
    name: 'Tool',
    graph: graphOf(shout, '{{ nodes.shout.output.text }}'),
  })
  const request = { method: 'POST', url: urlOf(effectPath), body: { name: '{{ input.name }}' } }
  const effectWorkflowId = await newWorkflow(send, {
    name: 'Effect',
    graph: graphOf({ id: 'send', type: 'http', ...request }, '{{ input.name }}'),
  })
  const agent = {
    prompt: 'You help.',
    modelSettings: { model: 'local/demo' },
    tools: { pinnedSlugs: ['text_change_case'] },
  }
  const agentId = await newWorkflow(send, { name: 'Agent', workflowType: 'agent', agent })
  const hook = await send('POST', '/trigger_instances/webhook/upsert', {
    triggerConfig: { signature: 'none' },
    workflowId: toolFlow,
  })
  const hookPath = new URL(dataOf(hook.text).webhookUrl!).pathname
  const mcpServerId = await create(send, '/mcp_manager', {
    name: 'chaos',
    mode: 'NORMAL',
    selectedTools: ['text_slugify'],
  })
  const operations = [
    { area: 'workflows', run: executed(send, toolFlow, (name) => name.toUpperCase()) },
    { area: 'effects', run: executed(send, effectWorkflowId, (name) => name) },
    { area: 'agents', run: talked(send, agentId) },
    {
      area: 'triggers',
      run: async (name: string) => {
        const { status, text } = await send('POST', hookPath, { name })
        const { invocationId } = JSON.parse(text) as { invocationId?: string }
        return status === 202
          ? { path: `/trigger_instances/invocation-logs/${invocationId}`, contains: '"completed"' }
          : null
      },
    },
    {
      area: 'scripts',
      run: stored(
        send,
        '/sandbox/ephemeral',
        (name) => ({ language: 'javascript', source: `return '${name}'` }),
        ({ id }) => `/sandbox/executions/${id}`,
      ),
    },
    ...toolOperations(send, mcpServerId),
    ...modelOperations(send),
  ]
  return { operations, effectWorkflowId, agentId }
}
