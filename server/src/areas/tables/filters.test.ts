import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { sizeOf } from '../../../test/size.ts'
import { sql } from '../../kernel/db/db.ts'
import { findCollection } from './store/collection.ts'
import { planFor } from './store/plan.ts'
import { explainList } from './store/read-documents.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const base = '/api/v1/table/collections'
type Json = Record<string, unknown>

async function filled(rows: readonly Json[], body: Json = {}) {
  const { body: made } = await project.admin.post(base, {
    name: `F ${Math.random()}`,
    access: 'project',
    ...body,
  })
  const url = `${base}/${made.data.id}`
  for (let i = 0; i < rows.length; i += 500) {
    const operations = rows.slice(i, i + 500).map((data) => ({ op: 'create', data }))
    const response = await project.admin.post(`${url}/documents/batch`, { operations })
    assert.equal(response.status, 200, response.text)
  }
  return { url, documents: `${url}/documents`, id: made.data.id as string }
}

const found = async (documents: string, query: string) => {
  const response = await project.admin.get(`${documents}?limit=100&${query}`)
  assert.equal(response.status, 200, response.text)
  return response.body.data.map(({ n }: { n: number }) => n) as number[]
}

/** Numbers that look random and are the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

const words = ['ab', 'abc', 'b', 'B', 'ä', 'z%', 'z_', '', '10', '日本']
const fields = ['a', 'b', 'c']

function randomValue(random: (below: number) => number): unknown {
  switch (random(6)) {
    case 0:
      return random(7) - 3
    case 1:
      return (random(100) - 50) / 4
    case 2:
      return random(2) === 0
    case 3:
      return [random(3), words[random(words.length)]]
    case 4:
      return undefined
    default:
      return words[random(words.length)]
  }
}

const scalar = (random: (below: number) => number): unknown => {
  const value = randomValue(random)
  return value === undefined || typeof value === 'object' ? words[random(words.length)] : value
}

const comparisons = ['_lt', '_lte', '_gt', '_gte']
const textual = ['_icontains', '_starts_with', '_ends_with']

function randomFilter(random: (below: number) => number, depth: number): Json {
  const roll = random(depth > 0 ? 8 : 5)
  if (roll === 5) return { _and: [randomFilter(random, depth - 1), randomFilter(random, depth - 1)] }
  if (roll === 6) return { _or: [randomFilter(random, depth - 1), randomFilter(random, depth - 1)] }
  if (roll === 7) return { _not: randomFilter(random, depth - 1) }
  const field = fields[random(fields.length)]!
  const pick = random(8)
  if (pick === 0) return { [field]: { _in: [scalar(random), scalar(random)] } }
  if (pick === 1) return { [field]: { _nin: [scalar(random), scalar(random)] } }
  if (pick === 2) return { [field]: { [['_null', '_nnull', '_empty'][random(3)]!]: random(2) === 0 } }
  if (pick === 3) return { [field]: { [textual[random(3)]!]: words[random(words.length)] } }
  if (pick === 4) return { [field]: { _contains: scalar(random) } }
  if (pick === 5) return { [field]: { _between: [scalar(random), scalar(random)] } }
  if (pick === 6) return { [field]: { [comparisons[random(4)]!]: scalar(random) } }
  return { [field]: { [random(2) === 0 ? '_eq' : '_neq']: scalar(random) } }
}

const compareTexts = (left: string, right: string) => Buffer.compare(Buffer.from(left), Buffer.from(right))

function compared(value: unknown, operand: unknown): number | null {
  if (typeof value !== typeof operand) return null
  if (typeof value === 'string') return compareTexts(value, operand as string)
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) - Number(operand) : null
}

const holds = (order: number | null, test: (order: number) => boolean) => order !== null && test(order)

/** What the filter means, said once more in another language. */
function matches(document: Json, filter: Json): boolean {
  return Object.entries(filter).every(([key, operand]) => {
    if (key === '_and') return (operand as Json[]).every((each) => matches(document, each))
    if (key === '_or') return (operand as Json[]).some((each) => matches(document, each))
    if (key === '_not') return !matches(document, operand as Json)
    return Object.entries(operand as Json).every(([operator, value]) =>
      satisfies(document[key], operator, value),
    )
  })
}

