import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { after, test } from 'node:test'
import { startTestApp } from '../../../test/harness.ts'
import { sql, sqlText } from '../../kernel/db/db.ts'
import { attackRows, runAttacks } from './run-attacks.ts'
import { createAttackTarget } from './target.ts'
import { createThrowawayProjects } from './throwaway-projects.ts'

// As behind a proxy, which is trusted to say who the client is.
const app = await startTestApp({ trustedProxies: 1 })
after(() => app.stop())
const url = new URL(await app.listen())

/** A proxy in front of the server, as an operator may have configured it. */
async function startProxy(change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders) {
  const server = createServer((incoming, response) => {
    const { method, url: path } = incoming
    const sent = request(new URL(path!, url), { method, headers: change(incoming.headers), agent: false })
    sent.on('response', (received) => {
      response.writeHead(received.statusCode!, received.headers)
      received.pipe(response)
    })
    sent.on('error', () => response.destroy())
    incoming.pipe(sent)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const endOfLine = (text: string) => text.replace(/(?<!\r)\n/g, '\r\n')
const withClient = (text: string) => text.replace('\r\n', '\r\nx-forwarded-for: 198.51.100.1\r\n')

/** One that takes a bare line feed for the end of a line, as nginx does and RFC 9112 allows. */
async function startLenientProxy(change: (text: string) => string): Promise<URL> {
  const server = createTcpServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    client.on('data', (bytes) => upstream.write(change(bytes.toString('latin1')), 'latin1'))
    client.on('close', () => upstream.destroy()).on('error', () => undefined)
    upstream.on('error', () => client.destroy())
    upstream.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

async function attack(address: URL, rows?: readonly string[]) {
  const projects = await createThrowawayProjects(app.app, app.db)
  try {
    const target = createAttackTarget(address, projects.mine, projects.theirs)
    return { ...projects, findings: await runAttacks(target, rows) }
  } finally {
    await projects.remove()
  }
}

/** Every table that has rows of these projects. */
async function leftOf(ids: readonly string[]): Promise<string[]> {
  const tables = await app.db.rows<{ table: string }>(sql`
    select table_name as "table" from information_schema.columns
    where column_name = 'project_id' and table_schema = 'public'`)
  const left: string[] = []
  for (const { table } of tables) {
    const rows = await app.db.rows(
      sql`select 1 from ${sqlText(table)} where project_id::text = any(${[...ids]})`,
    )
    if (rows.length > 0) left.push(table)
  }
  return left
}

/** Everything that a project has, as it is. */
async function contentOf(id: string): Promise<Record<string, string>> {
  const tables = await app.db.rows<{ table: string }>(sql`
    select table_name as "table" from information_schema.columns
    where column_name = 'project_id' and table_schema = 'public'`)
  const content: Record<string, string> = {}
  for (const { table } of tables) {
    const rows = await app.db.rows<{ row: string }>(sql`
      select t::text as row from ${sqlText(table)} t where project_id::text = ${id} order by 1`)
    if (rows.length > 0) content[table] = rows.map(({ row }) => row).join('\n')
  }
  return content
}

test('a server behind a proxy that says who the client is holds, and nothing is left of the projects', async () => {
  const other = await app.newProject()
  assert.equal((await other.admin.post('/api/v1/external-users', { name: 'ada' })).status, 200)
  const before = await contentOf(other.id)
  const accounts = await app.db.rows(sql`select id, email from account order by id`)
  const proxy = await startProxy((headers) => ({ ...headers, 'x-forwarded-for': '198.51.100.1' }))
  const { findings, mine, theirs } = await attack(
    proxy,
    // What it does with broken requests is its own: the server is tried directly.
    attackRows.filter((row) => row !== 'NET-8'),
  )
  assert.deepEqual(
    findings.filter(({ state }) => state !== 'ok'),
    [],
  )
  const direct = await attack(url, ['NET-8', 'KEY-5'])
  assert.deepEqual(
    direct.findings.map(({ state }) => state),
    ['ok', 'ok'],
  )
  await app.app.sweep()
  assert.deepEqual(await leftOf([mine.id, theirs.id]), [])
  assert.deepEqual(await contentOf(other.id), before, 'another project is as it was')
  assert.deepEqual(await app.db.rows(sql`select id, email from account order by id`), accounts)
})

test('projects of an attack whose process was killed are deleted by the server, and no others', async () => {
  const other = await app.newProject()
  const { mine, theirs } = await createThrowawayProjects(app.app, app.db, app.clock.now())
  const target = createAttackTarget(url, mine, theirs)
  const statusOf = async ({ key }: { key: string }) => (await target.get('/api/v1/project', { key })).status
  await target.create('/api/v1/external-users', { name: 'left.behind' })
  await app.app.sweep()
  assert.deepEqual(await Promise.all([mine, theirs].map(statusOf)), [200, 200], 'while the attack may run')
  app.clock.advance(6 * 3_600_000)
  await app.app.sweep()
  assert.deepEqual(await Promise.all([mine, theirs].map(statusOf)), [401, 401])
  assert.equal(await statusOf({ key: other.adminKey }), 200)
  await app.app.sweep()
  assert.deepEqual(await leftOf([mine.id, theirs.id]), [])
})

test('two projects are made, or none', async () => {
  const names = () => app.db.rows<{ name: string }>(sql`select name from project where name like 'Attack %'`)
  const before = (await names()).length
  const { projects } = app.app
  let made = 0
  const failing = {
    ...app.app,
    projects: {
      ...projects,
      createIn: ((...input) => {
        if (++made === 2) throw new Error('the database is full')
        return projects.createIn(...input)
      }) as typeof projects.createIn,
    },
  }
  await assert.rejects(createThrowawayProjects(failing, app.db), /full/)
  assert.equal((await names()).length, before)
})

let adminKey = ''

const weaknesses: [string, string, (headers: IncomingHttpHeaders) => IncomingHttpHeaders][] = [
  ['writes another Host', 'NET-5', (headers) => ({ ...headers, host: url.host })],
  [
    'passes on the IP address that a client claims',
    'NET-7',
    ({ 'x-forwarded-for': claimed = '198.51.100.1', ...headers }) => ({
      ...headers,
      'x-forwarded-for': claimed,
    }),
  ],
  ['adds a key', 'KEY-1', (headers) => ({ ...headers, 'x-api-key': headers['x-api-key'] ?? adminKey })],
]
for (const [what, row, change] of weaknesses)
  test(`${row} fails behind a proxy that ${what}`, async () => {
    adminKey = (await app.newProject()).adminKey
    const { findings } = await attack(await startProxy(change), [row, 'KEY-4'])
    assert.deepEqual(
      findings.map(({ check, state, fix }) => [check, state, fix !== undefined]).sort(),
      [
        ['KEY-4', 'ok', false],
        [row, 'fail', true],
      ].sort(),
      JSON.stringify(findings),
    )
  })

const claims = /\r\nx-forwarded-for:[^\r\n]*/gi
for (const [what, state, change] of [
  ['in which it sees every header', 'ok', (text) => withClient(endOfLine(text).replace(claims, ''))],
  ['behind which it sees none', 'fail', (text) => endOfLine(withClient(text.replace(claims, '')))],
] as [string, string, (text: string) => string][])
  test(`NET-8: ${state} behind a proxy that takes bare line feeds, ${what}`, async () => {
    const { findings } = await attack(await startLenientProxy(change), ['NET-8'])
    assert.deepEqual(
      findings.map((finding) => finding.state),
      [state],
      JSON.stringify(findings),
    )
  })
