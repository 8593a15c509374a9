import assert from 'node:assert/strict'
import type { Caller } from '../harness.ts'
import { base, untilStatus } from '../workflows/api.ts'

/** An active agent with the offline model. */
export async function newAgent(
  caller: Caller,
  agent: Record<string, unknown> = {},
  { name = 'Helper', isPublic = false } = {},
): Promise<string> {
  const created = await caller.post(`${base}/create`, {
    name,
    workflowType: 'agent',
    isPublic,
    agent: { prompt: 'You help.', modelSettings: { model: 'local/demo' }, ...agent },
  })
  assert.equal(created.status, 200, created.text)
  const { id } = created.body.data
  const activated = await caller.patch(`${base}/activeStatus/${id}`, { activeStatus: true })
  assert.equal(activated.status, 200, activated.text)
  return id
}

/** Says something to an agent and waits for its response, or a pause. */
export async function say(caller: Caller, agentId: string, message: string, more: object = {}) {
  const { status, body, text } = await caller.post(`${base}/execute/${agentId}`, {
    input: { message },
    wait: 30_000,
    ...more,
  })
  assert.equal(status, 200, text)
  return body.data
}

export const ended = (caller: Caller, id: string) =>
  untilStatus(caller, id, 'completed', 'failed', 'cancelled', 'timeout')

export { untilStatus }
