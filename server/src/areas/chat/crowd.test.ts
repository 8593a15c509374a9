import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { langGraphClient, newThread, threadsBase } from '../../../test/chat/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'

const words = Array.from({ length: 12 }, (_, i) => `word${i}`).join(' ')

let app: TestApp
let project: TestProject
let here: string
let agent: string

before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
  here = await app.listen()
  agent = await newAgent(project.admin, { tools: { pinnedSlugs: ['text_change_case'] } })
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
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