function satisfies(x: unknown, operator: string, value: unknown): boolean {
  const isEmpty = x === undefined || x === '' || (Array.isArray(x) && x.length === 0)
  switch (operator) {
    case '_eq':
      return x === value
    case '_neq':
      return x !== value
    case '_lt':
      return holds(compared(x, value), (order) => order < 0)
    case '_lte':
      return holds(compared(x, value), (order) => order <= 0)
    case '_gt':
      return holds(compared(x, value), (order) => order > 0)
    case '_gte':
      return holds(compared(x, value), (order) => order >= 0)
    case '_between': {
      const [low, high] = value as [unknown, unknown]
      return holds(compared(x, low), (order) => order >= 0) && holds(compared(x, high), (order) => order <= 0)
    }
    case '_in':
      return (value as unknown[]).includes(x)
    case '_nin':
      return !(value as unknown[]).includes(x)
    case '_null':
      return (x === undefined) === value
    case '_nnull':
      return (x !== undefined) === value
    case '_empty':
      return isEmpty === value
    case '_contains':
      if (Array.isArray(x)) return x.includes(value)
      return typeof x === 'string' && typeof value === 'string' && x.includes(value)
    case '_icontains':
      return typeof x === 'string' && x.toLowerCase().includes(String(value).toLowerCase())
    case '_starts_with':
      return typeof x === 'string' && x.startsWith(value as string)
    case '_ends_with':
      return typeof x === 'string' && x.endsWith(value as string)
    default:
      throw new Error(operator)
  }
}

const rank = (x: unknown) =>
  x === undefined ? 9 : typeof x === 'boolean' ? 1 : typeof x === 'number' ? 2 : typeof x === 'string' ? 3 : 4

/** The order of lists: kinds apart, what is missing last in both directions. */
function byField(field: string, isDescending: boolean) {
  return (left: Json, right: Json): number => {
    const [x, y] = [left[field], right[field]]
    if (rank(x) === 9 || rank(y) === 9) return rank(x) - rank(y)
    const order = rank(x) - rank(y) || (rank(x) === 4 ? 0 : (compared(x, y) ?? 0))
    return isDescending ? -order : order
  }
}

describe('random filters and orders agree with an evaluation in memory', () => {
  const seed = Number(process.env.STOA_TEST_SEED ?? Math.floor(Math.random() * 1e9))
  const rounds = sizeOf({ short: 15, long: 2_000, variable: 'STOA_TEST_ROUNDS' })
  for (const isIndexed of [false, true]) {
    test(`${isIndexed ? 'with' : 'without'} indexes, seed ${seed}`, async (t) => {
      t.diagnostic(`seed ${seed}`)
      const random = randomFrom(seed)
      const rows = Array.from({ length: 80 }, (_, n): Json => {
        const values = fields.map((field) => [field, randomValue(random)] as const)
        return Object.fromEntries([['n', n], ...values.filter(([, value]) => value !== undefined)])
      })
      const indexes = [['a'], ['b', 'a:desc'], ['c'], ['a', 'b', 'c']].map((parts) => ({ fields: parts }))
      const { documents } = await filled(rows, isIndexed ? { indexes } : {})
      for (let round = 0; round < rounds; round++) {
        const filter = randomFilter(random, 3)
        const sort =
          random(4) === 0 ? [] : [fields[random(3)]!, ...(random(3) === 0 ? [fields[random(3)]!] : [])]
        const parts = [...new Set(sort)].map((field) => ({ field, isDescending: random(2) === 0 }))
        const isIdDescending = parts[0]?.isDescending ?? true
        const expected = rows
          .filter((row) => matches(row, filter))
          .sort((left, right) => {
            for (const { field, isDescending } of parts) {
              const order = byField(field, isDescending)(left, right)
              if (order !== 0) return order
            }
            return isIdDescending ? Number(right.n) - Number(left.n) : Number(left.n) - Number(right.n)
          })
          .map(({ n }) => n)
        const order = parts.map(({ field, isDescending }) => `${field}:${isDescending ? 'desc' : 'asc'}`)
        const body = { filter, ...(order.length > 0 ? { sort: order } : {}), limit: 100 }
        const response = await project.admin.post(`${documents}/query`, body)
        assert.equal(response.status, 200, response.text)
        const context = `seed ${seed}: ${JSON.stringify(body)}`
        assert.deepEqual(
          response.body.data.map(({ n }: { n: number }) => n),
          expected,
          context,
        )
        assert.equal(response.body.total, expected.length, context)
        if (round % 10 === 0) {
          const paged: unknown[] = []
          for (let cursor: string | undefined; ; ) {
            const part = await project.admin.post(`${documents}/query`, {
              ...body,
              limit: 7,
              ...(cursor ? { cursor } : {}),
            })
            assert.equal(part.status, 200, part.text)
            paged.push(...part.body.data.map(({ n }: { n: number }) => n))
            cursor = part.headers['x-next-cursor'] as string | undefined
            if (cursor === undefined) break
          }
          assert.deepEqual(paged, expected, `by cursor, ${context}`)
        }
      }
    })
  }
})

