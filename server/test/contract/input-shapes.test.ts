import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { compiledInput, unsure } from '../../src/kernel/http/compiled-shape.ts'
import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { startTestApp } from '../harness.ts'
import { createRandom } from '../hostile-arguments.ts'
import { sampleOf } from './shape-samples.ts'
import { variantsOf } from './variants.ts'

/** The compiled check of an input and its shape must agree on everything, for every endpoint. */
const app = await startTestApp()
after(() => app.stop())

type Input = { schema: z.ZodType; example: unknown; what: string }

function inputsOf({ method, path, params, query, body, example }: Endpoint): Input[] {
  const examples = { params: example.params, query: example.query, body: example.body }
  return Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema
      ? [{ schema, example: examples[part as keyof typeof examples], what: `${method} ${path} ${part}` }]
      : [],
  )
}

/** Whether it was accepted, by both. */
function assertAgree({ schema, what }: Input, value: unknown): boolean {
  const expected = schema.safeParse(value)
  const taken = compiledInput(schema)(value)
  const text = () => `${what}: ${JSON.stringify(value)}`
  assert.equal(taken !== unsure, expected.success, text())
  if (!expected.success) return false
  assert.deepEqual(taken, expected.data, text())
  // In the same order as well, with the same members that are there but undefined.
  assert.deepEqual(membersOf(taken), membersOf(expected.data), text())
  return true
}

const membersOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, member]) => [name, membersOf(member)])
    : null

test('what an example becomes is the same, whatever member is missing, strange or too many', () => {
  const counts = { accepted: 0, refused: 0 }
  for (const input of app.app.endpoints.flatMap(inputsOf))
    for (const value of variantsOf(input.example))
      counts[assertAgree(input, value) ? 'accepted' : 'refused']++
  assert.ok(counts.accepted > 2_000 && counts.refused > 2_000, JSON.stringify(counts))
})

test('what generated inputs become is the same, whole and with one member cut or replaced', () => {
  const random = createRandom(19)
  const counts = { accepted: 0, refused: 0 }
  for (const input of app.app.endpoints.flatMap(inputsOf))
    for (let i = 0; i < 8; i++) {
      const variants = [...variantsOf(sampleOf(input.schema, random))]
      const some =
        variants.length <= 12
          ? variants
          : [variants[0], ...variants.filter(() => random() < 12 / variants.length)]
      for (const value of some) counts[assertAgree(input, value) ? 'accepted' : 'refused']++
    }
  assert.ok(counts.accepted > 5_000 && counts.refused > 5_000, JSON.stringify(counts))
})

test('texts are measured in code points, numbers by their limits, options in their order', () => {
  const schema = z.strictObject({
    name: z.string().min(2).max(3),
    age: z.int().min(1).max(9).optional(),
    rate: z.number().gt(0).lt(1).default(0.5),
    tags: z.array(z.string()).min(1).max(2).nullish(),
    either: z.union([z.object({ a: z.string() }), z.object({ a: z.unknown(), b: z.number() })]).optional(),
    kind: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('x'), x: z.string() }),
        z.strictObject({ type: z.enum(['y', 'z']), y: z.boolean().nullable() }),
      ])
      .optional(),
  })
  const input = { schema, example: null, what: 'limits' }
  const names = ['', 'a', '😀', '😀😀', '😀😀😀', '😀😀😀😀', 'ab', 'abcd']
  const members: Record<string, unknown[]> = {
    age: [0, 1, 9, 10, 1.5, 2 ** 53, null, undefined],
    rate: [0, 0.1, 1, Number.POSITIVE_INFINITY, undefined],
    tags: [[], ['a'], ['a', 'b', 'c'], null, undefined, {}],
    either: [{ a: 'x', b: 1 }, { a: 1, b: 1 }, { b: 1 }, { a: 1 }, [], null],
    kind: [
      { type: 'x', x: 'x', more: 1 },
      { type: 'y', y: null },
      { type: 'z', y: true, more: 1 },
      { type: 'w' },
      {},
    ],
  }
  for (const name of names) assertAgree(input, { name })
  for (const [member, values] of Object.entries(members))
    for (const value of values) assertAgree(input, { name: 'ab', [member]: value })
  assert.deepEqual(compiledInput(schema)({ name: 'ab' }), { name: 'ab', rate: 0.5 })
  assert.equal(compiledInput(schema)({ name: 'ab', unknown: 1 }), unsure)
})
