import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'

const app = await startTestApp({ allowPrivate: '127.0.0.1/32' })
after(() => app.stop())

const path = '/api/v1/external-users'
type User = {
  id: string
  name: string
  isActive: boolean
  creditsUsed: number
  lastSeenAt: string | null
  [field: string]: unknown
}

const create = async (project: TestProject, name: string, rest: object = {}): Promise<User> => {
  const { status, body } = await project.admin.post(path, { name, ...rest })
  assert.equal(status, 200)
  return body.data
}
const list = async (project: TestProject, query = '') => {
  const { status, body } = await project.admin.get(`${path}?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body as { data: User[]; total: number; [field: string]: unknown }
}
const namesOf = async (project: TestProject, query = '') =>
  (await list(project, query)).data.map(({ name }) => name)

/** Usage entries of a user, as `[credits, time]`. */
async function use(project: TestProject, user: User, entries: [number, string][]) {
  for (const [credits, at] of entries) {
    const micro = Math.round(credits * 1_000_000)
    await app.db.rows(sql`
      with entry as (
        insert into usage_entry (project_id, id, external_user_id, type, entry_type, status, delta_micro, used_micro, created_at)
        values (${project.id}, gen_random_uuid(), ${user.id}, 'tool', 'debit', 'settled', ${-micro}, ${micro}, ${at})
        returning *)
      insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
      select project_id, id, external_user_id, type, '', '', used_micro, usd_cost, created_at from entry`)
  }
}

describe('GET /external-users', () => {
  let project: TestProject
  const users: Record<string, User> = {}
  before(async () => {
    project = await app.newProject()
    for (const [name, rest] of Object.entries({
      'Anna.B': { metadata: { channel: 'telegram' }, profileSummary: 'b' },
      'anna%x': null,
      bob: { metadata: { channel: 'slack' } },
      carl_1: { profileSummary: 'a' },
      carlx1: {},
    })) {
      if (rest) users[name] = await create(project, name, rest)
    }
    await project.admin.put(`${path}/${users.bob!.id}/toggle-active`, { isActive: false })
    await use(project, users.bob!, [
      [1.5, '2026-01-01T00:00:00Z'],
      [2.25, '2026-02-01T00:00:00Z'],
    ])
    await use(project, users.carlx1!, [[3, '2026-02-01T00:00:00Z']])
  })

  test('lists everyone, oldest first, the default user included', async () => {
    const { data, total } = await list(project)
    assert.equal(total, 5)
    assert.deepEqual(
      data.map(({ name }) => name),
      ['project_default_user', 'Anna.B', 'bob', 'carl_1', 'carlx1'],
    )
    assert.equal(data[0]!.id, project.id)
    assert.equal(data[0]!.source, 'project_default')
  })

  test('q matches parts of the name in any case, and its wildcards mean themselves', async () => {
    assert.deepEqual(await namesOf(project, 'q=ANNA'), ['Anna.B'])
    assert.deepEqual(await namesOf(project, 'q=carl_1'), ['carl_1'])
    assert.deepEqual(await namesOf(project, 'q=%25'), [])
    assert.deepEqual(await namesOf(project, 'q=%5C'), [])
    assert.equal((await list(project, 'q=')).total, 5)
  })

  test('filters by channel, source, state and ids', async () => {
    assert.deepEqual(await namesOf(project, 'channel=slack'), ['bob'])
    assert.deepEqual(await namesOf(project, 'source=project_default'), ['project_default_user'])
    assert.equal((await list(project, 'source=project_default,username')).total, 5)
    assert.equal((await list(project, 'source=embed_visitor&source=username')).total, 4)
    assert.equal((await list(project, 'source=')).total, 5)
    assert.deepEqual(await namesOf(project, 'isActive=false'), ['bob'])
    const ids = [users.carl_1!.id, users.bob!.id.toUpperCase(), randomUUID()].join()
    assert.deepEqual(await namesOf(project, `ids=${ids}`), ['bob', 'carl_1'])
    assert.deepEqual(await namesOf(project, `ids=${ids}&isActive=true`), ['carl_1'])
    assert.deepEqual(await namesOf(project, `ids=${randomUUID()}`), [])
    assert.equal((await list(project, 'active=1')).total, 4)
  })

  test('creditsUsed sums from `from` up to, not including, `to`', async () => {
    const creditsOf = async (query: string) =>
      Object.fromEntries(
        (await list(project, query)).data.map(({ name, creditsUsed }) => [name, creditsUsed]),
      )
    assert.equal((await creditsOf('')).bob, 3.75)
    assert.equal((await creditsOf('from=2026-01-02')).bob, 2.25)
    assert.equal((await creditsOf('to=2026-02-01T00:00:00Z')).bob, 1.5)
    assert.equal((await creditsOf('from=2026-02-01&to=2026-02-02')).carlx1, 3)
    assert.equal((await creditsOf('from=2027-01-01')).bob, 0)
  })

  test('sorts by every field in both orders: nulls last, ties by id', async () => {
    const fields = [
      'name',
      'createdAt',
      'source',
      'creditsUsed',
      'isActive',
      'id',
      'channel',
      'profileSummary',
      'lastSeenAt',
      'agentCount',
      'workflowCount',
      'knowledgeStorageKb',
      'databaseStorageKb',
      'storageUsedKb',
      'connectionCount',
    ]
    const all = (await list(project)).data
    for (const field of fields) {
      for (const order of ['ASC', 'DESC']) {
        const value = (user: User) =>
          (user.resourceStats as Record<string, unknown>)[field] ?? user[field] ?? null
        const sign = order === 'ASC' ? 1 : -1
        const expected = all.toSorted((a, b) => {
          const [left, right] = [value(a), value(b)]
          if (left !== right) {
            if (left === null) return 1
            if (right === null) return -1
            return (left as number) < (right as number) ? -sign : sign
          }
          return a.id < b.id ? -sign : sign
        })
        const { data } = await list(project, `sortBy=${field}&sortOrder=${order.toLowerCase()}`)
        assert.deepEqual(
          data.map(({ name }) => name),
          expected.map(({ name }) => name),
          `${field} ${order}`,
        )
      }
    }
  })

  test('creditsUsed sorts by the sum of the range', async () => {
    assert.deepEqual((await namesOf(project, 'sortBy=creditsUsed&sortOrder=DESC')).slice(0, 2), [
      'bob',
      'carlx1',
    ])
    assert.deepEqual(
      (await namesOf(project, 'sortBy=creditsUsed&sortOrder=DESC&from=2026-02-01')).slice(0, 2),
      ['carlx1', 'bob'],
    )
  })

  test('the pinned user comes first and the pages stay whole', async () => {
    const pin = users.carl_1!.id
    assert.deepEqual(await namesOf(project, `activeEuid=${pin}&sortBy=name`), [
      'carl_1',
      'Anna.B',
      'bob',
      'carlx1',
      'project_default_user',
    ])
    const pages = []
    for (const page of [1, 2, 3])
      pages.push(...(await namesOf(project, `pin=${pin}&sortBy=name&limit=2&page=${page}`)))
    assert.deepEqual(pages, ['carl_1', 'Anna.B', 'bob', 'carlx1', 'project_default_user'])
    assert.deepEqual(await namesOf(project, `activeEuid=${pin}&limit=1`), ['carl_1'])
  })

  test("a pin that does not match the filters, is unknown or another project's has no effect", async () => {
    const other = await create(await app.newProject(), 'stranger')
    assert.deepEqual(await namesOf(project, `activeEuid=${users.carl_1!.id}&q=bob`), ['bob'])
    assert.equal((await namesOf(project, `activeEuid=${other.id}`))[0], 'project_default_user')
    assert.equal((await list(project, `activeEuid=${users.carl_1!.id}`)).total, 5)
  })

  test('pages', async () => {
    const first = await list(project, 'limit=2')
    assert.deepEqual(
      { ...first, data: first.data.length },
      {
        success: true,
        message: 'External users',
        data: 2,
        total: 5,
        page: 1,
        limit: 2,
        totalPages: 3,
        hasNextPage: true,
        hasPreviousPage: false,
      },
    )
    const beyond = await list(project, 'limit=2&page=9')
    assert.deepEqual(beyond.data, [])
    assert.equal(beyond.hasNextPage, false)
    const none = await list(project, 'q=nobody-at-all')
    assert.deepEqual([none.total, none.totalPages, none.hasPreviousPage], [0, 0, false])
    assert.deepEqual(await namesOf(project, 'offset=1&limit=2'), ['Anna.B', 'bob'])
  })

  for (const query of [
    'sortBy=password',
    'sortBy=id;drop',
    'sortOrder=up',
    'limit=0',
    'limit=101',
    'page=0',
    `q=${'x'.repeat(256)}`,
    `channel=${'x'.repeat(65)}`,
    'source=nobody',
    'isActive=perhaps',
    'ids=bob',
    'activeEuid=1',
    'from=2026-13-01',
    'from=2026-02-01&to=2026-01-01',
    'username=a&q=b',
  ]) {
    test(`400 for ${query.slice(0, 30)}`, async () =>
      assert.equal((await project.admin.get(`${path}?${query}`)).status, 400))
  }

  test('x-username marks the actor and filters nothing', async () => {
    assert.equal((await project.admin.as('carlx1').get(path)).body.total, 5)
  })
})

describe('x-username', () => {
  test('a write creates the user once and says so', async () => {
    const project = await app.newProject()
    const first = await project.member.as('newcomer').post(path, { name: 'other' })
    assert.equal(first.headers['x-external-user-created'], 'true')
    const again = await project.member.as('newcomer').post(path, { name: 'other' })
    assert.equal(again.headers['x-external-user-created'], undefined)
    const found = await project.member.get(`${path}/username/newcomer`)
    assert.equal(found.body.data.source, 'username')
    assert.equal(found.body.data.isOnline, true)
  })

  test('twenty concurrent first writes create one user', async () => {
    const project = await app.newProject()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => project.member.as('rush').post(path, { name: 'other' })),
    )
    assert.ok(responses.every(({ status }) => status === 200))
    assert.equal((await list(project, 'q=rush')).total, 1)
  })

  test('a read never creates, and points out a near miss', async () => {
    const project = await app.newProject()
    await create(project, 'alexandra')
    const response = await project.member.as('alexandar').get(path)
    assert.equal(response.status, 200)
    assert.equal(response.headers['x-did-you-mean'], 'alexandra')
    assert.equal((await list(project, 'q=alexandar')).total, 0)
    assert.equal((await project.member.as('somebody-else').get(path)).headers['x-did-you-mean'], undefined)
  })

  test('names differ by case', async () => {
    const project = await app.newProject()
    await project.member.as('Kim').post(path, { name: 'x' })
    await project.member.as('kim').post(path, { name: 'x' })
    assert.equal((await list(project, 'q=kim')).total, 2)
  })

  test('someone who looks after an end user is not that end user', async () => {
    const project = await app.newProject()
    const user = await create(project, 'looked-at')
    const owner = await app.signIn(project)
    const lastSeen = async () => (await project.member.get(`${path}/${user.id}`)).body.data.lastSeenAt
    await owner.as('looked-at').get('/api/v1/file')
    await owner.as('looked-at').get('/api/v1/table/collections')
    await owner.as('looked-at').post('/api/v1/table/collections', { name: 'Made for them' })
    await project.admin.as('looked-at').get('/api/v1/file', { 'x-act-across-users': 'true' })
    assert.equal(await lastSeen(), null)
    await owner.as('made-at-the-dashboard').post('/api/v1/table/collections', { name: 'Made for another' })
    const made = await project.member.get(`${path}/username/made-at-the-dashboard`)
    assert.equal(made.body.data.lastSeenAt, null)
    await project.member.as('looked-at').get('/api/v1/file')
    assert.notEqual(await lastSeen(), null)
  })

  test('seen is stored to the minute', async () => {
    const project = await app.newProject()
    const user = await create(project, 'visitor')
    assert.equal(user.lastSeenAt, null)
    await project.member.as('visitor').get(path)
    const seen = (await project.member.get(`${path}/${user.id}`)).body.data
    assert.equal(seen.isOnline, true)
    await project.member.as('visitor').get(path)
    assert.equal((await project.member.get(`${path}/${user.id}`)).body.data.lastSeenAt, seen.lastSeenAt)
    app.clock.advance(121_000)
    assert.equal((await project.member.get(`${path}/${user.id}`)).body.data.isOnline, false)
    await project.member.as('visitor').get(path)
    assert.notEqual((await project.member.get(`${path}/${user.id}`)).body.data.lastSeenAt, seen.lastSeenAt)
  })
})

describe('POST /external-users', () => {
  test('creates, then resolves unchanged', async () => {
    const project = await app.newProject()
    const first = await project.member.post(path, {
      name: 'a@b.c',
      metadata: { channel: 'mail', plan: 'pro', profile: { userId: 7, firstName: 'A', extra: 1 } },
      profileSummary: 's',
      avatarUrl: 'https://example.com/a.png',
    })
    assert.equal(first.body.data.created, true)
    assert.equal(first.body.data.channel, 'mail')
    assert.deepEqual(first.body.data.metadata.profile, { userId: 7, firstName: 'A', extra: 1 })
    assert.equal(first.body.data.metadata.plan, 'pro')
    const second = await project.member.post(path, { name: 'a@b.c', profileSummary: 'other' })
    assert.equal(second.body.data.created, false)
    assert.equal(second.body.data.id, first.body.data.id)
    assert.equal(second.body.data.profileSummary, 's')
  })

  test('output-only and owner fields are ignored and named', async () => {
    const project = await app.newProject()
    const { body, headers } = await project.member.post(path, {
      name: 'mallory',
      id: 'x',
      projectId: 'y',
      creditsUsed: 5,
      source: 'project_default',
      isActive: false,
    })
    assert.deepEqual(String(headers['x-ignored-fields']).split(', '), [
      'id',
      'projectId',
      'creditsUsed',
      'source',
      'isActive',
    ])
    assert.equal(body.data.source, 'username')
    assert.equal(body.data.isActive, true)
  })

  for (const [what, body] of Object.entries({
    'no name': {},
    'odd name': { name: 'a b' },
    'long name': { name: 'x'.repeat(256) },
    'javascript avatar': { name: 'a', avatarUrl: 'javascript:alert(1)' },
    'channel of 65': { name: 'a', metadata: { channel: 'x'.repeat(65) } },
    'big metadata': { name: 'a', metadata: { x: 'x'.repeat(17_000) } },
  })) {
    test(`400: ${what}`, async () =>
      assert.equal((await (await app.newProject()).member.post(path, body)).status, 400))
  }
})

describe('GET /external-users/username/{username}', () => {
  test('200, 404, and null where it is requested', async () => {
    const project = await app.newProject()
    const user = await create(project, 'eve@x.y')
    assert.equal((await project.member.get(`${path}/username/eve%40x.y`)).body.data.id, user.id)
    assert.equal((await project.member.get(`${path}/username/eve@x.y`)).body.data.id, user.id)
    assert.equal(
      (await project.member.get(`${path}/username/nobody`)).body.error.code,
      'external_user_not_found',
    )
    assert.equal((await project.member.get(`${path}/username/nobody?nullable=true`)).body.data, null)
  })
})

describe('PATCH /external-users/{id}', () => {
  test('changes only what is sent; null members of metadata are removed', async () => {
    const project = await app.newProject()
    const user = await create(project, 'pat', {
      metadata: { channel: 'slack', keep: 1 },
      profileSummary: 's',
    })
    const { body } = await project.member.patch(`${path}/${user.id}`, {
      metadata: { channel: null, added: true },
      verifiedEmail: 'pat@example.com',
    })
    assert.equal(body.data.channel, null)
    assert.deepEqual({ ...body.data.metadata, updatedAt: 0 }, { keep: 1, added: true, updatedAt: 0 })
    assert.equal(body.data.profileSummary, 's')
    assert.equal(body.data.verifiedEmail, 'pat@example.com')
  })

  test('412 when it was changed since it was read', async () => {
    const project = await app.newProject()
    const user = await create(project, 'etag')
    const { headers } = await project.member.get(`${path}/${user.id}`)
    const change = (tag: string) =>
      project.member.patch(`${path}/${user.id}`, { profileSummary: tag }, { 'if-match': tag })
    const changed = await change(String(headers.etag))
    assert.equal(changed.status, 200)
    assert.equal((await change(String(headers.etag))).status, 412)
    assert.equal((await change(String(changed.headers.etag))).status, 200)
  })

  test('409 for a name that is taken, 409 for renaming the default user', async () => {
    const project = await app.newProject()
    await create(project, 'taken')
    const user = await create(project, 'free')
    assert.equal(
      (await project.member.patch(`${path}/${user.id}`, { name: 'taken' })).body.error.code,
      'name_conflict',
    )
    assert.equal(
      (await project.member.patch(`${path}/${project.id}`, { name: 'me' })).body.error.code,
      'default_user_protected',
    )
    assert.equal(
      (await project.member.patch(`${path}/${user.id}`, { name: 'freer' })).body.data.name,
      'freer',
    )
  })
})

describe('PUT /external-users/{id}/toggle-active', () => {
  test('flips without a body, sets with one', async () => {
    const project = await app.newProject()
    const { id } = await create(project, 'flip')
    const toggle = async (body?: object) =>
      (await project.member.put(`${path}/${id}/toggle-active`, body)).body.data.isActive
    assert.equal(await toggle(), false)
    assert.equal(await toggle(), true)
    assert.equal(await toggle({ isActive: false }), false)
    assert.equal(await toggle({ isActive: false }), false)
    assert.equal((await project.member.as('flip').get(path)).status, 403)
  })

  test('409 for the default user', async () => {
    const project = await app.newProject()
    assert.equal(
      (await project.member.put(`${path}/${project.id}/toggle-active`)).body.error.code,
      'default_user_protected',
    )
  })
})

describe('DELETE /external-users/{id}', () => {
  test('erases what the user owns in one transaction and leaves a signed receipt', async () => {
    const project = await app.newProject()
    const user = await create(project, 'leaving')
    const userData = [{ of: user.id }, { of: user.id }, { of: project.id }]
    app.app.externalUsers.registerUserData({
      countedAs: 'threads',
      permission: 'external-users:read',
      count: async (_q, _scope, id) => userData.filter(({ of }) => of === id).length,
      erase: async (_tx, _scope, id) =>
        void userData.splice(0, userData.length, ...userData.filter(({ of }) => of !== id)),
      move: async () => undefined,
      export: async function* (_q, _scope, id) {
        for (const each of userData.filter(({ of }) => of === id)) yield { type: 'thread', ...each }
      },
    })
    const dry = await project.member.delete(`${path}/${user.id}?dryRun=true`)
    assert.deepEqual(
      [dry.body.data.threads, dry.body.data.dryRun, dry.body.data.receiptId, userData.length],
      [2, true, null, 3],
    )
    const exported = await project.member.get(`${path}/${user.id}/export`)
    assert.deepEqual(
      exported.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
      ['external_user', 'event', 'thread', 'thread'],
    )
    const { body } = await project.member.delete(`${path}/${user.id}`)
    assert.equal(body.data.threads, 2)
    assert.equal(userData.length, 1)
    assert.equal((await project.member.get(`${path}/${user.id}`)).status, 404)
    assert.equal((await project.member.delete(`${path}/${user.id}`)).status, 404)
    const receipt = (await project.member.get(`${path}/deletion-receipts/${body.data.receiptId}`)).body.data
    assert.equal(receipt.nameHash, createHash('sha256').update('leaving').digest('hex'))
    assert.ok(receipt.signature.length > 40)
    assert.ok(!JSON.stringify(receipt).includes('leaving'))
  })

  test('409 for the default user', async () => {
    const project = await app.newProject()
    assert.equal(
      (await project.member.delete(`${path}/${project.id}`)).body.error.code,
      'default_user_protected',
    )
  })

  test('the name is free again, for another user', async () => {
    const project = await app.newProject()
    const first = await create(project, 'phoenix')
    await project.member.delete(`${path}/${first.id}`)
    assert.notEqual((await create(project, 'phoenix')).id, first.id)
  })
})

describe('POST /external-users/{id}/merge', () => {
  test('the old name leads to the remaining user', async () => {
    const project = await app.newProject()
    const [old, stored] = [await create(project, 'old-name'), await create(project, 'kept')]
    await app.db.tx((tx) =>
      app.app.externalUsers.count(
        tx,
        { ...project.scope, externalUser: old },
        { workflowCount: 2, storageUsedKb: 1.5 },
      ),
    )
    await app.db.tx((tx) =>
      app.app.externalUsers.count(tx, { ...project.scope, externalUser: stored }, { workflowCount: 1 }),
    )
    const { body } = await project.member.post(`${path}/${old.id}/merge`, { intoId: stored.id })
    assert.equal(body.data.id, stored.id)
    assert.equal(body.data.resourceStats.workflowCount, 3)
    assert.equal(body.data.resourceStats.storageUsedKb, 1.5)
    assert.equal((await project.member.get(`${path}/${old.id}`)).status, 404)
    assert.equal((await project.member.get(`${path}/username/old-name`)).body.data.id, stored.id)
    assert.equal((await project.member.post(path, { name: 'old-name' })).body.data.id, stored.id)
    const acting = await project.member.as('old-name').post(path, { name: 'x' })
    assert.equal(acting.headers['x-external-user-created'], undefined)
    assert.equal((await project.member.patch(`${path}/${stored.id}`, { name: 'old-name' })).status, 200)
  })

  test('400 into itself, 404 into no one or another project, 409 for the default user', async () => {
    const project = await app.newProject()
    const user = await create(project, 'm')
    const otherUser = await create(await app.newProject(), 'm')
    const merge = async (id: string, intoId: string) =>
      (await project.member.post(`${path}/${id}/merge`, { intoId })).status
    assert.equal(await merge(user.id, user.id), 400)
    assert.equal(await merge(user.id, otherUser.id), 404)
    assert.equal(await merge(project.id, user.id), 409)
    assert.equal((await project.member.get(`${path}/${user.id}`)).status, 200)
  })

  test('two merges that cross end, and one of them wins', async () => {
    const project = await app.newProject()
    const [a, b] = [await create(project, 'cross-a'), await create(project, 'cross-b')]
    const statuses = await Promise.all([
      project.member.post(`${path}/${a.id}/merge`, { intoId: b.id }),
      project.member.post(`${path}/${b.id}/merge`, { intoId: a.id }),
    ])
    assert.deepEqual(statuses.map(({ status }) => status).sort(), [200, 404])
  })
})

describe('POST /external-users/{id}/tokens', () => {
  test('the token acts as its user only, and ends with time, user and state', async () => {
    const project = await app.newProject()
    const [user, other] = [await create(project, 'browser'), await create(project, 'neighbour')]
    const { body } = await project.member.post(`${path}/${user.id}/tokens`, { ttlSeconds: 300 })
    assert.match(body.data.token, /^stoaeu_[A-Za-z0-9]{33}$/)
    const browser = app.callerWith({ authorization: `Bearer ${body.data.token}` })
    assert.equal((await browser.get(`${path}/${user.id}`)).body.data.name, 'browser')
    assert.equal((await browser.get(`${path}/${other.id}`)).status, 404)
    assert.equal((await browser.get(`${path}/${project.id}`)).status, 404)
    assert.equal((await browser.get(path)).status, 403)
    await project.member.put(`${path}/${user.id}/toggle-active`, { isActive: false })
    assert.equal((await browser.get(`${path}/${user.id}`)).status, 403)
    await project.member.put(`${path}/${user.id}/toggle-active`, { isActive: true })
    app.clock.advance(301_000)
    assert.equal((await browser.get(`${path}/${user.id}`)).body.error.code, 'api_key_expired')
    const next = app.callerWith({
      authorization: `Bearer ${(await project.member.post(`${path}/${user.id}/tokens`)).body.data.token}`,
    })
    await project.member.delete(`${path}/${user.id}`)
    assert.equal((await next.get(`${path}/${user.id}`)).status, 401)
  })

  test('400 outside 5 to 60 minutes', async () => {
    const project = await app.newProject()
    const { id } = await create(project, 't')
    for (const ttlSeconds of [299, 3601, 1.5])
      assert.equal((await project.member.post(`${path}/${id}/tokens`, { ttlSeconds })).status, 400)
  })
})

describe('POST /external-users/{id}/refresh-avatar', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  let requests = 0
  let origin = ''
  const images = createServer((request, response) => {
    requests++
    if (request.url === '/svg') response.end('<svg onload="alert(1)"/>')
    else if (request.url === '/gone') response.writeHead(410).end()
    else setTimeout(() => response.end(png), 30)
  })
  before(async () => {
    await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(images.address() as AddressInfo).port}`
  })
  after(() => void images.close())

  test('stores a copy; concurrent calls share one fetch', async () => {
    const project = await app.newProject()
    const user = await create(project, 'face', { avatarUrl: `${origin}/png` })
    requests = 0
    const responses = await Promise.all(
      [1, 2, 3].map(() => project.member.post(`${path}/${user.id}/refresh-avatar`)),
    )
    assert.deepEqual(
      responses.map(({ status, body }) => [status, body.data.refreshed]),
      [
        [200, true],
        [200, true],
        [200, true],
      ],
    )
    assert.equal(requests, 1)
    const picture = await project.member.get(responses[0]!.body.data.avatarUrl)
    assert.equal(picture.headers['content-type'], 'image/png')
    await project.member.delete(`${path}/${user.id}`)
    await until(
      async () => (await Array.fromAsync(app.blobs.list(`avatars/${project.id}/${user.id}/`))).length === 0,
    )
  })

  test("the channel's image comes first; without any there is nothing to do", async () => {
    const project = await app.newProject()
    const user = await create(project, 'chan', { metadata: { profile: { photoUrl: `${origin}/photo` } } })
    assert.equal((await project.member.post(`${path}/${user.id}/refresh-avatar`)).body.data.refreshed, true)
    const plain = await create(project, 'plain')
    assert.equal((await project.member.post(`${path}/${plain.id}/refresh-avatar`)).body.data.refreshed, false)
    assert.equal((await project.member.get(`${path}/${plain.id}/avatar`)).body.error.code, 'avatar_not_found')
  })

  test('502 for what is no image or missing, 400 for a private address', async () => {
    const project = await app.newProject()
    const statusFor = async (avatarUrl: string) => {
      const { id } = await create(project, `u${Math.random().toString(36).slice(2)}`, { avatarUrl })
      return (await project.member.post(`${path}/${id}/refresh-avatar`)).status
    }
    assert.equal(await statusFor(`${origin}/svg`), 502)
    assert.equal(await statusFor(`${origin}/gone`), 502)
    assert.equal(await statusFor('http://169.254.169.254/latest/meta-data/'), 400)
    assert.equal(await statusFor('http://[::1]:1/'), 400)
  })
})

