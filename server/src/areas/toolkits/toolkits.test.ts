import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import type { ToolkitEntry, ToolProvider } from './ports/provider.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())

const path = '/api/v1/toolkits'

const shipped = (slug: string, more: Partial<ToolkitEntry> = {}): ToolkitEntry => ({
  slug,
  name: slug.toUpperCase(),
  description: `All about ${slug}.`,
  provider: 'PLATFORM',
  logo: null,
  categories: [],
  authSchemes: [],
  noAuth: true,
  baseUrl: null,
  currentUserPath: null,
  version: '2.0.0',
  toolCount: 3,
  triggerCount: 1,
  popularityScore: 1,
  describedAt: null,
  ...more,
})

const entries = [
  shipped('letters', { popularityScore: 5, categories: ['crm'] }),
  shipped('letters-archive', { popularityScore: 50, description: 'Old letters.' }),
  shipped('slack', { provider: 'OPENAPI', name: 'Slack', noAuth: false, popularityScore: 90 }),
]

const provider: ToolProvider = {
  name: 'test',
  listToolkits: async () => entries,
  findToolkit: async (slug) => entries.find((entry) => entry.slug === slug) ?? null,
  listTools: async () => [],
  findTool: async () => null,
  execute: async () => ({ successful: true, data: null }),
}

let project: TestProject
before(async () => {
  app.app.toolkits.registerProvider(provider)
  project = await app.newProject()
})

const own = { slug: 'weather', name: 'Weather', description: 'What our stations measure.' }
const known = new Set([...entries.map(({ slug }) => slug), own.slug])

