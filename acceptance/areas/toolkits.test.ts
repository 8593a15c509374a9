import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertDone, assertError, assertPage, assertSuccess } from '../harness/client.ts'
import { createStage } from '../harness/stage.ts'

const stage = createStage()
const { admin } = stage
const path = '/api/v1/toolkits'

type Toolkit = {
  id: string
  slug: string
  provider: string
  isDisabled: boolean
  toolCount: number
  name: string
}
type WithTools = Toolkit & { tools: { slug: string }[] }

describe('Toolkits (4.13)', () => {
  it('are made, read by id or slug, changed, switched off and deleted', async () => {
    const slug = stage.nameOf('kit')
    const body = { slug, name: 'Kit', description: 'For a while.', authSchemes: ['API_KEY'] }
    const made = assertSuccess<Toolkit>(await admin.post(path, body))
    assert.equal(made.provider, 'LOCAL')
    assertError(await admin.post(path, body), 'slug_conflict', 409)
    for (const name of [made.id, slug])
      assert.equal(assertSuccess<Toolkit>(await admin.get(`${path}/byId/${name}`)).id, made.id)
    const at = `${path}/byId/${made.id}`
    assert.equal(assertSuccess<Toolkit>(await admin.patch(at, { name: 'Box' })).name, 'Box')
    assert.equal(assertSuccess<Toolkit>(await admin.patch(`${at}/status`)).isDisabled, true)
    assert.equal(
      assertSuccess<Toolkit>(await admin.patch(`${at}/status`, { isDisabled: false })).isDisabled,
      false,
    )
    assertDone(await admin.delete(at))
    assertError(await admin.get(at), 'toolkit_not_found', 404)
  })

  it('lists them with how many tools they have together', async () => {
    const { slug } = await stage.newToolkit('counted')
    const response = await admin.get(`${path}?slugs=${slug}&region=de&regionMatch=include_global`)
    const { data, total } = assertPage<Toolkit>(response)
    assert.deepEqual([total, data[0]?.toolCount], [1, 1])
    assert.equal((response.body as { totalTools?: number }).totalTools, 1)
    assert.equal(assertPage<Toolkit>(await admin.get(`${path}?q=${slug}`)).data[0]?.slug, slug)
  })

  it('have categories and channels', async () => {
    const categories = assertSuccess<{ slug: string }[]>(await admin.get(`${path}/categories`))
    assert.ok(categories.some(({ slug }) => slug === 'crm'))
    assert.ok(
      Array.isArray(
        assertSuccess<{ channels: unknown[] }>(await admin.get(`${path}/messaging-channels`)).channels,
      ),
    )
  })
})

describe('Toolkits of the product (D 3.5)', () => {
  it('are refreshed by admins alone, and go back only from something newer', async () => {
    const { key } = await stage.newKey({ role: 'member' })
    const at = `${path}/byId/stripe`
    const before = assertSuccess<{ isRefreshed: boolean; sourceUrl: string | null }>(await admin.get(at))
    assert.match(before.sourceUrl ?? '', /^https:/)
    assertError(await stage.callerWith(key).post(`${at}/refresh`, {}), 'admin_only', 403)
    if (!before.isRefreshed) assertError(await admin.post(`${at}/reset`), 'invalid_state', 409)
  })

  it('are looked for in a registry by admins, and installed by the operator', async () => {
    const { key } = await stage.newKey({ role: 'member' })
    for (const query of ['offered?q=wordpress', 'offered/details?package=@activepieces/piece-wordpress'])
      assertError(await stage.callerWith(key).get(`${path}/${query}`), 'admin_only', 403)
    const otherKey = process.env.STOA_ACCEPTANCE_OTHER_API_KEY
    if (otherKey === undefined) return
    const tenant = stage.callerWith(otherKey)
    const body = { package: '@activepieces/piece-wordpress' }
    assertError(await tenant.post(`${path}/install`, body), 'operator_only', 403)
    assertError(await tenant.post(`${path}/uninstall`, { slug: 'wordpress' }), 'operator_only', 403)
  })
})

describe('API descriptions (D 3.5)', () => {
  it('become toolkits whose tools are listed with them', async () => {
    const { slug } = await stage.newToolkit('read')
    const { data } = assertPage<WithTools>(await admin.get(`${path}/with-tools?slugs=${slug}`))
    assert.deepEqual(
      data[0]?.tools.map((tool) => tool.slug),
      [`${slug}_get_thing`],
    )
    assertError(await admin.delete(`${path}/byId/${slug}`), 'toolkit_in_use', 409)
  })

  it('are refused when they lead outside, and try out with a dry run', async () => {
    const slug = stage.nameOf('tried')
    const spec = {
      openapi: '3.0.0',
      info: { title: 'T', version: '1' },
      servers: [{ url: 'https://api.invalid' }],
      paths: { '/a': { get: { responses: {} } } },
    }
    const outside = { ...spec, components: { schemas: { A: { $ref: 'https://api.invalid/a.json' } } } }
    const refused = await admin.post(`${path}/import/openapi`, { slug, spec: outside })
    assertError(refused, 'invalid_api_description', 422)
    const tried = await admin.post(`${path}/import/openapi`, { slug, spec, dryRun: true })
    assert.equal(assertSuccess<{ toolCount: number }>(tried).toolCount, 1)
    assertError(await admin.get(`${path}/byId/${slug}`), 'toolkit_not_found', 404)
  })
})