describe('GET documents', () => {
  test('filters written out in the query, sort in both notations, fields, q, offset', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({
      n,
      age: n % 5,
      name: `Person ${n}`,
      open: n % 2 === 0,
    }))
    const schema = { fields: [{ name: 'age', type: 'integer' }] }
    const { documents } = await filled(rows, { schema })
    assert.deepEqual(await found(documents, 'filter[age][_eq]=3&sort=n:asc'), [3, 8, 13, 18, 23, 28])
    assert.deepEqual(
      await found(documents, 'filter[age][_in]=3,4&filter[n][_lt]=9&sortBy=n&sortOrder=ASC'),
      [3, 4, 8],
    )
    assert.deepEqual(
      await found(documents, 'filter[_or][0][n][_eq]=1&filter[_or][1][n][_eq]=2&sort=-n'),
      [2, 1],
    )
    assert.deepEqual(await found(documents, 'filter[open][_eq]=true&filter[n][_lt]=5&sort=n'), [0, 2, 4])
    assert.deepEqual(
      await found(documents, `filter=${encodeURIComponent('{"n":{"_between":[3,4]}}')}&sort=n`),
      [3, 4],
    )
    assert.deepEqual(await found(documents, 'q=person 29'), [29])
    assert.deepEqual(await found(documents, 'search=PERSON 28'), [28])
    assert.deepEqual(await found(documents, 'sort=n&offset=28'), [28, 29])
    const picked = await project.admin.get(`${documents}?fields=n,age&limit=1&sort=n`)
    assert.deepEqual(Object.keys(picked.body.data[0]).sort(), ['age', 'id', 'n'])
    const past = await project.admin.get(`${documents}?page=99`)
    assert.deepEqual([past.status, past.body.data, past.body.total], [200, [], 30])
  })

  test('400 names what was probably meant, what is nested too deep and what is too much', async () => {
    const { documents } = await filled([], {
      mode: 'strict',
      schema: {
        fields: [
          { name: 'status', type: 'text' },
          { name: 'age', type: 'number' },
        ],
      },
    })
    const refused = async (filter: unknown) => {
      const response = await project.admin.post(`${documents}/query`, { filter })
      assert.equal(response.status, 400, JSON.stringify(filter))
      return response.body.message as string
    }
    assert.match(await refused({ statsu: { _eq: 1 } }), /did you mean status/)
    assert.match(await refused({ status: { _eqq: 1 } }), /did you mean _eq/)
    assert.match(await refused({ age: { _eq: 'x' } }), /must be a number/)
    assert.match(await refused({ age: { _between: [1] } }), /two values/)
    const deep = (levels: number): unknown =>
      levels === 0 ? { age: { _eq: 1 } } : { _not: deep(levels - 1) }
    assert.match(await refused(deep(6)), /nested deeper/)
    assert.match(
      await refused({ _or: Array.from({ length: 51 }, () => ({ age: { _eq: 1 } })) }),
      /50 conditions/,
    )
    assert.equal((await project.admin.get(`${documents}?sort=agee`)).status, 400)
    assert.equal((await project.admin.get(`${documents}?fields=agee`)).status, 400)
    assert.equal((await project.admin.get(`${documents}?filter=%7B`)).status, 400)
    assert.equal((await project.admin.get(`${documents}?cursor=abc`)).status, 400)
  })

  test('400 says where the fault is: in the filter or the sort, of a query or of a body', async () => {
    const schema = { fields: [{ name: 'status', type: 'text' }] }
    const { documents } = await filled([], { mode: 'strict', schema })
    const placeOf = async (query: string, body?: Json) => {
      const response = await (body
        ? project.admin.post(`${documents}/query`, body)
        : project.admin.get(`${documents}?${query}`))
      assert.equal(response.status, 400, response.text)
      const { in: location, path } = response.body.error.details[0]
      return [location, path, response.body.message]
    }
    const filter = { statu: { _eq: 'open' } }
    const fault = `is not a field of ${(await project.admin.get(documents.replace('/documents', ''))).body.data.slug}`
    const message = `filter/statu ${fault}: did you mean status?`
    assert.deepEqual(await placeOf(`filter=${encodeURIComponent(JSON.stringify(filter))}`), [
      'query',
      'filter',
      message,
    ])
    assert.deepEqual(await placeOf('', { filter }), ['body', '/filter/statu', message])
    const sorted = `sort has statu, which ${fault}: did you mean status?`
    assert.deepEqual(await placeOf('sort=statu:desc'), ['query', 'sort', sorted])
    assert.deepEqual(await placeOf('sortBy=statu'), ['query', 'sortBy', sorted])
    assert.deepEqual(await placeOf('', { sort: 'statu:desc' }), ['body', '/sort', sorted])
    const foreign = 'cursor does not belong to this list and sort order'
    assert.deepEqual(await placeOf('cursor=AA'), ['query', 'cursor', foreign])
    assert.deepEqual(await placeOf('', { cursor: 'AA' }), ['body', '/cursor', foreign])
  })

  test('$NOW and $CURRENT_USER', async () => {
    const { documents } = await filled([
      { n: 1, due: '2020-01-01' },
      { n: 2, due: '2999-01-01' },
    ])
    assert.deepEqual(await found(documents, 'filter[due][_lt]=$NOW'), [1])
    assert.equal((await found(documents, 'filter[ownerId][_eq]=$CURRENT_USER')).length, 2)
    assert.equal((await found(documents, 'filter[createdAt][_gt]=$NOW')).length, 0)
  })

  test('aggregates with groupBy', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({ n, kind: n % 2 ? 'odd' : 'even' }))
    const { documents } = await filled(rows)
    const response = await project.admin.post(`${documents}/query`, {
      aggregate: { count: true, sum: ['n'], avg: ['n'], min: ['n'], max: ['n'] },
      groupBy: ['kind'],
      filter: { n: { _lt: 10 } },
    })
    assert.deepEqual(response.body.data, [
      { group: { kind: 'even' }, count: 5, sum: { n: 20 }, avg: { n: 4 }, min: { n: 0 }, max: { n: 8 } },
      { group: { kind: 'odd' }, count: 5, sum: { n: 25 }, avg: { n: 5 }, min: { n: 1 }, max: { n: 9 } },
    ])
    const all = await project.admin.post(`${documents}/query`, { aggregate: { count: true } })
    assert.deepEqual(all.body.data, [{ group: {}, count: 20 }])
  })

  test('asOf shows what was, single and in lists; history names versions and actors', async () => {
    const { documents } = await filled([
      { n: 1, s: 'a' },
      { n: 2, s: 'a' },
    ])
    const [one, two] = (await project.admin.get(`${documents}?sort=n`)).body.data
    app.clock.advance(60_000)
    const between = app.clock.now().toISOString()
    app.clock.advance(60_000)
    await project.admin.patch(`${documents}/${one.id}`, { s: 'b' })
    await project.admin.delete(`${documents}/${two.id}`)
    assert.deepEqual(await found(documents, 'filter[s][_eq]=a'), [])
    assert.deepEqual(await found(documents, `filter[s][_eq]=a&sort=n&asOf=${between}`), [1, 2])
    const was = await project.admin.get(`${documents}/${two.id}?asOf=${between}`)
    assert.deepEqual([was.status, was.body.data.s], [200, 'a'])
    assert.equal((await project.admin.get(`${documents}/${two.id}`)).status, 404)
    const history = await project.admin.get(`${documents}/${two.id}/history`)
    assert.deepEqual(
      history.body.data.map((each: Json) => [each.version, each.change]),
      [
        [2, 'deleted'],
        [1, 'created'],
      ],
    )
    assert.equal(history.body.data[0].actor.kind, 'key')
    assert.equal((await project.admin.get(`${documents}?asOf=2001-01-01`)).status, 400)
  })
})