/** What the product has built in is left out: only what this file made is looked at. */
const slugsOf = async ({ member }: TestProject, query = '') => {
  const { status, body } = await member.get(`${path}${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return (body.data as { slug: string }[]).map(({ slug }) => slug).filter((slug) => known.has(slug))
}

describe('GET /api/v1/toolkits', () => {
  it('200 with what is shipped, the most popular first, and how many tools there are', async () => {
    assert.deepEqual(await slugsOf(project, '?limit=100'), ['slack', 'letters-archive', 'letters'])
    const { body } = await project.member.get(`${path}?slugs=slack,letters-archive,letters`)
    assert.equal(body.total, 3)
    assert.equal(body.totalTools, 12)
    const again = await app.newProject()
    assert.equal((await again.member.get(`${path}/byId/slack`)).body.data.id, body.data[0].id)
  })

  it('200 with the exact slug first, whatever is more popular', async () => {
    assert.deepEqual(await slugsOf(project, '?q=letters'), ['letters', 'letters-archive'])
    assert.deepEqual(await slugsOf(project, '?search=Old%20letters'), ['letters-archive'])
    assert.deepEqual(await slugsOf(project, '?q=nothing-like-it'), [])
  })

  it('200 with what the filters leave', async () => {
    const mine = await app.newProject()
    await mine.member.post(path, { ...own, regions: ['de'], authSchemes: ['API_KEY'] })
    for (const [query, expected] of [
      ['?scope=mine', ['weather']],
      ['?category=crm', ['letters']],
      ['?slugs=Slack,weather&sortBy=slug&sortOrder=asc', ['slack', 'weather']],
      ['?provider=composio&limit=100', ['slack', 'letters-archive', 'letters']],
      ['?provider=LOCAL', ['weather']],
      ['?requiresAuth=true', ['slack', 'weather']],
      ['?authConfigCreatable=True', ['weather']],
      ['?isConnected=true', []],
      ['?region=DE&regionMatch=exact', ['weather']],
      ['?region=fr&limit=100', ['slack', 'letters-archive', 'letters']],
      ['?slugs=slack,letters,letters-archive&region=all&limit=1&page=2', ['letters-archive']],
      ['?sortBy=createdAt&limit=100', ['weather', 'letters', 'letters-archive', 'slack']],
    ] as const)
      assert.deepEqual(await slugsOf(mine, query), expected, query)
  })
})

describe('POST /api/v1/toolkits', () => {
  it('200 with default schemes, and hosts from the base URL', async () => {
    const { admin, member } = await app.newProject()
    const baseUrl = 'https://{shop}.example.com:8443/v1'
    const { status, body } = await member.post(path, { ...own, baseUrl, authSchemes: ['BEARER_TOKEN'] })
    assert.equal(status, 200, JSON.stringify(body))
    const [details] = body.data.authConfigDetails
    assert.deepEqual(details.allowedHosts, ['{shop}.example.com'])
    const requested = details.fields.connectedAccountInitiation.required.map(
      ({ name }: { name: string }) => name,
    )
    assert.deepEqual(requested, ['token', 'shop'])
    assert.equal(body.data.provider, 'LOCAL')
    const { body: log } = await admin.get('/api/v1/audit-log?action=toolkit.created')
    assert.equal(log.data[0].target.id, body.data.id)
  })

  it('409 for a slug that the project or the product has', async () => {
    const { member } = await app.newProject()
    assert.equal((await member.post(path, own)).status, 200)
    for (const slug of ['weather', 'slack']) {
      const { status, body } = await member.post(path, { ...own, slug })
      assert.equal(status, 409)
      assert.equal(body.error.code, 'slug_conflict')
    }
  })

  it('422 for what accounts cannot be proven by here', async () => {
    const { member } = await app.newProject()
    for (const more of [
      { authSchemes: ['SAML'] },
      { authRecipe: { steps: [] } },
      { authFlow: 'whatsapp_qr' },
    ]) {
      const { status, body } = await member.post(path, { ...own, ...more })
      assert.equal(status, 422)
      assert.equal(body.error.code, 'unsupported_auth_scheme')
    }
  })

  it('400 for invalid URLs or those with a password', async () => {
    const { member } = await app.newProject()
    for (const baseUrl of ['ftp://a.example', 'https://me:secret@a.example', 'nowhere', 'https://{a'])
      assert.equal((await member.post(path, { ...own, baseUrl })).status, 400, baseUrl)
  })
})

describe('PATCH and DELETE /api/v1/toolkits/byId/{id}', () => {
  it('200 moving the hosts along with the base URL', async () => {
    const { member } = await app.newProject()
    await member.post(path, { ...own, baseUrl: 'https://one.example', authSchemes: ['API_KEY'] })
    const { body } = await member.patch(`${path}/byId/weather`, { baseUrl: 'https://two.example', name: 'W' })
    assert.deepEqual(body.data.authConfigDetails[0].allowedHosts, ['two.example'])
    assert.equal(body.data.name, 'W')
  })

  it('412 for a version that was not seen', async () => {
    const { member } = await app.newProject()
    const made = await member.post(path, own)
    const at = `${path}/byId/${made.body.data.id}`
    const { headers } = await member.get(at)
    assert.equal((await member.patch(at, { name: 'A' }, { 'if-match': String(headers.etag) })).status, 200)
    assert.equal((await member.patch(at, { name: 'B' }, { 'if-match': String(headers.etag) })).status, 412)
    assert.equal((await member.delete(at)).status, 200)
    assert.equal((await member.get(at)).status, 404)
  })

  it('403 for a member, words and switch for an admin, of what is shipped; for that project alone', async () => {
    const { admin, member } = await app.newProject()
    const at = `${path}/byId/slack`
    for (const refused of [
      await member.patch(at, { name: 'x' }),
      await member.delete(at),
      await member.patch(`${at}/status`, { isDisabled: true }),
    ])
      assert.equal(refused.body.error.code, 'admin_only')
    assert.equal((await admin.patch(at, { name: 'Chat' })).body.data.name, 'Chat')
    assert.equal((await admin.patch(at, { baseUrl: 'https://evil.example' })).status, 409)
    assert.equal((await admin.delete(at)).status, 409)
    assert.equal((await admin.patch(`${at}/status`)).body.data.isDisabled, true)
    assert.ok(!(await member.get(path)).body.data.some(({ slug }: { slug: string }) => slug === 'slack'))
    assert.equal((await project.member.get(at)).body.data.name, 'Slack')
  })

  it('409 while something hangs on it, unless all of it shall go; and 403 for moving secrets', async () => {
    const mine = await app.newProject()
    await mine.member.post(path, {
      ...own,
      slug: 'used',
      baseUrl: 'https://one.example',
      authSchemes: ['API_KEY'],
    })
    const removed: string[] = []
    app.app.toolkits.registerDependants({
      what: 'auth configs',
      countSecrets: async (_tx, _scope, slug) => (slug === 'used' ? 2 : 0),
      count: async (_tx, _scope, slug) => (slug === 'used' ? 2 : 0),
      remove: async (_tx, _scope, { slug }) => void removed.push(slug),
    })
    const at = `${path}/byId/used`
    assert.equal(
      (await mine.member.patch(at, { baseUrl: 'https://evil.example' })).body.error.code,
      'admin_only',
    )
    assert.equal((await mine.admin.patch(at, { baseUrl: 'https://two.example' })).status, 200)
    const refused = await mine.member.delete(at)
    assert.equal(refused.status, 409)
    assert.deepEqual(refused.body.error.dependants, { 'auth configs': 2 })
    assert.equal((await mine.member.delete(`${at}?cascade=true`)).status, 200)
    assert.deepEqual(removed, ['used'])
  })
})

describe('GET /api/v1/toolkits/categories and /messaging-channels', () => {
  it('200 with counts, and with the channels there are', async () => {
    const { body } = await project.member.get(`${path}/categories`)
    assert.deepEqual(
      body.data.find(({ slug }: { slug: string }) => slug === 'crm'),
      { slug: 'crm', name: 'CRM', toolkitCount: 1 },
    )
    assert.equal(body.data.length, 20)
    const channels = await project.member.get(`${path}/messaging-channels`)
    assert.deepEqual(
      channels.body.data.channels.map(({ slug }: { slug: string }) => slug),
      ['slack'],
    )
  })
})

describe('ensure', () => {
  it('makes a bare toolkit once, and finds what is there', async () => {
    const { scope, id } = await app.newProject()
    const made = await app.db.tx((tx) => app.app.toolkits.ensure(tx, scope, 'My Kit'))
    assert.equal(made.isOwn, true)
    assert.equal((await app.db.tx((tx) => app.app.toolkits.ensure(tx, scope, 'My Kit'))).id, made.id)
    assert.equal((await app.db.tx((tx) => app.app.toolkits.ensure(tx, scope, 'slack'))).isOwn, false)
    assert.equal((await app.app.toolkits.find(app.db, scope, made.id))?.slug, 'My Kit')
    assert.ok(id)
  })
})
