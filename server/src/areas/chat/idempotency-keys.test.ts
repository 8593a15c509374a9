import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newAgent } from '../../../test/agents/api.ts'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'

let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp({ hasPieces: false })
  app.app.runs.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.runs.stop(0)
  await app.stop()
})

test('runs are waited for, cancelled and made way for under idempotency keys', async () => {
  const post = async (url: string, body?: object) => {
    const key = { 'idempotency-key': randomUUID() }
    const response = await project.admin.post(`/api/v1/graphify/threads${url}`, body, key)
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  const say = (content: string) => ({ input: { messages: [{ type: 'human', content }] } })
  const { id } = await post('', { workflowId: await newAgent(project.admin) })
  const { messages } = await post(`/${id}/runs/wait`, say('/say hi'))
  assert.deepEqual(
    messages.map(({ content }: { content: string }) => content),
    ['/say hi', 'hi'],
  )
  const slow = '/slow 500 /say a b c d e f g h i j k l m n o p q r s t u v w x y z'
  const { run_id: runId } = await post(`/${id}/runs`, say(slow))
  assert.equal((await post(`/${id}/runs/${runId}/cancel?wait=true`)).status, 'cancelled')
  await post(`/${id}/runs`, say(slow))
  const next = await post(`/${id}/runs/wait`, { ...say('/say now'), multitask_strategy: 'interrupt' })
  assert.equal(next.messages.at(-1).content, 'now')
})
