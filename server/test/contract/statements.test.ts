import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { isUuid } from '../../src/kernel/ids.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { someOf } from '../size.ts'
import { createFixtures, fill, isFreeName, isShared, type Params } from './fixtures.ts'
import { startRegistry } from './registry.ts'
import { findUnboundScans, isExplained, isSwept } from './tenant-statements.ts'

/** What is sent to the database, for every endpoint. */
const registry = await startRegistry()
const app = await startTestApp({ allowPrivate: '127.0.0.1/32', npmRegistry: registry.url })
after(async () => {
  await app.stop()
  registry.stop()
})

const name = ({ method, path }: Endpoint) => `${method} ${path}`
const isOurs = ({ access }: Endpoint) => access === 'project' || access === 'end-user'
const guarded = app.app.endpoints.filter(isOurs)
// Streams end when their client leaves.
const read = guarded.filter(
  ({ method, path, response }) =>
    method === 'GET' && response.kind !== 'events' && !/socket|stream|connect|view|join/.test(path),
)
const taking = read.filter(({ path }) => path.includes('{'))

let mine: TestProject
let theirs: TestProject
let paramsOf: (path: string) => Params | null
/** What was sent for requests; the rest is sent in the background. */
const requested: string[] = []
before(async () => {
  mine = await app.newProject()
  theirs = await app.newProject()
  const created = await app.statements.during(() => createFixtures(mine, app))
  paramsOf = created.result
  requested.push(...created.sent)
})

const missingId = '0199f1a0-0000-7000-8000-0000000000ff'
const queryOf = ({ query, example }: Endpoint) =>
  (query?.safeParse({}).success ?? true) ? '' : `?${new URLSearchParams(example.query)}`
const urlOf = (endpoint: Endpoint, params = paramsOf(endpoint.path)) =>
  `${fill(endpoint.path, params)}${queryOf(endpoint)}`

describe('an id of another project costs the same statements as one that does not exist', () => {
  const bound = taking.filter(
    ({ path, operatorOnly }) => !isShared(path) && !isFreeName(path) && !operatorOnly,
  )
  // That the responses are the same, the contract of every endpoint says.
  for (const endpoint of someOf(bound, 40)) {
    test(name(endpoint), async () => {
      const params = paramsOf(endpoint.path)!
      const missing = Object.fromEntries(
        Object.entries(params).map(([key, value]) => [key, isUuid(value) ? missingId : value]),
      )
      const sentFor = async (to: Params) =>
        (await app.statements.during(() => theirs.admin.get(urlOf(endpoint, to)))).sent
      // What is cached of a project is cached now.
      await sentFor(missing)
      assert.deepEqual(await sentFor(params), await sentFor(missing))
    })
  }
})

test('every statement of a request on a table of projects names the project in its conditions, or is listed with the reason', async () => {
  for (const endpoint of read)
    requested.push(...(await app.statements.during(() => mine.admin.get(urlOf(endpoint)))).sent)
  const texts = [...new Set(requested)]
  assert.ok(texts.length > 300, `${texts.length} statements`)
  const { found, unplanned } = await findUnboundScans(app.settings, texts)
  assert.deepEqual(
    found.filter((scan) => !isExplained(scan)),
    [],
  )
  assert.deepEqual(unplanned, [])
})

test('a statement that leaves the project out is named, also behind a join', async () => {
  const texts = [
    'select name from external_user where id = $1',
    'select f.name from file f join external_user u on u.id = f.external_user_id where u.project_id = $1',
    'select f.name from file f join external_user u on u.project_id = f.project_id where u.project_id = $1',
  ]
  const { found } = await findUnboundScans(app.settings, texts)
  assert.deepEqual(
    found.map(({ table, text }) => [table, texts.indexOf(text)]),
    [
      ['external_user', 0],
      ['file', 1],
    ],
  )
})

test('sweeps look into all projects only where something can be due', async () => {
  await app.app.sweep()
  const ofRequests = new Set(requested)
  const texts = app.statements.texts().filter((text) => !ofRequests.has(text))
  const { found } = await findUnboundScans(app.settings, texts)
  assert.ok(found.length > 10)
  assert.deepEqual(
    found.filter((scan) => !isSwept(scan) && !isExplained(scan)),
    [],
  )
})

test('a node of this version works on while the next one adds to every table', async () => {
  const statuses = async () => {
    const all: [string, number][] = []
    for (const endpoint of someOf(read, 60))
      all.push([name(endpoint), (await mine.admin.get(urlOf(endpoint))).status])
    return all
  }
  const before = await statuses()
  const tables = await app.db.rows<{ name: string }>({
    text: `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
      and relnamespace = 'public'::regnamespace`,
    values: [],
  })
  for (const { name: table } of tables)
    await app.db.rows({
      text: `alter table "${table}" add column of_the_next_version text default 'new'`,
      values: [],
    })
  assert.deepEqual(await statuses(), before)
  // Writes too: fixtures of all areas once more, in a project that is made now.
  await createFixtures(await app.newProject(), app)
})

test('creating an app sends nothing: on a first start there are no tables yet', async () => {
  const { result, sent } = await app.statements.during(async () => {
    const node = app.secondNode()
    await pause(50)
    return node
  })
  await result.stop()
  assert.deepEqual(sent, [])
})
