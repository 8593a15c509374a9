import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { type Frame, framesIn, langGraphClient, newThread, threadsBase } from '../../../test/chat/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { sql } from '../../kernel/db/db.ts'

const threadCount = sizeOf({ short: 16, long: 200, variable: 'STOA_CHAT_THREADS' })
const words = Array.from({ length: 12 }, (_, i) => `word${i}`).join(' ')

let app: TestApp
let project: TestProject
let here: string
let elsewhere: string
let agent: string
let closeElsewhere: () => Promise<void>

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
  here = await app.listen()
  const second = app.secondNode()
  elsewhere = await second.http.listen({ host: '127.0.0.1', port: 0 })
  closeElsewhere = async () => {
    second.openStreams.endAll('the test is over')
    // Connections that clients hold open would be waited for.
    second.http.server.closeAllConnections()
    await second.http.close()
  }
  agent = await newAgent(project.admin, { tools: { pinnedSlugs: ['text_change_case'] } })
})
after(async () => {
  await closeElsewhere()
  await app.app.runs.stop(0)
  await app.stop()
})

const headers = () => ({ 'x-api-key': project.adminKey, 'content-type': 'application/json' })

/** Reads a stream to its end, or leaves it behind so many bytes in the middle of whatever is sent then. */
async function readFrames(response: Response, leaveAfter = Number.POSITIVE_INFINITY): Promise<Frame[]> {
  assert.equal(response.status, 200)
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body!) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > leaveAfter) {
      // What was read of a frame that is not complete is lost to a client.
      text = text.slice(0, leaveAfter)
      break
    }
  }
  return framesIn(text.slice(0, text.lastIndexOf('\n\n') + 2))
}

const deltasOf = (frames: readonly Frame[]) =>
  frames
    .filter(({ event }) => event === 'messages')
    .map(({ id, data }) => ({ id, chunk: (data as unknown[])[0] }))

/** One conversation: a client that may leave again and again, and comes back at another node each time. */
async function converse(
  index: number,
): Promise<{ threadId: string; deltas: ReturnType<typeof deltasOf>; credits: number }> {
  const threadId = await newThread(project.admin, { workflowId: agent })
  const isLeaving = index % 2 === 0
  const text =
    index % 4 === 0 ? '/call text_change_case {"text":"ada","to":"upper"}' : `/slow 5 /say ${words}`
  const first = await fetch(`${here}${threadsBase}/${threadId}/runs/stream`, {
    method: 'POST',
    headers: headers(),
    body: JSON.stringify({ input: { messages: [{ type: 'human', content: text }] } }),
  })
  const path = `${threadsBase}${first.headers.get('content-location')!.slice('/threads'.length)}/stream`
  const seen = await readFrames(first, isLeaving ? 300 + 170 * index : undefined)
  for (let node = 1; seen.at(-1)?.event !== 'end'; node++) {
    const lastId = seen.findLast(({ id }) => id !== '')?.id
    const origin = node % 2 === 1 ? elsewhere : here
    const resumed = await fetch(`${origin}${path}`, {
      headers: { ...headers(), ...(lastId ? { 'last-event-id': lastId } : {}) },
    })
    seen.push(...(await readFrames(resumed, node < 4 ? 900 : undefined)))
  }
  const usage = seen.findLast(({ event }) => event === 'usage')!.data as { runCredits: number }
  return { threadId, deltas: deltasOf(seen), credits: usage.runCredits }
}

test(`${threadCount} concurrent threads, half of whose clients leave and come back elsewhere`, async () => {
  const conversations = await Promise.all(Array.from({ length: threadCount }, (_, index) => converse(index)))
  for (const { threadId, deltas, credits } of conversations) {
    const [run] = (await project.admin.get(`${threadsBase}/${threadId}/runs`)).body.data
    assert.equal(run.status, 'success')
    const whole = await fetch(`${here}${threadsBase}/${threadId}/runs/${run.run_id}/stream`, {
      headers: headers(),
    })
    // Every delta that the log has, once and in order.
    assert.deepEqual(deltas, deltasOf(await readFrames(whole)))
    const thread = (await project.admin.get(`${threadsBase}/${threadId}`)).body.data
    assert.equal(thread.creditsTotal, credits)
    const [ledger] = await app.db.rows<{ micro: string }>(sql`
      select coalesce(sum(used_micro), 0)::text as micro from usage_entry
      where project_id = ${project.id} and thread_id = ${threadId}`)
    assert.equal(Number(ledger!.micro) / 1e6, credits)
  }
})

test('the official client reconnects by itself when its connection is cut', async () => {
  // A proxy that cuts the first stream in the middle.
  let cuts = 0
  const proxy = createServer((incoming) => {
    const outgoing = connect(Number(new URL(here).port), '127.0.0.1')
    let sent = 0
    incoming.pipe(outgoing)
    outgoing.on('data', (chunk) => {
      const isStream = chunk.includes('event: ')
      sent += chunk.length
      incoming.write(chunk)
      if (isStream && cuts === 0 && sent > 1500) {
        cuts++
        incoming.destroy()
      }
    })
    outgoing.on('end', () => incoming.end())
    for (const socket of [incoming, outgoing]) socket.on('error', () => undefined)
    incoming.on('close', () => outgoing.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  const client = langGraphClient(`http://127.0.0.1:${port}`, project.adminKey)
  const { thread_id: threadId } = await client.threads.create()
  let text = ''
  const input = { messages: [{ type: 'human', content: `/slow 20 /say ${words}` }] }
  for await (const { event, data } of client.runs.stream(threadId, agent, {
    input,
    streamMode: ['messages-tuple'],
  }))
    if (event === 'messages') text += (data as unknown as [{ content: string }])[0].content
  assert.equal(text, words)
  assert.equal(cuts, 1)
  proxy.close()
})

test('a body that is cut at any byte starts nothing', async () => {
  const threadId = await newThread(project.admin, { workflowId: agent })
  const body = JSON.stringify({ input: { messages: [{ type: 'human', content: '/say hi' }] } })
  for (let length = 0; length < body.length; length++) {
    const { status } = await project.admin.post(`${threadsBase}/${threadId}/runs/wait`, body.slice(0, length))
    assert.equal(status, length === 0 ? 422 : 400, body.slice(0, length))
  }
  assert.equal((await project.admin.get(`${threadsBase}/${threadId}/runs`)).body.total, 0)
})
