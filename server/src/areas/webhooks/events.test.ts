import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { openWebSocket } from '../../../test/websocket-client.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp()
const address = await app.listen()
let project: TestProject

before(async () => {
  app.app.events.start()
  project = await app.newProject()
})
after(async () => {
  await app.app.events.stop()
  await app.stop()
})

type Frame = { id: string; event: string; data: { id?: string; type: string; data: Record<string, unknown> } }

/** Opens the stream and yields its frames one by one. */
async function open(query = '', headers: Record<string, string> = {}, of = project) {
  const leaving = new AbortController()
  const response = await fetch(`${address}/api/v1/events${query}`, {
    headers: { 'x-api-key': of.memberKey, ...headers },
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(15_000)]),
  })
  assert.equal(response.status, 200)
  const frames = framesOf(response.body!.pipeThrough(new TextDecoderStream()))
  return {
    async next(): Promise<Frame> {
      const { value, done } = await frames.next()
      assert.ok(!done, 'the stream has ended')
      return value
    },
    leave: () => leaving.abort(),
  }
}

async function* framesOf(text: AsyncIterable<string>): AsyncGenerator<Frame> {
  let rest = ''
  for await (const chunk of text) {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop()!
    for (const part of parts) {
      const lines = new Map(part.split('\n').map((line) => line.split(/: (.*)/s) as [string, string]))
      if (lines.has('data'))
        yield { id: lines.get('id')!, event: lines.get('event')!, data: JSON.parse(lines.get('data')!) }
    }
  }
}

const newUser = async (name: string, of = project) =>
  (await of.admin.post('/api/v1/external-users', { name })).body.data as { id: string }
const lastSeq = async (of = project) =>
  (
    await app.db.rows<{ last_seq: number }>(
      sql`select last_seq from event_counter where project_id = ${of.id}`,
    )
  )[0]?.last_seq ?? 0

describe('GET /events', () => {
  test('200 begins now, and after=0 with the oldest that is stored', async () => {
    const own = await app.newProject()
    const early = await newUser('early', own)
    await until(async () => (await lastSeq(own)) === 1)
    const live = await open('', {}, own)
    const start = await live.next()
    assert.deepEqual([start.id, start.event, start.data.data], ['1', 'stream.start', { after: 1 }])
    const user = await newUser('live', own)
    const reported = await live.next()
    assert.deepEqual([reported.id, reported.event], ['2', 'external_user.created'])
    assert.deepEqual(
      { ...reported.data, id: '', timestamp: '' },
      {
        id: '',
        type: 'external_user.created',
        timestamp: '',
        projectId: own.id,
        externalUserId: user.id,
        data: { id: user.id, name: 'live', source: 'username' },
      },
    )
    live.leave()
    const whole = await open('?after=0', {}, own)
    assert.deepEqual((await whole.next()).data.data, { after: 0 })
    assert.equal((await whole.next()).data.data.id, early.id)
    assert.equal((await whole.next()).data.data.id, user.id)
    whole.leave()
  })

  test('resumes after Last-Event-ID, which wins over after, without a gap or a duplicate', async () => {
    const own = await app.newProject()
    const seen: number[] = []
    let last: string | null = null
    const making = (async () => {
      for (let i = 0; i < 30; i++) await newUser(`many${i}`, own)
    })()
    // Cut off again and again while events come in.
    while (seen.length < 30) {
      const stream = await open('?after=0', last === null ? {} : { 'last-event-id': last }, own)
      await stream.next()
      for (let i = 0; i < 7 && seen.length < 30; i++) {
        const { id } = await stream.next()
        last = id
        seen.push(Number(id))
      }
      stream.leave()
    }
    await making
    assert.deepEqual(
      seen,
      Array.from({ length: 30 }, (_, i) => i + 1),
    )
  })

  test('reports when the requested position has expired, or never existed', async () => {
    const own = await app.newProject()
    for (const name of ['a', 'b', 'c']) await newUser(name, own)
    await until(async () => (await lastSeq(own)) === 3)
    await app.db.rows(sql`delete from event where project_id = ${own.id} and seq < 3`)
    const late = await open('', { 'last-event-id': '1' }, own)
    const gap = await late.next()
    assert.deepEqual([gap.id, gap.event], ['2', 'stream.gap'])
    assert.deepEqual(gap.data.data, { requested: 1, after: 2, reason: 'expired' })
    assert.equal((await late.next()).id, '3')
    late.leave()
    const ahead = await open('', { 'last-event-id': '99' }, own)
    assert.deepEqual((await ahead.next()).data.data, { requested: 99, after: 3, reason: 'not_issued' })
    ahead.leave()
  })

  test('shows only the named types, or only what concerns the end user', async () => {
    const own = await app.newProject()
    const [ada, bob] = [await newUser('ada', own), await newUser('bob', own)]
    await own.admin.put(`/api/v1/external-users/${bob.id}/toggle-active`, { isActive: false })
    const byType = await open('?after=0&types=external_user.deactivated', {}, own)
    await byType.next()
    assert.equal((await byType.next()).data.data.id, bob.id)
    byType.leave()
    const byUser = await open('?after=0', { 'x-username': 'ada' }, own)
    await byUser.next()
    assert.equal((await byUser.next()).data.data.id, ada.id)
    await own.admin.as('carl').post('/api/v1/external-users', { name: 'dora' })
    await own.admin.delete(`/api/v1/external-users/${ada.id}`)
    // The last event of a deleted user; whether its own deletion comes before is not deterministic.
    let last = await byUser.next()
    if (last.event === 'external_user.deleted') last = await byUser.next()
    assert.equal(last.event, 'error')
    assert.match(JSON.stringify(last.data), /"external_user_not_found"/)
    byUser.leave()
    const nobody = await own.member.as('bob').get('/api/v1/events')
    assert.equal(nobody.body.error.code, 'external_user_inactive')
  })

  test('a user that x-username creates on its first use is published', async () => {
    const own = await app.newProject()
    const stream = await open('', {}, own)
    await stream.next()
    await app.app.externalUsers.actAs({ projectId: own.id } as never, 'newcomer', true, true)
    assert.equal((await stream.next()).data.data.name, 'newcomer')
    stream.leave()
  })

  test('400 for a Last-Event-ID of another kind and for an unknown type', async () => {
    const bad = await project.member.get('/api/v1/events', { 'last-event-id': 'abc' })
    assert.deepEqual([bad.status, bad.body.error.details[0].path], [400, 'last-event-id'])
    assert.equal((await project.member.get('/api/v1/events?types=shoe.polished')).status, 400)
    assert.equal((await project.member.get('/api/v1/events?after=-1')).status, 400)
  })
})

