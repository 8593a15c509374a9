import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { projectId, startHttpKernel } from '../../../test/http-kernel.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../db/db.ts'
import { AppError } from '../errors.ts'
import { data, type Endpoint, endpoint } from './endpoint.ts'
import { createIdempotency, type KeyedRequest } from './idempotency.ts'

type Kernel = Awaited<ReturnType<typeof startHttpKernel>>
let kernel: Kernel

const Body = z.strictObject({
  name: z.string(),
  mode: z.enum(['ok', 'refuse', 'crash', 'busy']).default('ok'),
})

/** Inserts one audit row as its effect, so that effects can be counted. */
const write = (path: `/${string}`, callsExternalService: boolean): Endpoint =>
  endpoint({
    method: 'POST',
    path,
    area: 'Test',
    summary: 'write',
    access: 'project',
    permission: 'things:write',
    callsExternalService,
    body: Body,
    response: data(z.object({ id: z.string(), key: z.string() })),
    example: {},
    handle: async ({ body }) => {
      const id = randomUUID()
      await kernel.db.tx((tx) =>
        tx.rows(sql`insert into audit_entry (project_id, id, actor_kind, action, target_type, target_id, ip, request_id, created_at)
                    values (${projectId}, ${id}, 'key', ${body.name}, 'test', 'x', '', '', now())`),
      )
      if (body.mode === 'refuse') throw new AppError('invalid_state', 'refused')
      if (body.mode === 'busy') throw new AppError('service_unavailable', 'later')
      if (body.mode === 'crash') throw new Error('bug')
      return { id, key: 'stoa_shown_only_once_0123456789' }
    },
  })

const endpoints = [write('/api/v1/enclosed', false), write('/api/v1/outside', true)]

before(async () => {
  kernel = await startHttpKernel({ endpoints })
})
after(() => kernel.stop())

