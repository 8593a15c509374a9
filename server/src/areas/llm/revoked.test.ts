import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { chunk, sendFrames, startModelUpstream } from '../../../test/fakes/model-upstream.ts'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'

// It has a price, and says words until no one listens.
const upstream = await startModelUpstream({
  'gpt-4o': (response) => {
    const say = () => sendFrames(response, [chunk({ content: 'word ' })], { isWhole: false })
    const timer = setInterval(say, 5)
    response.once('close', () => clearInterval(timer))
  },
  'gpt-4.1': () => undefined,
})
after(() => upstream.stop())
const app = await startTestApp({
  llm: { providers: [{ name: 'openai', keys: ['k'], baseUrl: upstream.url, options: { api: 'chat' } }] },
})
after(() => app.stop())
const base = await app.listen()

const messages = [{ role: 'user', content: 'speak' }]
const endpoints = [
  ['/api/v1/ai/llm/chat', { model: 'openai/gpt-4o', messages, stream: true }],
  ['/api/v1/openai/chat/completions', { model: 'openai/gpt-4o', messages, stream: true }],
  ['/api/v1/openai/responses', { model: 'openai/gpt-4o', input: 'speak', stream: true }],
  ['/api/v1/anthropic/v1/messages', { model: 'openai/gpt-4o', messages, stream: true, max_tokens: 4000 }],
] as const

type Headers = Record<string, string>

const send = (path: string, body: object, headers: Headers) =>
  fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Opens the stream, hears a few words, then does what ends it, and reads to the end. */
async function cutOff(
  [path, body]: (typeof endpoints)[number],
  headers: Headers,
  end: () => Promise<unknown>,
) {
  const response = await send(path, body, headers)
  assert.equal(response.status, 200)
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (text.split('word ').length < 4) text += (await reader.read()).value
  await end()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text
    text += value
  }
}

async function lastCall({ admin }: TestProject) {
  const calls = async () => (await admin.get('/api/v1/ai/calls', { 'x-act-across-users': 'true' })).body.data
  await until(async () => (await calls())[0]?.status !== 'running', 'the end of the call')
  return (await calls())[0]
}

async function assertCancelledAndPaid(project: TestProject) {
  const call = await lastCall(project)
  assert.equal(call.status, 'cancelled')
  assert.ok(call.usage.credits > 0 && call.usage.completionTokens > 2, JSON.stringify(call.usage))
  assert.ok(upstream.requests.every(({ isAborted }) => isAborted))
  assert.deepEqual((await project.admin.get('/api/v1/usage/holds')).body.data, [])
  assert.deepEqual((await project.admin.get('/api/v1/usage/reconcile')).body.data.orphans, [])
}

const newKey = async ({ admin }: TestProject) =>
  (await admin.post('/api/v1/api-keys', { name: 'k' })).body.data

describe('a key that is revoked ends what a model says', () => {
  for (const endpoint of endpoints)
    test(endpoint[0], async () => {
      const project = await app.newProject()
      const { id, key } = await newKey(project)
      const text = await cutOff(endpoint, { 'x-api-key': key }, () =>
        project.admin.delete(`/api/v1/api-keys/${id}`),
      )
      assert.match(text, /revoked/)
      assert.doesNotMatch(text, /event: done|\[DONE\]|response\.completed|message_stop/)
      await assertCancelledAndPaid(project)
    })

  test('as does one that is rotated without overlap', async () => {
    const project = await app.newProject()
    const { id, key } = await newKey(project)
    const rotate = () => project.admin.post(`/api/v1/api-keys/${id}/rotate`, { overlapSeconds: 0 })
    assert.match(await cutOff(endpoints[0], { 'x-api-key': key }, rotate), /api_key_revoked/)
    await assertCancelledAndPaid(project)
  })

  test('and an expired one, for which there is no notification, once it is checked', async () => {
    const project = await app.newProject()
    const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const { key } = (await project.admin.post('/api/v1/api-keys', { name: 'k', expiresAt })).body.data
    const expire = async () => {
      await app.app.openStreams.recheck()
      app.clock.advance(3_700_000)
      await app.app.openStreams.recheck()
    }
    assert.match(await cutOff(endpoints[0], { 'x-api-key': key }, expire), /api_key_expired/)
    await assertCancelledAndPaid(project)
  })
})

for (const [how, end] of [
  [
    'switched off',
    ({ admin }: TestProject, id: string) =>
      admin.put(`/api/v1/external-users/${id}/toggle-active`, { isActive: false }),
  ],
  ['erased', ({ admin }: TestProject, id: string) => admin.delete(`/api/v1/external-users/${id}`)],
] as const)
  test(`an end user who is ${how} hears no more`, async () => {
    const project = await app.newProject()
    const ada = (await project.admin.post('/api/v1/external-users', { name: 'ada' })).body.data
    const headers = { 'x-api-key': project.memberKey, 'x-username': 'ada' }
    const text = await cutOff(endpoints[0], headers, async () =>
      assert.equal((await end(project, ada.id)).status, 200),
    )
    assert.match(text, /external_user_(inactive|not_found)/)
    if (how !== 'erased') await assertCancelledAndPaid(project)
    await until(
      async () => (await project.admin.get('/api/v1/usage/holds')).body.data.length === 0,
      'the pay',
    )
    assert.deepEqual((await project.admin.get('/api/v1/usage/reconcile')).body.data.orphans, [])
  })

test('401 for a caller that waits for a whole response with a key that is revoked meanwhile; nothing is charged', async () => {
  const project = await app.newProject()
  const { id, key } = await newKey(project)
  const pending = send('/api/v1/ai/llm/chat', { model: 'openai/gpt-4.1', messages }, { 'x-api-key': key })
  await until(() => upstream.ofModel('gpt-4.1').length === 1, 'the call')
  await project.admin.delete(`/api/v1/api-keys/${id}`)
  assert.equal((await pending).status, 401)
  const call = await lastCall(project)
  assert.deepEqual([call.status, call.usage.credits], ['cancelled', 0])
})

test('readers that can reconnect are disconnected by a node that stops; streams of models are not', async () => {
  const project = await app.newProject()
  const { id, key } = await newKey(project)
  const text = await cutOff(endpoints[0], { 'x-api-key': key }, async () => {
    app.app.openStreams.endAll('the server is stopping')
    await project.admin.delete(`/api/v1/api-keys/${id}`)
  })
  assert.match(text, /api_key_revoked/)
})
