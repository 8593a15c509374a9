import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'

const base = '/api/v1/tools'

let app: TestApp
let project: TestProject
/** Tools whose documents were opened. */
let opened: string[] = []

before(async () => {
  app = await startTestApp({ hasToolCatalogue: true, hasPieces: false })
  project = await app.newProject()
  const shipped = app.app.toolkits.providers.find(({ name }) => name === 'openapi-catalogue')!
  const { findTool } = shipped
  shipped.findTool = (slug) => {
    opened.push(slug)
    return findTool(slug)
  }
})
after(() => app.stop())

type Item = { slug: string; provider: string; schemaTokens: number; inputParameters?: object }

describe('lists over the shipped catalogue', () => {
  test('walk through it without opening a document', async () => {
    let total = 0
    for (const page of [1, 50, 300, 650]) {
      const { status, body } = await project.admin.get(`${base}?limit=100&page=${page}&kind=all`)
      assert.equal(status, 200)
      const items = body.data as Item[]
      assert.equal(items.length, 100)
      total = body.total
      for (const { slug, provider, schemaTokens, inputParameters } of items.filter(
        (each) => each.provider === 'OPENAPI',
      )) {
        assert.ok(schemaTokens > 0, slug)
        assert.ok(!inputParameters, `${slug} of ${provider} has no schemas in a list`)
      }
    }
    assert.ok(total > 60_000)
    for (const filter of ['toolkitSlug=github&limit=50', 'category=crm', 'tags=issues', 'q=create an issue'])
      assert.equal((await project.admin.get(`${base}?${filter}`)).status, 200)
    await project.admin.post(`${base}/search`, { query: 'create an issue', limit: 20 })
    await project.admin.get('/api/v1/toolkits?limit=100')
    await project.admin.get('/api/v1/toolkits/with-tools?limit=20')
    await project.admin.get('/api/v1/toolkits/byId/github')
    assert.deepEqual(opened, [])
  })

  test('give the schemas of the tools on the page to those who name them', async () => {
    opened = []
    const { body } = await project.admin.get(
      `${base}?toolkitSlug=telegram&limit=5&fields=slug,inputParameters`,
    )
    assert.equal(body.data.length, 5)
    assert.equal(opened.length, 5)
    for (const { inputParameters } of body.data as Item[]) assert.ok(inputParameters)
  })

  test('give the schemas of tools that stand in no document to everyone', async () => {
    const { body } = await project.admin.get(`${base}?toolkitSlug=datetime&limit=3`)
    for (const { inputParameters } of body.data as Item[]) assert.ok(inputParameters)
  })
})
