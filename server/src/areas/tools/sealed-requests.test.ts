import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { startTestApp, type TestApp, type TestProject } from '../../../test/harness.ts'
import { sql } from '../../kernel/db/db.ts'

const base = '/api/v1/tools'
const secret = 'sk-live-5f2b9c'
const key = 'q-key-77aa'
let app: TestApp
let project: TestProject
let received: { headers: IncomingHttpHeaders; url: string } | null = null
const service = createServer((request, response) => {
  received = { headers: request.headers, url: request.url! }
  response.setHeader('content-type', 'application/json').end('{"fine":true}')
})
let origin = ''

before(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  app = await startTestApp({ hasPieces: false, allowPrivate: '127.0.0.1/32' })
  project = await app.newProject()
})
after(async () => {
  await app.stop()
  service.close()
})

const requestWith = (headers: Record<string, string>) => ({
  method: 'GET',
  url: `${origin}/thing`,
  headers,
  query: { api_key: key, page: '2' },
})
const create = (slug: string) =>
  project.admin.post(base, {
    slug,
    name: slug,
    description: slug,
    toolkitSlug: 'own',
    noAuth: true,
    version: '1.0.0',
    inputParameters: { type: 'object', properties: { who: { type: 'string' } } },
    http: requestWith({ 'x-token': secret, accept: 'application/json', 'x-who': 'Bearer {{who}}' }),
  })
const storedOf = async (slug: string): Promise<string> =>
  JSON.stringify(
    await app.db.rows(sql`
      select t.implementation as tool, v.implementation as version, v.version as name
      from tool t join tool_version v on v.project_id = t.project_id and v.tool_id = t.id
      where t.project_id = ${project.id} and t.slug = ${slug} order by v.version`),
  )
const execute = async (slug: string, body: object = {}) => {
  received = null
  const response = await project.admin.post(`${base}/execute/${slug}`, { arguments: { who: 'me' }, ...body })
  assert.equal(response.body.data?.successful, true, response.text)
  return received!
}

describe('static values of a custom request', () => {
  it('are sealed in every stored row, and sent as they were given', async () => {
    assert.equal((await create('sealed')).status, 200)
    const changed = await project.admin.patch(`${base}/byId/sealed`, { version: '1.1.0', description: 'New' })
    assert.equal(changed.status, 200, changed.text)
    const stored = await storedOf('sealed')
    assert.match(stored, /1\.1\.0/)
    assert.doesNotMatch(stored, new RegExp(`${secret}|${key}`))
    assert.match(stored, /"accept":"application\/json"/)
    for (const version of ['1.0.0', '1.1.0']) {
      const { headers, url } = await execute('sealed', { version })
      assert.deepEqual([headers['x-token'], headers['x-who']], [secret, 'Bearer me'])
      assert.equal(new URL(url, origin).searchParams.get('api_key'), key)
    }
  })

  it('are never part of a response, neither in clear nor sealed', async () => {
    const { body, text } = await project.admin.get(`${base}/byId/sealed`)
    assert.equal(body.data.http.headers['x-token'], '[hidden]')
    assert.equal('sealed' in body.data.http, false)
    assert.doesNotMatch(text, new RegExp(`${secret}|${key}|v1\\.[0-9a-f]{16}\\.`))
  })

  it('stay where the mark comes back, and change where a value does', async () => {
    const { http } = (await project.admin.get(`${base}/byId/sealed`)).body.data
    const kept = await project.admin.patch(`${base}/byId/sealed`, { http })
    assert.equal(kept.status, 200, kept.text)
    assert.equal((await execute('sealed')).headers['x-token'], secret)
    const headers = { ...http.headers, 'x-token': 'another-5f2b' }
    await project.admin.patch(`${base}/byId/sealed`, { http: { ...http, headers } })
    const { headers: sent, url } = await execute('sealed')
    assert.deepEqual(
      [sent['x-token'], new URL(url, origin).searchParams.get('api_key')],
      ['another-5f2b', key],
    )
    assert.doesNotMatch(await storedOf('sealed'), /another-5f2b/)
  })

  it('of earlier releases are sealed while the server runs, and sent meanwhile', async () => {
    assert.equal((await create('legacy')).status, 200)
    const plain = JSON.stringify({
      kind: 'http',
      ...requestWith({ 'x-token': secret, accept: 'application/json', 'x-who': 'Bearer {{who}}' }),
    })
    await app.db.rows(sql`update tool set implementation = ${plain} where slug = 'legacy'`)
    await app.db.rows(sql`
      update tool_version set implementation = ${plain}
      where tool_id = (select id from tool where slug = 'legacy')`)
    const { revision } = (
      await app.db.rows<{ revision: number }>(sql`select revision from tool where slug = 'legacy'`)
    )[0]!
    assert.match(await storedOf('legacy'), new RegExp(secret))
    assert.equal((await execute('legacy')).headers['x-token'], secret)
    await app.app.tools.sweep([])
    assert.doesNotMatch(await storedOf('legacy'), new RegExp(`${secret}|${key}`))
    assert.equal((await execute('legacy')).headers['x-token'], secret)
    const rows = await app.db.rows<{ revision: number }>(sql`select revision from tool where slug = 'legacy'`)
    assert.equal(rows[0]!.revision, revision)
  })

  it('of one tool do not open in the row of another', async () => {
    await app.db.rows(sql`
      update tool set implementation = (select implementation from tool where slug = 'sealed') where slug = 'legacy'`)
    const response = await project.admin.post(`${base}/execute/legacy`, { arguments: { who: 'me' } })
    assert.equal(response.status, 500)
    assert.doesNotMatch(response.text, /another-5f2b/)
  })
})
