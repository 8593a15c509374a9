import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const threads = '/api/v1/graphify/threads'
const manager = '/api/v1/workflow/manager'
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const made: string[] = []
after(async () => {
  for (const id of made) await admin.delete(`${manager}/delete/${id}?force=true`)
})

async function newAgent(slug: string): Promise<string> {
  const agent = {
    prompt: 'You help.',
    modelSettings: { model: 'local/demo' },
    tools: { pinnedSlugs: [slug] },
  }
  const body = { name: stage.nameOf('agent'), workflowType: 'agent', agent }
  const { id } = assertSuccess<{ id: string }>(await admin.post(`${manager}/create`, body))
  made.push(id)
  assertSuccess(await admin.patch(`${manager}/activeStatus/${id}`, { activeStatus: true }))
  return id
}

const newThread = async (workflowId: string) =>
  assertSuccess<{ id: string; thread_id: string; status: string }>(await admin.post(threads, { workflowId }))

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .filter((part) => part.includes('event: '))
    .map((part) => {
      const field = (name: string) =>
        part
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))!
          .slice(name.length + 2)
      return { event: field('event'), data: JSON.parse(field('data')) as Record<string, unknown> }
    })

describe('Threads (4.12)', () => {
  it('have UUIDs, and lose their history when they are deleted', async () => {
    const { agentId, threadId } = await stage.newThread('deleted')
    made.push(agentId)
    assert.match(threadId, uuidForm)
    assert.equal(assertPage(await admin.get(`${threads}/${threadId}/messages`)).data.length, 2)
    assertDone(await admin.delete(`${threads}/${threadId}`))
    for (const path of ['', '/state', '/messages', '/runs'])
      assertError(await admin.get(`${threads}/${threadId}${path}`), 'thread_not_found', 404)
    assertError(await admin.delete(`${threads}/${threadId}`), 'thread_not_found', 404)
    assert.equal((await admin.delete(`${threads}/no-id`)).status, 400)
  })

  it('run agents with tools: a stream, its usage, and the same usage in the ledger', async () => {
    const slug = 'text_change_case'
    const { thread_id: threadId } = await newThread(await newAgent(slug))
    const content = `/call ${slug} {"text":"ada","to":"upper"}`
    const text = await admin.readEvents(`${threads}/${threadId}/runs/stream`, {
      input: { messages: [{ type: 'human', content }] },
    })
    const events = eventsIn(text)
    const names = events.map(({ event }) => event)
    assert.equal(names[0], 'metadata')
    assert.deepEqual(names.slice(-2), ['usage', 'end'])
    assert.match(text, /ADA/)
    const usage = events.at(-2)!.data as { runCredits: number; threadCreditsTotal: number }
    assert.ok(usage.runCredits > 0)
    const thread = assertSuccess<{ creditsTotal: number; status: string }>(
      await admin.get(`${threads}/${threadId}`),
    )
    assert.deepEqual([thread.creditsTotal, thread.status], [usage.runCredits, 'idle'])
    const entries = assertPage<{ creditAmount: number }>(
      await admin.get(`/api/v1/usage?threadId=${threadId}&limit=100`),
    ).data
    const spent = entries.reduce((sum, { creditAmount }) => sum + creditAmount, 0)
    assert.ok(Math.abs(spent - usage.runCredits) < 1e-9, JSON.stringify(entries))
    assertDone(await admin.delete(`${threads}/${threadId}`))
  })
})
