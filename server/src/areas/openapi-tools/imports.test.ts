import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { shop } from './document/testing.ts'

const app = await startTestApp({ allowPrivate: '127.0.0.1' })
const requests: IncomingMessage[] = []
let published: unknown = shop
const server = createServer((request, response) => {
  requests.push(request)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(request.url === '/api.json' ? published : { request: request.url }))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
after(async () => {
  server.close()
  server.closeAllConnections()
  await app.stop()
})

const path = '/api/v1/toolkits'
const small = (more: object = {}, parameters: object[] = []) => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  servers: [{ url: origin }],
  paths: { '/things/{id}': { get: { operationId: 'getThing', parameters } } },
  ...more,
})

let project: TestProject
before(async () => {
  project = await app.newProject()
})

describe('POST /api/v1/toolkits/import/openapi', () => {
  it('200 and stores nothing for a dry run', async () => {
    const { status, body } = await project.member.post(`${path}/import/openapi`, {
      slug: 'dry',
      spec: shop,
      dryRun: true,
      exclude: ['*picture*'],
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.toolkit, null)
    assert.equal(body.data.toolCount, 6)
    assert.deepEqual(body.data.authSchemes, ['OAUTH2', 'S2S_OAUTH2', 'API_KEY'])
    assert.equal((await project.member.get(`${path}/byId/dry`)).status, 404)
  })

  it('200 with a toolkit whose tools are found, listed with it and searched', async () => {
    const { status, body } = await project.member.post(`${path}/import/openapi`, { slug: 'shop', spec: shop })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.toolkit.provider, 'OPENAPI')
    assert.equal(body.data.toolkit.toolCount, 8)
    const found = await app.app.toolkits.findTool(project.scope, 'shop_create_item')
    assert.deepEqual(found!.tool.inputParameters.required, ['name', 'parent'])
    const listed = await project.member.get(`${path}/with-tools?slugs=shop`)
    assert.equal(listed.body.data[0].tools.length, 8)
    assert.equal(listed.body.totalTools, 8)
    const one = await project.member.get(`${path}/with-tools?tool=shop:shop_search`)
    assert.deepEqual(
      one.body.data[0].tools.map(({ slug }: { slug: string }) => slug),
      ['shop_search'],
    )
    const searched = await project.member.get(`${path}?q=list%20items`)
    assert.ok(searched.body.data.some(({ slug }: { slug: string }) => slug === 'shop'))
    const theirs = await app.newProject()
    assert.equal(await app.app.toolkits.findTool(theirs.scope, 'shop_create_item'), null)
  })

  it('200 for YAML text, and for a file', async () => {
    const text = `openapi: 3.0.0\ninfo: {title: Y, version: "1"}\nservers: [{url: ${origin}}]\npaths: {/a: {get: {}}}`
    const { body } = await project.member.post(`${path}/import/openapi`, { slug: 'yaml', spec: text })
    assert.equal(body.data.tools[0].slug, 'yaml_get_a')
    const file = await app.app.files.create(project.scope, {
      fileType: 'other',
      name: 'api.yaml',
      content: Buffer.from(text),
    })
    const imported = await project.member.post(`${path}/import/openapi`, { slug: 'filed', fileId: file.id })
    assert.equal(imported.status, 200, JSON.stringify(imported.body))
  })

  it('409 for a slug that is taken; 400 for no source or two', async () => {
    await project.member.post(`${path}/import/openapi`, { slug: 'taken', spec: small() })
    const again = await project.member.post(`${path}/import/openapi`, { slug: 'taken', spec: small() })
    assert.equal(again.body.error.code, 'slug_conflict')
    for (const sources of [{}, { spec: small(), url: `${origin}/api.json` }])
      assert.equal(
        (await project.member.post(`${path}/import/openapi`, { slug: 'none', ...sources })).status,
        400,
      )
  })

  it('422 for what is no description, has no operation, no URL, or external references', async () => {
    for (const [spec, message] of [
      ['nothing', /no API description/],
      [small({ paths: {} }), /no operation/],
      [small({ servers: [] }), /the URL of the API/],
      [small({ components: { schemas: { A: { $ref: 'http://169.254.169.254/x' } } } }), /outside/],
    ] as const) {
      const { status, body } = await project.member.post(`${path}/import/openapi`, { slug: 'bad', spec })
      assert.equal(status, 422, JSON.stringify(body))
      assert.equal(body.error.code, 'invalid_api_description')
      assert.match(body.message, message)
    }
  })

  it('refuses private addresses, and reports when there is no document', async () => {
    const blocked = await project.member.post(`${path}/import/openapi`, {
      slug: 'net',
      url: 'http://127.0.0.2/a',
    })
    assert.equal(blocked.body.error.code, 'address_not_allowed')
  })
})

describe('a selection of operations', () => {
  it('is all that is stored, under the slugs of the import, and applies to the next version', async () => {
    const mine = await app.newProject()
    const paths = {
      '/a': { get: { operationId: 'same' }, post: { operationId: 'other' } },
      '/b': { get: { operationId: 'Same', tags: ['kept'] } },
    }
    published = small({ paths })
    const body = { slug: 'part', url: `${origin}/api.json`, include: ['kept'] }
    const made = await mine.member.post(`${path}/import/openapi`, body)
    assert.deepEqual(
      made.body.data.tools.map(({ slug }: { slug: string }) => slug),
      ['part_same'],
    )
    assert.ok(await app.app.toolkits.findTool(mine.scope, 'part_same'))
    published = small({ paths: { ...paths, '/c': { put: { operationId: 'more', tags: ['kept'] } } } })
    const { body: renewed } = await mine.member.post(`${path}/byId/part/refresh`)
    assert.deepEqual(renewed.data.changes, { added: ['part_more'], removed: [], changed: [] })
  })
})

