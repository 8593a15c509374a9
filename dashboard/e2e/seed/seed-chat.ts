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
