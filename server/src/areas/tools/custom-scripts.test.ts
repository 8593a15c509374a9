import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const base = '/api/v1/tools'
let app: TestApp
let project: TestProject
before(async () => {
  app = await startTestApp({ hasPieces: false })
  project = await app.newProject()
})
after(() => app.stop())

const create = (slug: string, script: unknown) =>
  project.admin.post(base, {
    slug,
    name: slug,
    description: slug,
    toolkitSlug: 'own',
    noAuth: true,
    script,
    inputParameters: { type: 'object' },
  })

describe('scripts of custom tools', () => {
  const modules = {
    function: 'export default async function ({ input }) { return { sum: input.a + input.b } }',
    named:
      '// Adds.\nconst zero = 0\nexport default function add({ input }) {\n  return { sum: zero + input.a + input.b }\n}\n',
    arrow: 'export default async ({ input }) => ({ sum: input.a + input.b })',
    body: 'return { sum: state.a + state.b }',
  }
  for (const [form, source] of Object.entries(modules))
    test(`run when written as ${form}`, async () => {
      const made = await create(`add_${form}`, { language: 'javascript', source })
      assert.equal(made.status, 200, made.text)
      const { body, text } = await project.admin.post(`${base}/execute/add_${form}`, {
        arguments: { a: 1, b: 2 },
      })
      assert.deepEqual([body.data.successful, body.data.data], [true, { sum: 3 }], text)
    })

  test('400 for one that is given as a text, which would be lost', async () => {
    const refused = await create('as_text', 'return 1')
    assert.equal(refused.status, 400, refused.text)
    assert.match(refused.text, /script/)
    assert.equal((await project.admin.get(`${base}/byId/as_text`)).status, 404)
    assert.equal((await create('as_object', { language: 'javascript', source: 'return 1' })).status, 200)
    const patch = (script: unknown) => project.admin.patch(`${base}/byId/as_object`, { script })
    assert.equal((await patch('return 2')).status, 400)
    assert.equal((await patch('python')).status, 400)
    assert.equal((await patch('javascript')).status, 200, 'what was read may come back')
    const { body } = await project.admin.post(`${base}/execute/as_object`, {})
    assert.equal(body.data.data, 1)
  })
})

test('the import of a description takes the slugs that toolkits take', async () => {
  const spec = {
    openapi: '3.1.0',
    info: { title: 'P', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok' } } } } },
  }
  const slug = `my_long_api_${'x'.repeat(60)}`
  const made = await project.admin.post('/api/v1/toolkits/import/openapi', { slug, spec })
  assert.equal(made.status, 200, made.text)
  const { body } = await project.admin.get(`${base}?toolkitSlug=${slug}`)
  assert.equal(body.data.length, 1)
  const found = await project.admin.get(`${base}/byId/${body.data[0].slug}`)
  assert.deepEqual([found.status, found.body.data.toolkitSlug], [200, slug])
})

test('all toolkits say when they were made and changed', async () => {
  const { body } = await project.admin.get('/api/v1/toolkits?limit=100')
  for (const { slug, createdAt, updatedAt } of body.data)
    assert.ok(Date.parse(createdAt) > 0 && Date.parse(updatedAt) >= Date.parse(createdAt), slug)
})

test('the demonstration service writes nothing for a flow that was never begun', async () => {
  const query = new URLSearchParams({
    client_id: `demo-${project.id}`,
    response_type: 'code',
    scope: 'profile',
    state: 'made-up',
    redirect_uri: 'http://localhost:4400/oauth/callback',
    code_challenge: 'x',
    code_challenge_method: 'S256',
    decision: 'allow',
  })
  const { status, headers } = await app.anonymous.get(`/demo/decide?${query}`)
  assert.ok(status === 400, `${status} ${headers.location}`)
  assert.deepEqual(await app.db.rows(sql`select id from demo_grant`), [])
})
