import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertError, assertPage, assertSuccess } from '../../harness/client.ts'
import type { ExternalUser } from '../../harness/resources.ts'
import { createStage } from '../../harness/stage.ts'

const stage = createStage()
const { admin, tag } = stage
const path = '/api/v1/external-users'

type Key = string | number | boolean | null
type SortField = { field: string; keyOf(user: ExternalUser): Key; isNullable?: boolean; isVaried?: boolean }

const stat = (field: string): SortField => ({ field, keyOf: (user) => user.resourceStats[field]! })

/** `isVaried` marks what this file can make differ; the rest is equal for all, which shows the order of ties. */
const sortFields: SortField[] = [
  { field: 'name', keyOf: (user) => user.name, isVaried: true },
  { field: 'createdAt', keyOf: (user) => Date.parse(user.createdAt), isVaried: true },
  { field: 'source', keyOf: (user) => user.source },
  { field: 'creditsUsed', keyOf: (user) => user.creditsUsed },
  { field: 'isActive', keyOf: (user) => user.isActive, isVaried: true },
  { field: 'id', keyOf: (user) => user.id, isVaried: true },
  { field: 'channel', keyOf: (user) => user.channel, isNullable: true, isVaried: true },
  { field: 'profileSummary', keyOf: (user) => user.profileSummary, isNullable: true, isVaried: true },
  {
    field: 'lastSeenAt',
    keyOf: (user) => (user.lastSeenAt === null ? null : Date.parse(user.lastSeenAt)),
    isNullable: true,
    isVaried: true,
  },
  ...[
    'agentCount',
    'workflowCount',
    'knowledgeStorageKb',
    'databaseStorageKb',
    'storageUsedKb',
    'connectionCount',
  ].map(stat),
]
const orders = ['ASC', 'DESC'] as const
type Order = (typeof orders)[number]

const list = async (query: string) =>
  assertPage<ExternalUser>(await admin.get(`${path}?q=${tag}&${query}`)).data

before(async () => {
  const made: ExternalUser[] = []
  // Names, channels and summaries run in different orders, each with a gap and a pair that is equal.
  for (const [suffix, channel, profileSummary] of [
    ['d', 'mail', null],
    ['b', 'chat', 'two'],
    ['f', null, 'one'],
    ['a', 'chat', null],
    ['e', null, 'two'],
    ['c', 'voice', 'three'],
  ] as const) {
    made.push(await stage.newUser(suffix, { metadata: channel === null ? {} : { channel }, profileSummary }))
  }
  for (const { name } of [made[4]!, made[1]!]) assertPage(await admin.as(name).get(path))
  for (const { id } of [made[0]!, made[3]!]) {
    assertSuccess(await admin.put(`${path}/${id}/toggle-active`, { isActive: false }))
  }
})

/** Nulls come last in both orders; ties are ordered by id. */
function assertSorted(users: readonly ExternalUser[], { field, keyOf }: SortField, order: Order): void {
  const sign = order === 'ASC' ? 1 : -1
  const where = `${field} ${order}`
  let tieSign = 0
  for (const [at, right] of users.entries()) {
    const left = users[at - 1]
    if (!left) continue
    const [before, after] = [keyOf(left), keyOf(right)]
    if (before === after) {
      const step = left.id < right.id ? 1 : -1
      assert.ok(tieSign === 0 || tieSign === step, `${where}: ties are not ordered by id`)
      if (order === 'ASC') assert.equal(step, 1, `${where}: ties are not ordered by id`)
      tieSign = step
    } else if (before === null || after === null) {
      assert.equal(after, null, `${where}: null before ${after}`)
    } else {
      assert.equal(before < after ? 1 : -1, sign, `${where}: ${before} before ${after}`)
    }
  }
}

describe('Sorting the list (4.5)', () => {
  for (const sortField of sortFields) {
    it(`sorts by ${sortField.field} in both orders`, async () => {
      for (const order of orders) {
        const users = await list(`sortBy=${sortField.field}&sortOrder=${order}`)
        assert.equal(users.length, 6)
        const keys = users.map(sortField.keyOf)
        assert.equal(keys.includes(null), sortField.isNullable === true)
        assert.equal(new Set(keys).size > 1, sortField.isVaried === true)
        assertSorted(users, sortField, order)
      }
    })
  }

  it('sorts by source where sources differ', async () => {
    // The default user is the only one of another source that can be had over the interface.
    await stage.newUser('.project_default_user.1')
    await stage.newUser('.project_default_user.2')
    for (const order of orders) {
      const response = await admin.get(
        `${path}?q=project_default_user&sortBy=source&sortOrder=${order}&limit=100`,
      )
      const users = assertPage<ExternalUser>(response).data
      assert.ok(new Set(users.map(({ source }) => source)).size > 1)
      assertSorted(users, { field: 'source', keyOf: (user) => user.source }, order)
    }
    for (const suffix of ['1', '2']) {
      const user = await stage.findUser(stage.nameOf(`.project_default_user.${suffix}`))
      assertSuccess(await admin.delete(`${path}/${user!.id}`))
    }
  })

  it('sorts by creation ascending by default', async () => {
    const plain = (await list('')).map(({ id }) => id)
    assert.deepEqual(
      (await list('sortBy=createdAt&sortOrder=ASC')).map(({ id }) => id),
      plain,
    )
    assert.deepEqual(
      (await list('sortBy=name')).map(({ id }) => id),
      (await list('sortBy=name&sortOrder=ASC')).map(({ id }) => id),
    )
  })

  it('gives every user once over the pages of any order', async () => {
    for (const { field } of sortFields) {
      for (const order of orders) {
        const query = `sortBy=${field}&sortOrder=${order}`
        const whole = (await list(query)).map(({ id }) => id)
        const walked: string[] = []
        for (const page of [1, 2])
          walked.push(...(await list(`${query}&limit=4&page=${page}`)).map(({ id }) => id))
        assert.deepEqual(walked, whole, query)
      }
    }
  })

  it('refuses any other field and any other order', async () => {
    for (const query of ['sortBy=metadata', 'sortBy=Name', 'sortBy=name,id', 'sortOrder=UP', 'sortOrder=1']) {
      assertError(await admin.get(`${path}?${query}`), 'invalid_parameter', 400)
    }
  })

  it('passes over an empty field and an empty order', async () => {
    const plain = (await list('')).map(({ id }) => id)
    assert.deepEqual(
      (await list('sortBy=&sortOrder=')).map(({ id }) => id),
      plain,
    )
  })
})
