import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { assertError, assertPage } from '../../harness/client.ts'
import type { ExternalUser } from '../../harness/resources.ts'
import { createStage } from '../../harness/stage.ts'

const stage = createStage()
const { admin, tag } = stage
const path = '/api/v1/external-users'

/** Other names under which a parameter of the list is known: a good value, another good one, and a bad one. */
type Alias = { alias: string; name: string; good: string; other: string; bad: string }

const aliases: Alias[] = [
  ...['username', 'name', 'search'].map((alias) => ({
    alias,
    name: 'q',
    good: `${tag}2`,
    other: `${tag}3`,
    bad: 'x'.repeat(256),
  })),
  ...['pinId', 'pinnedId', 'pin'].map((alias) => ({
    alias,
    name: 'activeEuid',
    good: '',
    other: '0199f1a0-0000-7000-8000-000000000001',
    bad: 'unknown',
  })),
  { alias: 'orderBy', name: 'sortBy', good: 'profileSummary', other: 'name', bad: 'shoesize' },
  ...['order', 'orderDirection'].map((alias) => ({
    alias,
    name: 'sortOrder',
    good: 'DESC',
    other: 'ASC',
    bad: 'UP',
  })),
  ...['creditsFrom', 'dateFrom'].map((alias) => ({
    alias,
    name: 'from',
    good: '2026-01-01',
    other: '2026-01-02',
    bad: 'then',
  })),
  ...['creditsTo', 'dateTo'].map((alias) => ({
    alias,
    name: 'to',
    good: '2026-01-01',
    other: '2026-01-02',
    bad: 'now',
  })),
  ...['pageSize', 'perPage'].map((alias) => ({ alias, name: 'limit', good: '2', other: '3', bad: '101' })),
  { alias: 'active', name: 'isActive', good: 'false', other: 'true', bad: 'perhaps' },
]

before(async () => {
  const users: ExternalUser[] = []
  for (const [i, profileSummary] of ['c', 'a', 'b'].entries()) {
    users.push(await stage.newUser(String(i + 1), { profileSummary }))
  }
  // The user to pin is not the one that would come first anyway.
  for (const each of aliases) if (each.name === 'activeEuid') each.good = users[1]!.id
})

const isSearch = (name: string) => ['q', 'username', 'name', 'search'].includes(name)

/** Queries this file's own users, unless the query itself selects them. */
function ask(query: [string, string][]) {
  const requested = new URLSearchParams(query)
  if (!query.some(([name]) => isSearch(name))) requested.append('q', tag)
  return admin.get(`${path}?${requested}`)
}

describe('Other names of the parameters (4.5)', () => {
  it('lists the same under every other name', async () => {
    for (const { alias, name, good } of aliases) {
      const known = assertPage<ExternalUser>(await ask([[name, good]]))
      const response = await ask([[alias, good]])
      assert.deepEqual(assertPage<ExternalUser>(response), known, alias)
      assert.equal(response.headers.get('x-ignored-params'), null, alias)
    }
  })

  it('has an effect under every other name', async () => {
    const plain = assertPage<ExternalUser>(await ask([]))
    for (const { alias, name, good } of aliases) {
      // No built area spends credits yet, so a range of time cannot be seen in the sums.
      if (name === 'from' || name === 'to') continue
      assert.notDeepEqual(assertPage<ExternalUser>(await ask([[alias, good]])), plain, alias)
    }
  })

  it('checks values under every other name', async () => {
    for (const { alias, bad } of aliases) {
      assertError(await ask([[alias, bad]]), 'invalid_parameter', 400)
    }
  })

  it('refuses two names for one purpose with different values', async () => {
    for (const { alias, name, good, other } of aliases) {
      assertError(
        await ask([
          [alias, good],
          [name, other],
        ]),
        'invalid_parameter',
        400,
      )
    }
    assertError(
      await ask([
        ['username', `${tag}1`],
        ['search', `${tag}2`],
      ]),
      'invalid_parameter',
      400,
    )
  })

  it('accepts two names for one purpose with the same value', async () => {
    for (const { alias, name, good } of aliases) {
      const once = assertPage<ExternalUser>(await ask([[name, good]]))
      const twice = await ask([
        [alias, good],
        [name, good],
      ])
      assert.deepEqual(assertPage<ExternalUser>(twice), once, alias)
    }
  })

  it('takes the sort order in any case', async () => {
    const down = assertPage<ExternalUser>(await ask([['sortOrder', 'DESC']]))
    for (const word of ['desc', 'Desc']) {
      assert.deepEqual(assertPage<ExternalUser>(await ask([['sortOrder', word]])), down)
    }
  })
})
