import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertError, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'
import { until } from '../harness/until.ts'

type Result = {
  id: string
  status: string
  language: string
  result: Record<string, unknown> | null
  error: string | null
  errorCode: string | null
  durationMs: number
  stateLost: boolean
}
type Session = { id: string; status: string; endedReason: string | null }
type Capabilities = { sandbox: { isLive: boolean; drivers: { language: string; isLive: boolean }[] } }

const stage = createStage()
const { admin } = stage
const path = '/api/v1/sandbox/sessions'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const user = admin.as(stage.nameOf('sandbox'))
const session = assertSuccess<Session>(await user.post(path, {}))

const execute = (body: object, id = session.id) => user.post(`${path}/${id}/execute`, body)
const script = async (source: string, more: object = {}) =>
  assertSuccess<Result>(await execute({ language: 'javascript', source, ...more }))

describe('Executing code in a session (4.3)', () => {
  it('returns id, status, language, result, error and durationMs', async () => {
    const ran = await script('return { sum: state.a + state.b }', { state: { a: 1, b: 2 } })
    assert.match(ran.id, uuid)
    assert.deepEqual(
      [ran.status, ran.language, ran.result, ran.error],
      ['succeeded', 'javascript', { sum: 3 }, null],
    )
    assert.equal(typeof ran.durationMs, 'number')
  })

  it('identifies sessions by their own ids', () => assert.match(session.id, uuid))

  it('leaves the session alive, with what the script made', async () => {
    await script('let kept = 1')
    assert.deepEqual((await script('return ++kept')).result, { value: 2 })
    assert.equal(assertSuccess<Session>(await user.get(`${path}/${session.id}`)).status, 'running')
  })

  it('runs Python, too, and gives a preview state when none is sent', async () => {
    // The first script may find that its interpreter is still being made.
    const response = await until('an interpreter', async () => {
      const tried = await execute({ language: 'python', source: 'return state', timeoutMs: 20_000 })
      return tried.status === 503 ? null : tried
    })
    const ran = assertSuccess<Result>(response)
    assert.deepEqual([ran.status, ran.result], ['succeeded', { preview: true, input: {} }])
  })

  it('says failed and why when the script fails', async () => {
    const ran = await script('throw new Error("no luck")')
    assert.deepEqual([ran.status, ran.result, ran.errorCode], ['failed', null, 'script_error'])
    assert.match(ran.error ?? '', /no luck/)
  })

  it('takes a timeoutMs from 1000 to 20000 and 8000 by default', async () => {
    const source = 'return 1'
    for (const timeoutMs of [1000, 20_000])
      assert.equal((await script(source, { timeoutMs })).status, 'succeeded')
    for (const timeoutMs of [999, 20_001, 1500.5, '8000', -1])
      assertError(await execute({ language: 'javascript', source, timeoutMs }), 'invalid_parameter', 400)
    const { status, errorCode } = await script('for (;;) {}', { timeoutMs: 1000 })
    assert.deepEqual([status, errorCode], ['failed', 'timeout'])
  })

  it('refuses another language, a missing source and a state that is no object', async () => {
    assertError(await execute({ language: 'ruby', source: '1' }), 'invalid_parameter', 400)
    assertError(await execute({ language: 'javascript' }), 'missing_field', 400)
    assertError(await execute({ source: '1' }), 'missing_field', 400)
    assertError(await execute({ language: 'javascript', source: '1', state: [1] }), 'invalid_parameter', 400)
  })

  it('knows no session of another end user, and none that has ended', async () => {
    const body = { language: 'javascript', source: '1' }
    const other = admin.as(stage.nameOf('other'))
    assertError(await other.post(`${path}/${session.id}/execute`, body), 'sandbox_session_not_found', 404)
    const short = assertSuccess<Session>(await user.post(path, {}))
    const ended = assertSuccess<Session>(await user.delete(`${path}/${short.id}`))
    assert.deepEqual([ended.status, ended.endedReason], ['ended', 'released'])
    assertError(await execute(body, short.id), 'sandbox_session_gone', 410)
  })
})

describe('Running code without a session (4.4)', () => {
  it('takes source, state and timeout', async () => {
    const body = { source: 'console.log("hi"); return state.n * 2', state: { n: 21 }, timeout: 5000 }
    const ran = assertSuccess<Result & { logs: { text: string }[] }>(
      await admin.post('/api/v1/code-sandbox/run', body),
    )
    assert.deepEqual([ran.status, ran.result], ['succeeded', { value: 42 }])
    assert.deepEqual(
      ran.logs.map(({ text }) => text),
      ['hi'],
    )
    for (const timeout of [0, -1, 20_001, '5'])
      assertError(
        await admin.post('/api/v1/code-sandbox/run', { source: '1', timeout }),
        'invalid_parameter',
        400,
      )
    assertError(await admin.post('/api/v1/code-sandbox/run', { state: {} }), 'missing_field', 400)
  })
})

describe('What the server can do', () => {
  it('shows which drivers are live', async () => {
    const { sandbox } = assertSuccess<Capabilities>(await admin.get('/api/v1/capabilities'))
    assert.equal(sandbox.isLive, true)
    assert.deepEqual(sandbox.drivers.map(({ language }) => language).sort(), ['javascript', 'python'])
  })
})
