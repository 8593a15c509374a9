import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { sql } from '../../kernel/db/db.ts'
import { systemScope } from '../../kernel/scope.ts'
import { rollUp } from '../usage/store/rollup.ts'
import { listUsers, type VersionedUser } from './read-users.ts'
import { ListQuery, type SortField, sortFields } from './schema.ts'

// More than are looked up one by one and more than are walked over, so that both ways to find a page are taken.
const userCount = 2_300
const scope = systemScope(randomUUID())
const range = { from: '2026-01-05T07:00:00Z', to: '2026-01-15T12:30:00Z' }
const now = new Date('2026-02-01T00:00:00Z')

let database: TestDatabase
let everybody: VersionedUser[]

before(async () => {
  database = await createTestDatabase()
  for (const projectId of [scope.projectId, randomUUID()]) await seed(projectId)
  // As the database does by itself after a while; without it, it takes plans that are good for empty tables.
  await database.db.rows(sql`analyze`)
  everybody = []
  for (let page = 1; everybody.length < userCount; page++)
    everybody.push(...(await list({ page: String(page), limit: '100', sortBy: 'id' })).items)
})
after(() => database.drop())

async function seed(projectId: string): Promise<void> {
  await database.db.rows(sql`
    insert into project (id, name, slug, created_at, updated_at) values (${projectId}, 'p', ${projectId}, now(), now())`)
  await database.db.rows(sql`
    insert into external_user (project_id, id, name, source, is_active, metadata, profile_summary, last_seen_at,
                               created_at, updated_at)
    select ${projectId}, gen_random_uuid(), 'user' || md5(i::text), (array['username', 'embed_visitor'])[1 + i % 2],
           i % 7 <> 0, case when i % 3 = 0 then '{"channel":"web"}' when i % 100 = 1 then '{"channel":"rare"}' else '{}' end::jsonb,
           case when i % 4 = 0 then 'summary' || i % 10 end,
           case when i % 5 <> 0 then timestamptz '2026-01-01Z' + i % 50 * interval '1 hour' end,
           timestamptz '2026-01-01Z' + i % 900 * interval '1 second', now()
    from generate_series(1, ${userCount}::int) i`)
  await database.db.rows(sql`
    insert into external_user_stats (project_id, external_user_id, agent_count, workflow_count, knowledge_storage_kb,
                                     database_storage_kb, storage_used_kb, connection_count)
    select project_id, id, n % 3, n % 11, n % 13 * 0.125, n % 17, n % 19 * 10, n % 5
    from (select *, row_number() over (order by name) as n from external_user where project_id = ${projectId}) u`)
  await database.db.rows(sql`
    with used as (
      select *, row_number() over (order by name) as n from external_user where project_id = ${projectId}
    ), entry as (
      insert into usage_entry (project_id, id, external_user_id, type, entry_type, status, delta_micro, used_micro, created_at)
      select project_id, gen_random_uuid(), id, 'tool', 'debit', 'settled', n % 9 * -500000, n % 9 * 500000,
             timestamptz '2026-01-01Z' + n % 20 * interval '1 day' + n % 24 * interval '1 hour'
      from used where n % 2 = 0
      returning *
    )
    insert into usage_unrolled (project_id, id, external_user_id, type, tool_slug, model_id, used_micro, usd_cost, created_at)
    select project_id, id, external_user_id, type, '', '', used_micro, usd_cost, created_at from entry`)
  // Part of it stays in the queue: what was used is the same either way.
  await database.db.tx((tx) => rollUp(tx, projectId, 700))
}

const list = (query: Record<string, string>) => listUsers(database.db, scope, ListQuery.parse(query), now)

const sortValue = (user: VersionedUser, field: SortField) =>
  (field in user.resourceStats
    ? user.resourceStats[field as keyof typeof user.resourceStats]
    : user[field as keyof VersionedUser]) as string | number | boolean | null

/** What the list should be, found in the plainest way: the null last in both orders, ties by id. */
function sorted(users: readonly VersionedUser[], field: SortField, order: 'ASC' | 'DESC'): string[] {
  const sign = order === 'ASC' ? 1 : -1
  return users
    .toSorted((left, right) => {
      const [a, b] = [sortValue(left, field), sortValue(right, field)]
      if (a !== b) return a === null ? 1 : b === null ? -1 : a < b ? -sign : sign
      return left.id < right.id ? -sign : sign
    })
    .map(({ id }) => id)
}