describe('declared indexes', () => {
  test('a page of 20 out of 20,000 is read from the index, and not much more than the page', async () => {
    const { url, id } = await filled([{ n: 0 }], { maxDocuments: 100_000 })
    // By hand, because twenty thousand calls are another test; keys are made by the index that is declared afterwards.
    await app.db.rows(sql`
      insert into document (project_id, collection_id, id, owner_id, data, size_bytes, created_at, updated_at)
      select ${project.id}::uuid, ${id}::uuid, ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, ${project.id}::uuid,
             jsonb_build_object('n', i, 'age', i % 100, 'score', (i * 7919) % 100003), 60, now(), now()
      from generate_series(1, 20000) i`)
    await app.db.rows(sql`update collection_feed set document_count = 20001 where collection_id = ${id}`)
    const indexes = [{ fields: ['score'] }, { fields: ['age', 'score:desc'] }]
    assert.equal((await project.admin.patch(url, { indexes })).body.data.indexes[0].state, 'building')
    // Filling takes as long as it takes; the run of the test as a whole is bounded.
    for (let isReady = false; !isReady; await pause(50)) {
      const { data } = (await project.admin.get(url)).body
      isReady = data.indexes.every(({ state }: { state: string }) => state === 'ready')
    }
    const collection = (await findCollection(app.db, project.scope, id))!
    const is = (field: string, operator: '_eq' | '_gte', value: unknown) =>
      ({ kind: 'is', target: { kind: 'field', name: field, type: null }, operator, value }) as const
    const by = (field: string, isDescending: boolean) => ({
      parts: [{ field, isDescending }],
      isIdDescending: isDescending,
    })
    const cases = [
      { filter: null, sort: by('score', false) },
      { filter: null, sort: by('score', true) },
      { filter: is('score', '_gte', 20_000), sort: by('score', false) },
      { filter: is('age', '_eq', 33), sort: by('score', true) },
      { filter: is('age', '_eq', 33), sort: by('score', false) },
    ]
    for (const { filter, sort } of cases) {
      const selection = { collection, filter, search: null, asOf: null }
      const slice = { sort, cursor: null, limit: 20, offset: 0 }
      const plan = JSON.stringify(await explainList(app.db, project.scope, selection, slice))
      assert.match(plan, /document_key_pkey/, plan)
      const read = [...plan.matchAll(/"Actual Rows":\s*(\d+)/g)].map(([, rows]) => Number(rows))
      assert.ok(
        Math.max(...read) <= 220,
        `${JSON.stringify(filter)} ${JSON.stringify(sort)} read ${Math.max(...read)} rows`,
      )
    }
    const scores = Array.from({ length: 20_000 }, (_, i) => ((i + 1) * 7919) % 100_003).sort((x, y) => y - x)
    const first = await project.admin.get(`${url}/documents?sort=score:desc&limit=20`)
    assert.deepEqual(
      first.body.data.map(({ score }: { score: number }) => score),
      scores.slice(0, 20),
    )
    const last = await project.admin.get(`${url}/documents?sort=score:desc&offset=19990`)
    assert.deepEqual(
      last.body.data.map(({ score }: { score?: number }) => score),
      [...scores.slice(19_990), undefined],
    )
    const total = await project.admin.get(`${url}/documents?filter[age][_eq]=33`)
    assert.deepEqual([total.body.total, total.headers['x-total-accuracy']], [200, 'exact'])
    const many = await project.admin.get(`${url}/documents?filter[score][_gte]=0`)
    assert.deepEqual(
      [many.body.total, many.headers['x-total-accuracy'], many.body.hasNextPage],
      [10_000, 'at-least', true],
    )
    const exact = await project.admin.get(`${url}/documents?filter[score][_gte]=0&count=exact`)
    assert.equal(exact.body.total, 20_000)
  })

  test('an index that is not filled yet is not used', () => {
    const parts = [{ field: 'a', isDescending: false }]
    const request = {
      required: new Set<string>(),
      filter: null,
      sort: { parts, isIdDescending: false },
      cursor: null,
    }
    assert.equal(planFor({ ...request, indexes: [{ number: 1, parts, state: 'building' }] }), null)
    assert.equal(planFor({ ...request, indexes: [{ number: 1, parts, state: 'ready' }] })?.indexNumber, 1)
  })
})
