import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'
import { accountPath, configPath } from './testing.ts'

const app = await startTestApp({ hasPieces: false })
after(() => app.stop())
let project: TestProject
const configs: string[] = []
const accounts: string[] = []

before(async () => {
  project = await app.newProject()
  for (const slug of ['one', 'two', 'three']) {
    await project.admin.post('/api/v1/toolkits', {
      slug,
      name: slug,
      description: '',
      baseUrl: 'https://api.example.com',
      authSchemes: ['API_KEY'],
    })
    for (let i = 0; i < 4; i++) {
      app.clock.advance(1000)
      const { body } = await project.admin.post(configPath, {
        toolkit: { slug },
        authConfig: { authScheme: 'API_KEY' },
      })
      configs.push(body.data.id)
      const made = await project.admin.as('ada').post(accountPath, {
        authConfig: { id: body.data.id },
        connection: { state: { authScheme: 'API_KEY', val: { api_key: 'a-key-of-ada' } } },
      })
      assert.equal(made.status, 200, made.text)
      accounts.push(made.body.data.id)
    }
  }
})

type Listed = { id: string; toolkit: { slug: string } }

describe('lists of auth configs and connected accounts', () => {
  it('200 with ten where no limit is given', async () => {
    for (const path of [configPath, accountPath]) {
      const { body } = await project.admin.as('ada').get(path)
      assert.deepEqual([body.limit, body.data.length, body.total], [10, 10, 12], path)
    }
  })

  it('200 with filters joined by commas, repeated, or both', async () => {
    const slugs = async (path: string, query: string) => {
      const { status, body, text } = await project.admin.as('ada').get(`${path}?limit=100&${query}`)
      assert.equal(status, 200, text)
      return [...new Set((body.data as Listed[]).map(({ toolkit }) => toolkit.slug))].sort()
    }
    for (const query of [
      'toolkitSlug=one,two',
      'toolkitSlug=one&toolkitSlug=two',
      'provider=one&provider=two',
    ])
      assert.deepEqual(await slugs(configPath, query), ['one', 'two'], query)
    for (const query of ['toolkitSlugs=ONE,two', 'toolkitSlugs=one&toolkitSlugs=two,'])
      assert.deepEqual(await slugs(accountPath, query), ['one', 'two'], query)
    const found = async (query: string) =>
      ((await project.admin.as('ada').get(`${accountPath}?${query}`)).body.data as Listed[]).length
    assert.equal(await found(`authConfigIds=${configs[0]}&authConfigIds=${configs[1]},${configs[2]}`), 3)
    assert.equal(await found(`connectedAccountIds=${accounts[0]}&connectedAccountIds=${accounts[1]}`), 2)
    assert.equal(await found('eUIDs=ada&eUIDs=bob&limit=100'), 12)
    assert.equal(await found('statuses=ACTIVE&statuses=FAILED&limit=100'), 12)
    assert.equal(await found('labels=a&labels=b'), 0)
    const bad = await project.admin.get(`${accountPath}?authConfigIds=${configs[0]}&authConfigIds=nope`)
    assert.equal(bad.status, 400)
  })

  it('200 page by page with a cursor, each once, also while some are added', async () => {
    for (const [path, order] of [
      [configPath, 'sortOrder=DESC'],
      [configPath, 'sortBy=updatedAt&sortOrder=asc'],
      [accountPath, 'orderDirection=desc'],
      [accountPath, 'orderBy=updatedAt&orderDirection=asc'],
    ] as const) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const from = cursor === '' ? '' : `&cursor=${cursor}`
        const { status, body, text } = await project.admin.as('ada').get(`${path}?limit=5&${order}${from}`)
        assert.equal(status, 200, text)
        seen.push(...(body.data as Listed[]).map(({ id }) => id))
        cursor = body.nextCursor
      }
      const expected = path === configPath ? configs : accounts
      const isDescending = /desc/i.test(order)
      assert.deepEqual(seen, isDescending ? expected.toReversed() : expected, `${path} ${order}`)
    }
    const byName = await project.admin.get(`${configPath}?sortBy=name&limit=5`)
    assert.equal(byName.body.nextCursor, null)
    assert.equal((await project.admin.get(`${configPath}?cursor=bm9uZQ`)).status, 400)
  })

  it('200 with a cursor that names a page', async () => {
    const cursor = Buffer.from('{"page":2,"limit":3}').toString('base64')
    for (const [path, expected] of [
      [`${configPath}?sortOrder=ASC`, configs.slice(3, 6)],
      [`${accountPath}?orderDirection=asc`, accounts.slice(3, 6)],
    ] as const) {
      const { body } = await project.admin.as('ada').get(`${path}&cursor=${cursor}`)
      assert.deepEqual(
        (body.data as Listed[]).map(({ id }) => id),
        expected,
      )
      assert.deepEqual([body.page, body.limit, body.hasPreviousPage], [2, 3, true])
    }
  })
})