test('counts never fall below zero', async () => {
  const project = await app.newProject()
  await app.db.tx((tx) =>
    app.app.externalUsers.count(tx, project.scope, { agentCount: -3, connectionCount: 2 }),
  )
  const { body } = await project.member.get(`${path}/${project.id}`)
  assert.deepEqual([body.data.resourceStats.agentCount, body.data.resourceStats.connectionCount], [0, 2])
})

const sessions = '/api/v1/sandbox/sessions'

describe('whom a call acts as', () => {
  test('is looked up along with its key, and again in every call', async (t) => {
    const project = await app.newProject()
    const user = await create(project, 'ahead')
    const ahead = project.member.as('ahead')
    // The first call learns to which project the key belongs.
    await ahead.get(sessions)
    const query = t.mock.method(pg.Client.prototype, 'query')
    const roundTrips = async (caller: Pick<typeof ahead, 'get'>) => {
      query.mock.resetCalls()
      const { status } = await caller.get(sessions)
      return [status, query.mock.callCount()]
    }
    const alone = await roundTrips(project.member)
    assert.deepEqual(await roundTrips(ahead), alone)
    await project.admin.put(`${path}/${user.id}/toggle-active`, { isActive: false })
    assert.deepEqual(await roundTrips(ahead), [403, 1])
  })

  test('is never one of another project, when a key is found there', async () => {
    const [here, there] = [await app.newProject(), await app.newProject()]
    const [mine, theirs] = [await create(here, 'same'), await create(there, 'same')]
    for (const [project, user] of [
      [here, mine],
      [there, theirs],
      [here, mine],
    ] as const) {
      const { headers } = await project.member.as('same').post(sessions, {})
      assert.equal(headers['x-external-user-created'], undefined)
      const seen = await project.admin.get(`${path}/${user.id}`)
      assert.notEqual(seen.body.data.lastSeenAt, null)
    }
  })
})
