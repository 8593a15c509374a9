import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { AppError } from '../../src/kernel/errors.ts'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { jsonSchemaOf } from '../../src/kernel/http/openapi.ts'
import { validate } from '../../src/kernel/http/request/validate.ts'
import { startTestApp } from '../harness.ts'

/** What every body and every list of the API forgives, whatever its shape is. */
const app = await startTestApp()
after(() => app.stop())

const { endpoints } = app.app
const taking = endpoints.filter(({ body }) => body !== undefined)

type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  $ref?: string
  $defs?: Record<string, Schema>
}
type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a body whose fields the shape knows, with their shapes. */
function closedObjects(schema: Schema, value: unknown, root = schema): { schema: Schema; value: Json }[] {
  const { $ref } = schema
  const known = $ref ? root.$defs?.[$ref.split('/').at(-1)!] : schema
  if (!known?.properties || !isObject(value)) return []
  const inner = Object.entries(known.properties).flatMap(([name, each]) =>
    closedObjects(each, value[name], root),
  )
  return known.additionalProperties === false ? [{ schema: known, value }, ...inner] : inner
}

/** A body of the endpoint, and the objects in it that may be changed before it is sent. */
function sampleOf({ body, example }: Endpoint) {
  const sample = structuredClone(example.body ?? {}) as Json
  return { sample, objects: closedObjects(jsonSchemaOf(body!, 'input') as Schema, sample) }
}

function assertTaken({ body, isExact = false }: Endpoint, sample: unknown, what: string): string[] {
  try {
    return validate(body!, sample, 'body', isExact).ignored
  } catch (error) {
    const { message, extras } = error as AppError
    assert.fail(`${what}: ${message} ${JSON.stringify(extras.details)}`)
  }
}

describe('unknown fields are ignored and reported', () => {
  for (const endpoint of taking.filter(({ isExact }) => !isExact)) {
    test(`${endpoint.method} ${endpoint.path}`, () => {
      const { sample, objects } = sampleOf(endpoint)
      const closed = objects.filter(({ value }) => value !== sample || Object.keys(value).length > 0)
      for (const { value } of closed) value.of_tomorrow = { x: 1 }
      const ignored = assertTaken(endpoint, sample, 'with unknown fields')
      assert.equal(ignored.length, closed.length)
    })
  }
})

const refusalOf = ({ body, isExact = false }: Endpoint, sample: unknown) => {
  try {
    validate(body!, sample, 'body', isExact)
  } catch (error) {
    return (error as AppError).code
  }
  return 'accepted'
}

test('400 for a body of which no field is known, in every operation', () => {
  const closed = taking.filter(
    (endpoint) => (jsonSchemaOf(endpoint.body!, 'input') as Schema).additionalProperties === false,
  )
  assert.ok(closed.length > 150, String(closed.length))
  for (const endpoint of closed)
    assert.match(
      refusalOf(endpoint, { of_tomorrow: 1 }),
      /^(unknown_field|missing_field|invalid_parameter)$/,
      `${endpoint.method} ${endpoint.path}`,
    )
})

describe('400 for unknown fields of a definition, at every level', () => {
  for (const endpoint of taking.filter(({ isExact }) => isExact)) {
    test(`${endpoint.method} ${endpoint.path}`, () => {
      const { objects } = sampleOf(endpoint)
      for (const i of objects.keys()) {
        const changed = sampleOf(endpoint)
        changed.objects[i]!.value.of_tomorrow = 1
        assert.equal(refusalOf(endpoint, changed.sample), 'unknown_field')
      }
    })
  }
})

describe('null in a field that may be left out is taken', () => {
  for (const endpoint of taking) {
    test(`${endpoint.method} ${endpoint.path}`, () => {
      const { objects } = sampleOf(endpoint)
      for (const [i, { schema, value }] of objects.entries()) {
        for (const name of Object.keys(schema.properties!)) {
          // One that the example needs may be one of several of which one must be there.
          if (schema.required?.includes(name) || Object.hasOwn(value, name)) continue
          const changed = sampleOf(endpoint)
          changed.objects[i]!.value[name] = null
          assertTaken(endpoint, changed.sample, `${name}: null`)
        }
      }
    })
  }
})

describe('lists in queries may be joined by commas or repeated', () => {
  for (const endpoint of endpoints.filter(({ query }) => query !== undefined)) {
    const { properties = {} } = jsonSchemaOf(endpoint.query!, 'input') as {
      properties?: Record<string, { type?: string; items?: { enum?: string[]; format?: string } }>
    }
    for (const [name, { type, items }] of Object.entries(properties)) {
      if (type !== 'array') continue
      test(`${endpoint.method} ${endpoint.path}: ${name}`, () => {
        const ids = ['0199f1a0-0000-7000-8000-000000000001', '0199f1a0-0000-7000-8000-000000000002']
        const [first = 'a', second = first] = items?.enum ?? (items?.format === 'uuid' ? ids : ['a', 'b'])
        const read = (value: unknown) => {
          const query = { ...endpoint.example.query, [name]: value }
          return (endpoint.query!.parse(query) as Record<string, unknown>)[name]
        }
        assert.deepEqual(read([first, second]), read(`${first}, ${second}`))
        assert.deepEqual(read([`${first},${second}`]), read([first, second]))
      })
    }
  }
})

test('lists have as many items on a page as the contract says', () => {
  const others: Record<string, number> = {
    '/api/v1/auth_configs': 10,
    '/api/v1/connected_accounts': 10,
  }
  for (const { response, query, path } of endpoints) {
    if (response.kind !== 'page' || !query) continue
    const { properties = {} } = jsonSchemaOf(query, 'input') as {
      properties?: Record<string, { default?: number }>
    }
    const size = properties.limit ?? properties.pageSize
    if (properties.page) assert.equal(size?.default, others[path] ?? 20, path)
  }
})