async function post(path: string, key: string, body: object, { apiKey = 'member' } = {}) {
  const response = await kernel.server.inject({
    method: 'POST',
    url: path,
    headers: {
      host: 'localhost',
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    payload: JSON.stringify(body),
  })
  return {
    status: response.statusCode,
    isReplay: response.headers['idempotent-replayed'] === 'true',
    body: JSON.parse(response.payload),
  }
}

const effects = async (name: string) =>
  (await kernel.db.rows(sql`select 1 from audit_entry where action = ${name}`)).length

for (const path of ['/api/v1/enclosed', '/api/v1/outside']) {
  describe(path, () => {
    test('the same request again gets the stored response and has no second effect', async () => {
      const name = randomUUID()
      const first = await post(path, name, { name })
      const second = await post(path, name, { name })
      assert.deepEqual(
        [first.status, first.isReplay, second.status, second.isReplay],
        [200, false, 200, true],
      )
      assert.deepEqual(second.body, first.body)
      assert.equal(await effects(name), 1)
    })

    test('50 concurrent requests have one effect', async () => {
      const name = randomUUID()
      const responses = await Promise.all(Array.from({ length: 50 }, () => post(path, name, { name })))
      assert.equal(await effects(name), 1)
      assert.equal(new Set(responses.map(({ body }) => body.data.id)).size, 1)
      assert.equal(responses.filter(({ isReplay }) => !isReplay).length, 1)
    })

    test('422 with another body', async () => {
      const name = randomUUID()
      await post(path, name, { name })
      const { status, body } = await post(path, name, { name, mode: 'ok' })
      assert.equal(status, 422)
      assert.equal(body.error.code, 'idempotency_key_reused')
    })

    test('an error is stored', async () => {
      const name = randomUUID()
      const first = await post(path, name, { name, mode: 'refuse' })
      const second = await post(path, name, { name, mode: 'refuse' })
      assert.deepEqual([first.status, second.status, second.isReplay], [409, 409, true])
      assert.equal(second.body.requestId, first.body.requestId)
    })

    test('what may succeed next time is not stored', async () => {
      const name = randomUUID()
      assert.equal((await post(path, name, { name, mode: 'busy' })).status, 503)
      assert.equal((await post(path, name, { name, mode: 'busy' })).isReplay, false)
      assert.equal((await post(path, name, { name, mode: 'crash' })).status, 500)
    })

    test('the key belongs to the caller', async () => {
      const name = randomUUID()
      await post(path, name, { name })
      assert.equal((await post(path, name, { name }, { apiKey: 'admin' })).isReplay, false)
    })

    test('after a day the key is free again', async () => {
      const name = randomUUID()
      await post(path, name, { name })
      kernel.clock.advance(25 * 60 * 60 * 1000)
      assert.equal((await post(path, name, { name, mode: 'ok' })).isReplay, false)
    })
  })
}

test('an enclosed refusal leaves no effect behind', async () => {
  const name = randomUUID()
  await post('/api/v1/enclosed', name, { name, mode: 'refuse' })
  assert.equal(await effects(name), 0)
})

test('an enclosed crash leaves neither effect nor key behind', async () => {
  const name = randomUUID()
  await post('/api/v1/enclosed', name, { name, mode: 'crash' })
  assert.equal(await effects(name), 0)
  assert.equal((await post('/api/v1/enclosed', name, { name })).status, 200)
})

describe('two nodes on one database', () => {
  const request = (key: string): KeyedRequest => ({
    projectId,
    caller: 'c',
    method: 'POST',
    path: '/p',
    actingUser: '',
    key,
    content: '',
  })
  const done = { status: 200, headers: {}, body: 'done' }
  const plain = {
    seal: (_project: string, _id: string, text: string) => text,
    open: (_project: string, _id: string, text: string) => text,
  }
  const node = () => createIdempotency({ db: kernel.db, clock: kernel.clock, seal: plain })
  const never = () => Promise.reject(new Error('must not run twice'))

  /** A run that has begun and continues until it is stopped. */
  function held() {
    const started = Promise.withResolvers<void>()
    const end = Promise.withResolvers<typeof done>()
    const run = () => {
      started.resolve()
      return end.promise
    }
    return { run, started: started.promise, end: () => end.resolve(done) }
  }

  test('the second gets an error while the first still runs, and then its response', async () => {
    const key = randomUUID()
    const first = held()
    const running = node().once(request(key), first.run, true)
    await first.started
    await assert.rejects(node().once(request(key), never, true), { code: 'idempotency_key_in_use' })
    first.end()
    assert.equal((await running).isReplay, false)
    assert.deepEqual(await node().once(request(key), never, true), { ...done, isReplay: true })
  })

  test('outside work: 409 while it runs, and free again when its node has died', async () => {
    const key = randomUUID()
    const dead = held()
    const running = node().once(request(key), dead.run, false)
    await dead.started
    await assert.rejects(node().once(request(key), never, false), { code: 'idempotency_key_in_use' })
    kernel.clock.advance(3 * 60_000)
    assert.equal((await node().once(request(key), async () => done, false)).isReplay, false)
    dead.end()
    await running
  })

  test('outside work that takes minutes keeps its key', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    const key = randomUUID()
    const slow = held()
    const running = node().once(request(key), slow.run, false)
    await slow.started
    for (let minute = 0; minute < 5; minute++) {
      kernel.clock.advance(60_000)
      const from = kernel.clock.now()
      t.mock.timers.tick(60_000)
      await until(async () => {
        const renewed = await kernel.db.rows(
          sql`select 1 from idempotency_key where status is null and created_at >= ${from}`,
        )
        return renewed.length > 0
      }, 'a renewal')
      await assert.rejects(node().once(request(key), never, false), { code: 'idempotency_key_in_use' })
    }
    slow.end()
    assert.equal((await running).isReplay, false)
    assert.deepEqual(await node().once(request(key), never, false), { ...done, isReplay: true })
  })
})

test('stored responses are sealed: the value of a key is nowhere in the table', async () => {
  const name = randomUUID()
  await post('/api/v1/enclosed', name, { name })
  const rows = await kernel.db.rows<{ answer: string }>(
    sql`select answer from idempotency_key where answer is not null`,
  )
  assert.ok(rows.length > 0)
  assert.ok(rows.every(({ answer: response }) => !response.includes('stoa_shown')))
})

test('a key of 256 characters is refused', async () => {
  assert.equal((await post('/api/v1/enclosed', 'k'.repeat(256), { name: 'x' })).status, 400)
})

test('sweeping forgets only what is over', async () => {
  const name = randomUUID()
  await post('/api/v1/enclosed', name, { name })
  await kernel.idempotency.sweep()
  assert.equal((await post('/api/v1/enclosed', name, { name })).isReplay, true)
})