const filters: [string, Record<string, string>, (user: VersionedUser) => boolean][] = [
  ['everybody', {}, () => true],
  ['many', { q: 'USER' }, () => true],
  ['many by two filters', { q: 'user', isActive: 'true' }, ({ isActive }) => isActive],
  ['few', { q: 'ab' }, ({ name }) => name.includes('ab')],
  ['very few', { channel: 'rare' }, ({ channel }) => channel === 'rare'],
]

describe('a page is the same as a part of the whole', () => {
  for (const field of sortFields) {
    test(`by ${field}`, async () => {
      for (const [name, query, isMatch] of filters) {
        const matching = everybody.filter(isMatch)
        for (const sortOrder of ['ASC', 'DESC'] as const) {
          const expected = sorted(matching, field, sortOrder)
          for (const offset of [0, 5, 1_200, matching.length - 3].filter((each) => each < matching.length)) {
            const found = await list({
              ...query,
              sortBy: field,
              sortOrder,
              limit: '7',
              offset: String(offset),
            })
            const ids = found.items.map(({ id }) => id)
            assert.deepEqual(ids, expected.slice(offset, offset + 7), `${name} ${sortOrder} from ${offset}`)
            assert.equal(found.total, matching.length)
          }
        }
      }
    })
  }

  test('by what was used in a time', async () => {
    const used = new Map<string, number>()
    for (let page = 1; used.size < userCount; page++)
      for (const { id, creditsUsed } of (await list({ ...range, limit: '100', page: String(page) })).items)
        used.set(id, creditsUsed)
    assert.ok(everybody.some(({ id, creditsUsed }) => creditsUsed !== used.get(id)))
    const sums = await database.db.rows<{ id: string; micro: string }>(sql`
      select external_user_id as id, sum(used_micro)::text as micro from usage_entry
      where project_id = ${scope.projectId} and created_at >= ${range.from} and created_at < ${range.to} group by 1`)
    const counted = new Map(sums.map(({ id, micro }) => [id, Number(micro) / 1_000_000]))
    for (const [id, credits] of used) assert.equal(credits, counted.get(id) ?? 0)
    const expected = sorted(
      everybody.map((user) => ({ ...user, creditsUsed: used.get(user.id)! })),
      'creditsUsed',
      'DESC',
    )
    const query = { ...range, sortBy: 'creditsUsed', sortOrder: 'DESC', limit: '100' }
    const { items } = await list(query)
    assert.deepEqual(
      items.map(({ id }) => id),
      expected.slice(0, 100),
    )
    assert.ok(items.every(({ id, creditsUsed }) => creditsUsed === used.get(id)))
  })
})

describe('the total', () => {
  test('is known behind the last page as well', async () => {
    for (const [, query, isMatch] of filters) {
      const { items, total } = await list({ ...query, page: '1000' })
      assert.deepEqual([items.length, total], [0, everybody.filter(isMatch).length])
    }
  })

  test('is none when no one matches', async () => {
    assert.deepEqual(await list({ q: 'nobody' }), { items: [], total: 0, page: 1, limit: 20 })
  })
})

describe('the pinned user', () => {
  test('comes first once, whatever the order and the filters', async () => {
    for (const [name, query, isMatch] of filters) {
      const matching = everybody.filter(isMatch)
      for (const sortBy of ['createdAt', 'agentCount', 'creditsUsed'] as const) {
        const expected = sorted(matching, sortBy, 'ASC')
        const pinned = expected.at(-2)!
        const rest = expected.filter((id) => id !== pinned)
        const pageAt = async (page: string, limit: string) => {
          const found = await list({ ...query, sortBy, activeEuid: pinned, page, limit })
          assert.equal(found.total, matching.length)
          return found.items.map(({ id }) => id)
        }
        assert.deepEqual(await pageAt('1', '3'), [pinned, ...rest.slice(0, 2)], `${name} by ${sortBy}`)
        assert.deepEqual(await pageAt('2', '3'), rest.slice(2, 5), `${name} by ${sortBy}`)
        assert.deepEqual(await pageAt('1', '1'), [pinned], `${name} by ${sortBy}`)
      }
    }
  })

  test('is not shown when it does not match', async () => {
    const other = everybody.find(({ channel }) => channel !== 'rare')!
    const { items } = await list({ channel: 'rare', activeEuid: other.id })
    assert.ok(items.every(({ id }) => id !== other.id))
  })
})