describe('over a WebSocket', () => {
  const connect = (query: string, key = project.memberKey, headers: Record<string, string> = {}) =>
    openWebSocket(`${address}/api/v1/events/socket${query}`, { headers: { 'x-api-key': key, ...headers } })

  test('the same events come, and going on behind a number misses none', async () => {
    const first = await connect('?types=external_user.*')
    await until(() => first.messages.length > 0)
    assert.equal((first.messages[0] as Frame).event, 'stream.start')
    const { id } = await newUser('by-socket')
    // Events of users that were created before may still come.
    const seen = (await until(() =>
      first.messages.find((message) => JSON.stringify(message).includes(id)),
    )) as Frame
    assert.equal(seen.event, 'external_user.created')
    assert.equal(seen.data.type, 'external_user.created')
    first.ws.close()
    const again = await connect(`?types=external_user.*&after=${Number(seen.id) - 1}`)
    await until(() => again.messages.length > 1)
    assert.deepEqual(again.messages[1], seen)
    again.ws.close()
  })

  test('a key that is revoked while it is open closes it with 4401', async () => {
    const { body } = await project.admin.post('/api/v1/api-keys', { name: 'short-lived', role: 'member' })
    const { messages, closed } = await connect('', body.data.key)
    await until(() => messages.length > 0)
    await project.admin.delete(`/api/v1/api-keys/${body.data.id}`)
    assert.deepEqual(await closed, { code: 4401, reason: 'api_key_revoked' })
  })

  test('an end user that is switched off closes those that follow it with 4403', async () => {
    const { id } = await newUser('followed')
    const { messages, closed } = await connect('', project.memberKey, { 'x-username': 'followed' })
    await until(() => messages.length > 0)
    await project.admin.put(`/api/v1/external-users/${id}/toggle-active`, { isActive: false })
    assert.deepEqual(await closed, { code: 4403, reason: 'external_user_inactive' })
  })

  test('a key that expires while it is open closes it at the next look', async () => {
    const expiresAt = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const { body } = await project.admin.post('/api/v1/api-keys', {
      name: 'expiring',
      role: 'member',
      expiresAt,
    })
    const { messages, closed } = await connect('', body.data.key)
    await until(() => messages.length > 0)
    app.clock.advance(120_000)
    await app.app.openStreams.recheck()
    assert.equal((await closed).code, 4401)
  })
})
