import type { BodyOf, Stoa } from '@stoa/sdk'

type Agent = NonNullable<NonNullable<BodyOf<'/api/v1/workflow/manager/create', 'post'>>['agent']>

const demo = { modelSettings: { model: 'local/demo' } }

/** An active agent with the offline model. */
export async function createAgent(stoa: Stoa, name: string, agent: Agent = {}): Promise<string> {
  const { id } = await stoa.post('/api/v1/workflow/manager/create', {
    body: { name, workflowType: 'agent', isPublic: true, agent: { prompt: 'You help.', ...demo, ...agent } },
  })
  await stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', {
    params: { id },
    body: { activeStatus: true },
  })
  return id
}

/** A conversation of the acting user; resolves when the agent has answered, or waits. */
export async function converse(stoa: Stoa, workflowId: string, ...texts: string[]): Promise<string> {
  const { id } = await stoa.post('/api/v1/graphify/threads', { body: { workflowId } })
  for (const content of texts)
    await stoa.post('/api/v1/graphify/threads/{thread_id}/runs/wait', {
      params: { thread_id: id },
      body: { input: { messages: [{ type: 'human', content }] } },
    })
  return id
}

const threadPath = '/api/v1/graphify/threads/{thread_id}'

async function lastReply(stoa: Stoa, threadId: string): Promise<string> {
  const messages = await stoa.get(`${threadPath}/messages`, { params: { thread_id: threadId } })
  return messages.findLast(({ role }) => role === 'ai')!.id
}

async function rate(stoa: Stoa, threadId: string, body: { score: number; comment?: string }): Promise<void> {
  await stoa.post(`${threadPath}/messages/{messageId}/feedback`, {
    params: { thread_id: threadId, messageId: await lastReply(stoa, threadId) },
    body,
  })
}

/** Conversations of the project and of end users: with tools, branches, a sub-agent, an approval, an operator, ratings. */
export async function seedChat(stoa: Stoa): Promise<void> {
  const tools = { pinnedSlugs: ['math_calculate', 'text_change_case'] }
  const clerk = await createAgent(stoa, 'Clerk', { tools })
  const agent = await createAgent(stoa, 'Help desk', {
    tools,
    subAgentIds: [clerk],
    capabilities: { humanApproval: { sensitiveToolNames: ['text_change_case'] } },
    starterPrompts: ['Where is my order?', 'How do I return an item?'],
  })
  const task = '/call math_calculate {"expression": "3 * 1.19"}'
  const own = await converse(
    stoa,
    agent,
    '/say Your order left our warehouse **this morning**. It arrives on Thursday.',
    `/call delegate ${JSON.stringify({ agent: 'Clerk', task })}`,
  )
  const params = { thread_id: own }
  await stoa.patch(threadPath, { params, body: { metadata: { title: 'Order 1042' } } })
  const [question] = await stoa.get(`${threadPath}/messages`, { params })
  await stoa.post(`${threadPath}/fork`, { params, body: { message_id: question!.id, position: 'before' } })
  await stoa.post(`${threadPath}/runs/wait`, {
    params,
    body: {
      input: { messages: [{ type: 'human', content: '/call math_calculate {"expression": "17 * 24"}' }] },
    },
  })
  const alice = stoa.as('alice')
  await rate(alice, await converse(alice, agent, '/say Returns are free for 30 days.'), { score: 1 })
  const bob = stoa.as('bob@example.com')
  const unhappy = await converse(bob, agent, '/say It arrives tomorrow.')
  await rate(bob, unhappy, { score: -1, comment: 'That was said yesterday, too.' })
  await stoa
    .with({ headers: { 'x-act-across-users': 'true' } })
    .patch(`${threadPath}/reply-mode`, { params: { thread_id: unhappy }, body: { mode: 'human' } })
  await converse(stoa.as('carol'), agent, '/call text_change_case {"text": "express", "to": "upper"}')
}
