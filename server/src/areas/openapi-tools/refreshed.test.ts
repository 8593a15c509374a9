import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../kernel/db/db.ts'
import { parseAllowedNetworks } from '../../kernel/net/allowed-networks.ts'
import { createOutbound } from '../../kernel/net/outbound.ts'
import type { ToolCall } from '../toolkits/index.ts'
import { createShippedProvider } from './shipped/provider.ts'
import { catalogueOf } from './shipped/testing.ts'

const app = await startTestApp({ allowPrivate: '127.0.0.1', hasPieces: false })
let published: unknown = {}
let status = 200
const server = createServer((request, response) => {
  response.statusCode = request.url === '/api.json' ? status : 200
  response.setHeader('content-type', 'application/json')
  const requested = { request: request.url, key: request.headers['x-key'] ?? null }
  response.end(JSON.stringify(request.url === '/api.json' ? published : requested))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const outbound = createOutbound({ allowPrivate: parseAllowedNetworks('127.0.0.1'), userAgent: 'test' })
after(async () => {
  server.close()
  server.closeAllConnections()
  await app.stop()
  await outbound.close()
})

const described = (more: object, version: string) => ({
  openapi: '3.1.0',
  info: { title: 'Crm', version },
  servers: [{ url: `${origin}/v1` }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  ...more,
})
const shippedPaths = {
  '/people/{id}': { get: { operationId: 'get_person', parameters: [] } },
  '/fairs': { get: { operationId: 'list_fairs' } },
}
const files = catalogueOf('crmco', described({ paths: shippedPaths }, '1'), `${origin}/api.json`)
app.app.toolkits.registerProvider(createShippedProvider({ signing: app.app.toolkits, outbound, files }))

/** As the service itself publishes it: other names, other schemes, something new and something removed. */
const newer = (more: object = {}) =>
  described(
    {
      components: { securitySchemes: { oauth: { type: 'http', scheme: 'bearer' } } },
      security: [{ oauth: [] }],
      paths: {
        '/people/{personId}': {
          get: {
            operationId: 'CrmCo.People.Get',
            parameters: [{ in: 'query', name: 'full', schema: { type: 'boolean' } }],
          },
        },
        '/people': { post: { operationId: 'crmco-get_person' } },
      },
      ...more,
    },
    '2',
  )

const path = '/api/v1/toolkits/byId/crmco'
const slugsOf = async (project: TestProject): Promise<string[]> => {
  const { body } = await project.admin.get('/api/v1/tools?toolkitSlug=crmco&fields=slug,id')
  return body.data.map(({ slug }: { slug: string }) => slug).sort()
}
const callOf = async (project: TestProject, slug: string, version?: string): Promise<unknown> => {
  const found = await app.app.toolkits.findTool(project.scope, slug, version)
  assert.ok(found, slug)
  const call: ToolCall = {
    scope: project.scope,
    toolkit: found.toolkit,
    tool: found.tool,
    arguments: { id: '1', personId: '1' },
    credentials: {
      connectedAccountId: null,
      scheme: found.toolkit.authSchemes[0]!,
      values: { key: 'k' },
      allowedHosts: found.toolkit.authSchemes[0]!.allowedHosts,
    },
    timeoutMs: 5000,
    signal: new AbortController().signal,
    idempotencyKey: 'k',
    saveFile: async () => 'no file',
  }
  return (await found.execute(call)).data
}

describe('POST /api/v1/toolkits/byId/{id}/refresh of what comes with the product', () => {
  it('reports in a dry run what differs and stores nothing; shows its URL and age', async () => {
    const project = await app.newProject()
    published = newer()
    const visible = await project.member.get(path)
    assert.equal(visible.body.data.sourceUrl, `${origin}/api.json`)
    assert.equal(visible.body.data.describedAt, '2023-04-01T00:00:00.000Z')
    const { status: code, body } = await project.member.post(`${path}/refresh`, { dryRun: true })
    assert.equal(code, 200, JSON.stringify(body))
    assert.deepEqual(body.data.changes.added, ['crmco_post_people'])
    assert.deepEqual(body.data.changes.removed, ['crmco_list_fairs'])
    assert.deepEqual(body.data.changes.changed[0].addedParameters, ['full', 'personId'])
    assert.equal((await project.member.get(path)).body.data.isRefreshed, false)
  })

  it('403 for members, 409 when it would go to another host, until an admin accepts it', async () => {
    const project = await app.newProject()
    published = newer({ servers: [{ url: 'https://elsewhere.example' }] })
    assert.equal((await project.member.post(`${path}/refresh`)).body.error.code, 'admin_only')
    const refused = await project.admin.post(`${path}/refresh`)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.newHosts, ['elsewhere.example'])
    assert.equal((await project.admin.get(path)).body.data.isRefreshed, false)
    const accepted = await project.admin.post(`${path}/refresh`, { acceptNewHosts: true })
    assert.equal(accepted.body.data.toolkit.baseUrl, 'https://elsewhere.example')
    assert.deepEqual(accepted.body.data.toolkit.authConfigDetails[0].allowedHosts, ['elsewhere.example'])
  })

  it('lays the newer description over the shipped one: same slugs, ids and ways in; and goes back', async () => {
    const project = await app.newProject()
    published = newer()
    const before = await project.admin.get(path)
    const tool = await project.admin.get('/api/v1/tools/byId/crmco_get_person')
    assert.deepEqual(await slugsOf(project), ['crmco_get_person', 'crmco_list_fairs'])
    const { status: code, body } = await project.admin.post(`${path}/refresh`)
    assert.equal(code, 200, JSON.stringify(body))
    const now = await project.admin.get(path)
    assert.equal(now.body.data.id, before.body.data.id)
    assert.deepEqual(now.body.data.availableVersions, ['2', '1'])
    assert.deepEqual(now.body.data.authConfigDetails, before.body.data.authConfigDetails)
    assert.notEqual(now.headers.etag, before.headers.etag)
    assert.equal(now.body.data.isRefreshed, true)
    assert.deepEqual(await slugsOf(project), ['crmco_get_person', 'crmco_post_people'])
    assert.equal(
      (await project.admin.get('/api/v1/tools/byId/crmco_get_person')).body.data.id,
      tool.body.data.id,
    )
    assert.deepEqual(await callOf(project, 'crmco_get_person'), { request: '/v1/people/1', key: 'k' })
    assert.deepEqual(await callOf(project, 'crmco_get_person', '1'), { request: '/v1/people/1', key: 'k' })
    assert.equal(await app.app.toolkits.findTool(project.scope, 'crmco_list_fairs'), null)
    assert.deepEqual(await callOf(project, 'crmco_list_fairs', '1'), { request: '/v1/fairs', key: 'k' })
    const found = await project.admin.post('/api/v1/tools/search', { query: 'crmco list fairs', limit: 5 })
    assert.ok(!found.body.data.some(({ slug }: { slug: string }) => slug === 'crmco_list_fairs'))
    assert.equal((await project.admin.post(`${path}/refresh`)).body.data.isChanged, false)
    const theirs = await app.newProject()
    assert.deepEqual(await slugsOf(theirs), ['crmco_get_person', 'crmco_list_fairs'])

    const reset = await project.admin.post(`${path}/reset`)
    assert.equal(reset.body.data.isRefreshed, false)
    assert.deepEqual(await slugsOf(project), ['crmco_get_person', 'crmco_list_fairs'])
    assert.equal((await project.admin.post(`${path}/reset`)).body.error.code, 'invalid_state')
  })

  it('preserves the names that the project chose, and still cannot be deleted', async () => {
    const project = await app.newProject()
    published = newer()
    await project.admin.post(`${path}/refresh`)
    const named = await project.admin.patch(path, { name: 'Ours', driftCheck: 'weekly' })
    assert.equal(named.body.data.name, 'Ours')
    assert.equal(named.body.data.watch.check, 'weekly')
    assert.equal((await project.admin.delete(path)).body.error.code, 'invalid_state')
    const stale = await project.admin.patch(path, { name: 'Theirs' }, { 'if-match': '"0"' })
    assert.equal(stale.status, 412)
  })
})

describe('the watch over origins', () => {
  const importedIn = async (project: TestProject) => {
    published = described({ paths: shippedPaths }, '1')
    const body = { slug: 'watched', url: `${origin}/api.json` }
    const made = await project.member.post('/api/v1/toolkits/import/openapi', body)
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body.data.toolkit as { id: string; watch: { check: string } }
  }
  const reportedIn = async (project: TestProject) =>
    app.db.rows(sql`
      select data->>'slug' as slug, (data->'addedCount')::int as "addedCount",
        (data->'isBreaking')::boolean as "isBreaking"
      from event where project_id = ${project.id} and type = 'toolkit.drifted' order by created_at, id`)
  const watchOf = async (project: TestProject) =>
    (await project.member.get('/api/v1/toolkits/byId/watched')).body.data.watch

  it('is daily unless it is set otherwise or off, and ends with the toolkit', async () => {
    const project = await app.newProject()
    const { id, watch } = await importedIn(project)
    assert.equal(watch.check, 'daily')
    const planned = () => app.app.runs.schedules.find(app.db, project.scope, id)
    const daily = (await planned())!
    assert.match(daily.cron, /^\d+ \d+ \* \* \*$/)
    const target = '/api/v1/toolkits/byId/watched'
    await project.member.patch(target, { driftCheck: 'hourly' })
    assert.match((await planned())!.cron, /^\d+ \* \* \* \*$/)
    await project.member.patch(target, { driftCheck: 'off' })
    assert.equal(await planned(), null)
    await project.member.patch(target, { driftCheck: 'daily' })
    await project.member.delete(`${target}?cascade=true`)
    assert.equal(await planned(), null)
  })

  it('records what differs, publishes it once, and applies nothing without a request', async () => {
    const project = await app.newProject()
    const { id } = await importedIn(project)
    const look = () => app.app.toolkits.checkDrift(project.scope, id)
    assert.equal(await look(), 'same')
    published = described(
      { paths: { ...shippedPaths, '/new': { get: { operationId: 'news' } } }, info: { version: '9' } },
      '9',
    )
    app.clock.advance(60_000)
    assert.equal(await look(), 'drifted')
    const first = await watchOf(project)
    assert.deepEqual(first.changes, { added: ['watched_news'], removed: [], changed: [] })
    assert.equal(first.apiVersion, '9')
    assert.equal(Date.parse(first.driftedAt), Date.parse(first.checkedAt))
    app.clock.advance(60_000)
    assert.equal(await look(), 'drifted')
    const second = await watchOf(project)
    assert.equal(second.driftedAt, first.driftedAt)
    assert.ok(Date.parse(second.checkedAt) >= Date.parse(first.checkedAt) + 60_000)
    assert.deepEqual(await reportedIn(project), [{ slug: 'watched', addedCount: 1, isBreaking: false }])
    assert.equal(await app.app.toolkits.findTool(project.scope, 'watched_news'), null)
    await project.member.post('/api/v1/toolkits/byId/watched/refresh')
    assert.equal((await watchOf(project)).driftedAt, null)
    assert.ok(await app.app.toolkits.findTool(project.scope, 'watched_news'))
  })

  it('says why an origin cannot be read, and forgets what was taken back', async () => {
    const project = await app.newProject()
    const { id } = await importedIn(project)
    const look = () => app.app.toolkits.checkDrift(project.scope, id)
    published = described({ paths: { '/people/{id}': shippedPaths['/people/{id}'] } }, '1')
    assert.equal(await look(), 'drifted')
    status = 500
    assert.equal(await look(), 'unreadable')
    status = 200
    const unread = await watchOf(project)
    assert.match(unread.fault, /status 500/)
    assert.deepEqual(unread.changes.removed, ['watched_list_fairs'])
    published = described({ paths: shippedPaths }, '1')
    assert.equal(await look(), 'same')
    assert.equal((await watchOf(project)).driftedAt, null)
  })

  it('comes by its schedule', async () => {
    const project = await app.newProject()
    const { id } = await importedIn(project)
    published = described({ paths: { '/people/{id}': shippedPaths['/people/{id}'] } }, '1')
    const input = { schedule: { id, slotAt: '2026-01-01T00:00:00Z' }, input: { toolkitId: id } }
    await app.db.tx((tx) => app.app.runs.enqueue(tx, project.scope, { kind: 'toolkits.check-drift', input }))
    app.app.runs.start()
    await until(async () => (await watchOf(project)).driftedAt !== null)
    await app.app.runs.stop()
  })
})