describe('POST /api/v1/toolkits/byId/{id}/refresh', () => {
  it('409: applies nothing but what a dry run has shown, as an import does', async () => {
    const mine = await app.newProject()
    const body = { slug: 'reviewed', url: `${origin}/api.json` }
    published = small({})
    const { sha256 } = (await mine.member.post(`${path}/import/openapi`, { ...body, dryRun: true })).body.data
    published = { ...small({}), info: { title: 'Small', version: '2' } }
    const late = await mine.member.post(`${path}/import/openapi`, { ...body, sha256 })
    assert.deepEqual([late.status, late.body.error.code], [409, 'approval_outdated'])
    const current = (await mine.member.post(`${path}/import/openapi`, body)).body.data.sha256
    const refused = await mine.member.post(`${path}/byId/reviewed/refresh`, { sha256 })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'approval_outdated'])
    const same = await mine.member.post(`${path}/byId/reviewed/refresh`, { sha256: current })
    assert.deepEqual([same.status, same.body.data.isChanged], [200, false], same.text)
  })

  it('stores a new version beside the old, reports what changed, and serves both', async () => {
    const mine = await app.newProject()
    published = small({}, [{ in: 'query', name: 'unit', schema: { type: 'string' } }])
    const made = await mine.member.post(`${path}/import/openapi`, { slug: 'live', url: `${origin}/api.json` })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const same = await mine.member.post(`${path}/byId/live/refresh`)
    assert.equal(same.body.data.isChanged, false)
    published = {
      ...small({}, [{ in: 'query', name: 'zone', required: true, schema: { type: 'string' } }]),
      info: { title: 'Small', version: '2' },
    }
    const dry = await mine.member.post(`${path}/byId/live/refresh`, { dryRun: true })
    assert.deepEqual(dry.body.data.changes.changed[0], {
      slug: 'live_get_thing',
      addedParameters: ['zone'],
      removedParameters: ['unit'],
      changedParameters: [],
      nowRequired: ['zone'],
      isOutputChanged: false,
      isBreaking: true,
    })
    const { body } = await mine.member.post(`${path}/byId/live/refresh`)
    assert.deepEqual(body.data.toolkit.availableVersions, ['2', '1'])
    const namesIn = async (version?: string) => {
      const found = await app.app.toolkits.findTool(mine.scope, 'live_get_thing', version)
      return Object.keys(found!.tool.inputParameters.properties as object).sort()
    }
    assert.deepEqual(await namesIn(), ['id', 'zone'])
    assert.deepEqual(await namesIn('1'), ['id', 'unit'])
    const { body: log } = await mine.member.get(`${path}/byId/live/changelog`)
    assert.deepEqual(
      log.data.map(({ version, isCurrent }: { version: string; isCurrent: boolean }) => [version, isCurrent]),
      [
        ['2', true],
        ['1', false],
      ],
    )
  })

  it('409 when the document would send credentials elsewhere, until an admin accepts it', async () => {
    const mine = await app.newProject()
    published = small()
    await mine.member.post(`${path}/import/openapi`, { slug: 'moving', url: `${origin}/api.json` })
    published = small({ servers: [{ url: 'https://evil.example' }] })
    const refused = await mine.admin.post(`${path}/byId/moving/refresh`)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.newHosts, ['evil.example'])
    const member = await mine.member.post(`${path}/byId/moving/refresh`, { acceptNewHosts: true })
    assert.equal(member.body.error.code, 'admin_only')
    const accepted = await mine.admin.post(`${path}/byId/moving/refresh`, { acceptNewHosts: true })
    assert.equal(accepted.body.data.toolkit.baseUrl, 'https://evil.example')
  })

  it('409 for a toolkit that was not read from a URL', async () => {
    const mine = await app.newProject()
    await mine.member.post(`${path}/import/openapi`, { slug: 'pasted', spec: small() })
    assert.equal((await mine.member.post(`${path}/byId/pasted/refresh`)).status, 409)
  })
})

describe('execute', () => {
  it('calls an operation of an imported description, also after it was moved by hand', async () => {
    const mine = await app.newProject()
    await mine.member.post(`${path}/import/openapi`, { slug: 'called', spec: small() })
    const call = async () => {
      const found = await app.app.toolkits.findTool(mine.scope, 'called_get_thing')
      return found!.execute({
        scope: mine.scope,
        toolkit: found!.toolkit,
        tool: found!.tool,
        arguments: { id: 'a/b' },
        credentials: null,
        timeoutMs: 5000,
        signal: new AbortController().signal,
        idempotencyKey: 'k',
        saveFile: async () => 'no file',
      })
    }
    const outcome = await call()
    assert.deepEqual(outcome, { successful: true, upstreamStatus: 200, data: { request: '/things/a%2Fb' } })
    await mine.member.patch(`${path}/byId/called`, { baseUrl: `${origin}/v2` })
    assert.deepEqual((await call()).data, { request: '/v2/things/a%2Fb' })
  })

  it('goes with its tools when the toolkit is deleted', async () => {
    const mine = await app.newProject()
    await mine.member.post(`${path}/import/openapi`, { slug: 'gone', spec: small() })
    assert.equal((await mine.member.delete(`${path}/byId/gone`)).body.error.code, 'toolkit_in_use')
    assert.equal((await mine.member.delete(`${path}/byId/gone?cascade=true`)).status, 200)
    assert.equal(await app.app.toolkits.findTool(mine.scope, 'gone_get_thing'), null)
    const { listings } = await app.app.toolkits.sourceListings(app.db, mine.scope)
    assert.deepEqual((await Promise.all(listings.map(({ list }) => list(app.db)))).flat(), [])
  })
})
