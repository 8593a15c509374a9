import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { jsonSchemaOf } from '../../src/kernel/http/openapi.ts'
import { startTestApp, type TestProject } from '../harness.ts'
import { someOf } from '../size.ts'
import { createFixtures, fill, type Params } from './fixtures.ts'

/** Times at which the calendar, the language or the database ends: no endpoint may fail on one. */
const edges = [
  '0000-01-01',
  '0000-12-31T23:59:59Z',
  '0001-01-01',
  '0001-01-01T00:00:00+14:00',
  '0001-01-02T00:00:00+14:00',
  '0001-01-31',
  '1582-10-10',
  '1969-12-31T23:59:59.999Z',
  '9999-12-01',
  '9999-12-31',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999999999Z',
  '9999-12-31T23:59:59-14:00',
]
/** Read and worked with like any other time. */
const usable = ['0001-01-01', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']

const app = await startTestApp()
after(() => app.stop())

type Properties = Record<string, { format?: string }>

const timesOf = ({ query }: Endpoint): string[] => {
  if (!query) return []
  const { properties = {} } = jsonSchemaOf(query, 'input') as { properties?: Properties }
  return Object.entries(properties)
    .filter(([, { format }]) => format === 'date-time')
    .map(([name]) => name)
}
const taking = app.app.endpoints.filter((endpoint) => timesOf(endpoint).length > 0)

let project: TestProject
let paramsOf: (path: string) => Params | null
before(async () => {
  project = await app.newProject()
  paramsOf = await createFixtures(project, app)
})

describe('times at the ends of the calendar', () => {
  test('there are endpoints that take times', () => assert.ok(taking.length >= 10))

  for (const [at, endpoint] of taking.entries()) {
    const names = timesOf(endpoint)
    const send = (query: Record<string, string>) =>
      project.admin.send(
        endpoint.method,
        `${fill(endpoint.path, paramsOf(endpoint.path))}?${new URLSearchParams({ ...endpoint.example.query, ...query })}`,
        endpoint.body ? (endpoint.example.body ?? {}) : undefined,
      )
    test(`${endpoint.method} ${endpoint.path}`, async () => {
      for (const name of names) {
        // In the short version each endpoint with other times than the one before it.
        for (const time of someOf(edges, 4, at)) {
          const { status, text } = await send({ [name]: time })
          assert.ok(status < 500, `${name}=${time}: ${text}`)
        }
        // How far back `asOf` reaches is a setting of the collection.
        for (const time of name === 'asOf' ? [] : usable) {
          const { status, body } = await send({ [name]: time })
          const isRefused = status === 400 && body.error.details[0]?.path === name
          assert.ok(!isRefused, `${name}=${time} is refused`)
        }
      }
      if (!names.includes('from') || !names.includes('to')) return
      for (const [first, from] of edges.entries()) {
        // Each with others, and with all of them in the long version.
        for (const to of someOf(edges, 1, first + at)) {
          const { status, text } = await send({ from, to })
          assert.ok(status < 500, `from=${from} to=${to}: ${text}`)
        }
      }
    })
  }
})

test('dates of documents and filters at the ends of the calendar', async () => {
  const { body: made } = await project.admin.post('/api/v1/table/collections', {
    name: 'Dates',
    schema: { fields: [{ name: 'at', type: 'date' }] },
  })
  const base = `/api/v1/table/collections/${made.data.id}/documents`
  for (const time of edges) {
    const written = await project.admin.post(base, { at: time })
    assert.ok(written.status < 500, `${time}: ${written.text}`)
    for (const field of ['at', 'createdAt']) {
      for (const operator of ['_eq', '_lt', '_gte']) {
        const found = await project.admin.get(
          `${base}?filter[${field}][${operator}]=${encodeURIComponent(time)}`,
        )
        assert.ok(found.status < 500, `${field} ${operator} ${time}: ${found.text}`)
      }
    }
  }
})
