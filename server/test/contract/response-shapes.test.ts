import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { compiledShape } from '../../src/kernel/http/compiled-shape.ts'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { startTestApp } from '../harness.ts'
import { variantsOf } from './variants.ts'

/** The compiled check of a response and its shape must agree on everything, for every endpoint. */
const app = await startTestApp()
after(() => app.stop())

type Json = Record<string, unknown>

function samplesOf({ response, example }: Endpoint): unknown[] {
  if (response.kind === 'data') return [example.response]
  return response.kind === 'page' ? (example.response as unknown[]).slice(0, 1) : []
}

function assertAgree(schema: z.ZodType, value: unknown, what: string): void {
  const expected = schema.safeParse(value)
  if (!expected.success) {
    assert.throws(() => compiledShape(schema)(value), z.ZodError, what)
    return
  }
  const text = JSON.stringify(compiledShape(schema)(value))
  assert.equal(text, JSON.stringify(expected.data), `${what}: ${JSON.stringify(value)}`)
}

test('what a response may have and leaves out is the same, whatever member is missing, strange or too many', () => {
  let count = 0
  for (const endpoint of app.app.endpoints)
    for (const sample of samplesOf(endpoint))
      for (const value of variantsOf(sample)) {
        const { schema } = endpoint.response as { schema: z.ZodType }
        assertAgree(schema, value, `${endpoint.method} ${endpoint.path}`)
        count++
      }
  assert.ok(count > 5_000, String(count))
})

const Tree = z.object({
  name: z.string(),
  get parts() {
    return z.array(Tree).optional()
  },
})

const shapes: Record<string, [z.ZodType, unknown[]]> = {
  'a shape that contains itself': [Tree, [{ name: 'a', parts: [{ name: 'b', leak: 1 }] }, { parts: 1 }]],
  'a default inside an optional': [
    z.object({ a: z.string().default('x').optional(), b: z.number().default(1) }),
    [{}, { a: 'y' }, { b: null }],
  ],
  'members that only look like texts': [
    z.object({ a: z.coerce.string(), b: z.string().trim(), c: z.email(), d: z.string().min(2) }),
    [
      { a: 1, b: ' b ', c: 'a@b.co', d: 'dd' },
      { a: 1, b: 'b', c: 'a@b', d: 'dd' },
      { a: 1, b: 'b', c: 'a@b.co', d: 'd' },
    ],
  ],
  'names that objects have by themselves': [
    z.object({ constructor: z.string(), meta: z.record(z.string(), z.unknown()) }),
    [
      { constructor: 'x', meta: JSON.parse('{"__proto__":1,"a":2}') },
      { meta: {} },
      { constructor: 'x', meta: new Date() },
    ],
  ],
  'other objects than plain ones': [z.strictObject({ a: z.number() }), [{ a: 1 }, { a: 1, leak: 2 }]],
  'a member of any kind that is missing': [z.object({ a: z.unknown(), b: z.any() }), [{}, { a: 1, b: null }]],
  'members of any name': [z.looseObject({ a: z.number() }), [{ a: 1, more: 2 }]],
  'a rule over several members': [
    z.object({ a: z.number(), b: z.number() }).refine(({ a, b }: Json) => a !== b),
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
    ],
  ],
}

for (const [name, [schema, values]] of Object.entries(shapes))
  test(`both agree on ${name}`, () => {
    for (const value of values) assertAgree(schema, value, name)
  })
