import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ApiResponse, startTestApp, type TestProject } from '../../../test/harness.ts'
import { multipart } from '../../../test/multipart.ts'
import { until } from '../../../test/until.ts'

const app = await startTestApp()
after(async () => {
  await app.app.runs.stop()
  await app.stop()
})
let project: TestProject
before(async () => {
  project = await app.newProject()
  app.app.runs.start()
})

const base = '/api/v1/table/collections'
let count = 0

async function made(body: object = {}): Promise<string> {
  const response = await project.admin.post(base, { name: `Odd ${++count}`, ...body })
  assert.equal(response.status, 200, response.text)
  return `${base}/${response.body.data.id}`
}

function isRefused({ status, body, text }: ApiResponse, message: RegExp): void {
  assert.equal(status, 400, text)
  assert.equal(body.error.code, 'invalid_parameter')
  assert.match(body.message, message)
}

describe('what the database cannot store', () => {
  test('400 for a filter with NUL, half a character, a key twice, or no JSON', async () => {
    const url = await made()
    const filtered = (filter: string) =>
      project.admin.get(`${url}/documents?filter=${encodeURIComponent(filter)}`)
    isRefused(await filtered(String.raw`{"a":{"_eq":"\u0000"}}`), /^filter has a text with a NUL/)
    isRefused(await filtered(String.raw`{"a":{"_contains":"\ud800"}}`), /^filter has a text with half/)
    isRefused(await filtered('{"a":{"_eq":1},"a":{"_eq":2}}'), /^filter: Duplicate key "a"/)
    isRefused(await filtered('{"a":'), /^filter is not valid JSON/)
    isRefused(await project.admin.get(`${url}/documents?filter[__proto__][_eq]=x`), /__proto__/)
  })

  test('400 for a cursor that was made up', async () => {
    const url = await made()
    const { id } = (await project.admin.post(`${url}/documents`, { a: 'x' })).body.data
    const madeUp = [
      '["------------------------------------"]',
      String.raw`["\u0000","${id}"]`,
      String.raw`["\ud800","${id}"]`,
      '7',
      'null',
    ]
    for (const text of madeUp) {
      const sort = text.includes(',') ? 'sort=a:asc&' : ''
      const cursor = Buffer.from(text).toString('base64url')
      isRefused(
        await project.admin.get(`${url}/documents?${sort}cursor=${cursor}`),
        /^cursor does not belong/,
      )
    }
  })

  test('a row of a CSV file with NUL is a faulty row and not the end of the import', async () => {
    const url = await made({ schema: { fields: [{ name: 'extra', type: 'json' }] } })
    const csv = `a,extra\nx\u0000y,1\nz,"{""t"": ""${String.raw`\u0000`}""}"\nw,"{""__proto__"": 1}"\n`
    const { body, headers } = multipart('rows.csv', csv)
    const started = await project.admin.post(`${url}/documents/import?onError=skip`, body, headers)
    const state = `${url}/documents/import/${started.body.data.id}`
    const done = await until(async () => {
      const { data } = (await project.admin.get(state)).body
      return data.status === 'completed' ? data : null
    }, 'the import')
    assert.deepEqual([done.createdCount, done.failedCount], [2, 1])
    assert.match((await project.admin.get(`${state}/errors`)).text, /has a NUL character/)
  })
})

describe('names that every object has', () => {
  test('400 for a declared field, 422 for a free one, and none is found where there is none', async () => {
    for (const name of ['toString', 'valueOf', 'constructor']) {
      const field = { name, type: 'text', required: true, unique: true }
      const response = await project.admin.post(base, { name: `Named ${name}`, schema: { fields: [field] } })
      isRefused(response, /is a name that no field can have/)
    }
    const url = await made()
    const response = await project.admin.post(`${url}/documents`, { toString: 1 })
    assert.equal(response.status, 422, response.text)
    isRefused(await project.admin.get(`${url}/documents?sort=valueOf:asc`), /is not a field/)
  })
})

describe('reading', () => {
  test('groupBy alone counts', async () => {
    const url = await made()
    for (const a of ['x', 'x', 'y']) await project.admin.post(`${url}/documents`, { a })
    const response = await project.admin.post(`${url}/documents/query`, { groupBy: ['a'] })
    assert.deepEqual(response.body.data, [
      { group: { a: 'x' }, count: 2 },
      { group: { a: 'y' }, count: 1 },
    ])
  })

  test('fields of a single document leaves the others out, and the system fields in', async () => {
    const url = await made()
    const { id } = (await project.admin.post(`${url}/documents`, { a: 1, b: 2 })).body.data
    const response = await project.admin.get(`${url}/documents/${id}?fields=b`)
    assert.deepEqual(
      [response.body.data.a, response.body.data.b, response.body.data.version],
      [undefined, 2, 1],
    )
  })
})