describe('fields that a toolkit does not know', () => {
  const custom = (credentials: object, more: object = {}) => ({
    toolkit: { slug: 'two' },
    authConfig: { authScheme: 'API_KEY', credentials, ...more },
  })
  const strict = { prefer: 'handling=strict' }

  it('are passed over and named, and refused when the caller is strict', async () => {
    const body = { ...custom({ color: 'red', deep: { a: [1] } }), shade: 1 }
    const made = await project.admin.post(configPath, body)
    assert.equal(made.status, 200, made.text)
    assert.equal(
      made.headers['x-ignored-fields'],
      'shade, authConfig/credentials/color, authConfig/credentials/deep',
    )
    const refused = await project.admin.post(configPath, custom({ color: 'red' }), strict)
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'unknown_field'])
    const path = `${configPath}/${made.body.data.id}`
    const changed = await project.admin.patch(path, { credentials: { color: 'blue' } })
    assert.deepEqual([changed.status, changed.headers['x-ignored-fields']], [200, 'credentials/color'])
    const managed = { toolkit: { slug: 'demo' }, authConfig: { type: 'use_provider_managed_auth' } }
    const demo = await project.admin.post(configPath, {
      ...managed,
      authConfig: { ...managed.authConfig, credentials: { client_id: 'x' } },
    })
    assert.equal(demo.headers['x-ignored-fields'], 'authConfig/credentials/client_id')
    const account = (val: object, headers = {}) =>
      project.admin
        .as('bob')
        .post(
          accountPath,
          { authConfig: { id: made.body.data.id }, connection: { state: { authScheme: 'API_KEY', val } } },
          headers,
        )
    const connected = await account({ api_key: 'a-key-of-bob', status: 'ACTIVE', cookies: ['x'] })
    assert.equal(connected.status, 200, connected.text)
    assert.equal(
      connected.headers['x-ignored-fields'],
      'connection/state/val/status, connection/state/val/cookies',
    )
    assert.equal((await account({ api_key: 'k', status: 1 }, strict)).body.error.code, 'unknown_field')
    assert.equal((await account({ api_key: { a: 1 } })).body.error.code, 'invalid_parameter')
    assert.equal((await account({ api_key: 'x'.repeat(17_000) })).status, 400)
    const link = await project.admin.as('bob').post(`${accountPath}/link`, {
      authConfigId: made.body.data.id,
      connectionData: { color: 'red' },
    })
    assert.deepEqual([link.status, link.headers['x-ignored-fields']], [200, 'connectionData/color'])
  })

  it('but scopes among the credentials are those of the auth config', async () => {
    const demo = (credentials: object, scopes?: string[]) =>
      project.admin.post(configPath, {
        toolkit: { slug: 'demo' },
        authConfig: { type: 'use_provider_managed_auth', credentials, ...(scopes ? { scopes } : {}) },
      })
    assert.deepEqual((await demo({ scopes: ['a', 'b'] })).body.data.scopes, ['a', 'b'])
    assert.deepEqual((await demo({ scopes: 'a b,c' })).body.data.scopes, ['a', 'b', 'c'])
    assert.deepEqual((await demo({ scopes: ['a'] }, ['z'])).body.data.scopes, ['z'])
    assert.equal((await demo({ scopes: [1] })).status, 400)
    const { id } = (await demo({})).body.data
    const changed = await project.admin.patch(`${configPath}/${id}`, { credentials: { scopes: ['q'] } })
    assert.deepEqual(changed.body.data?.scopes, ['q'], changed.text)
    assert.equal(changed.body.data.nextCredentials, null)
  })
})
