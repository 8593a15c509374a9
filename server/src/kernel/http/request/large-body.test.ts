import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createCompute } from '../../compute/compute.ts'
import { readJsonBody } from './large-body.ts'

const compute = createCompute()
after(() => compute.close())
const read = (text: string) => readJsonBody(compute, Buffer.from(text), { projectId: 'a' })
const many = <T>(length: number, each: (i: number) => T): T[] => Array.from({ length }, (_, i) => each(i))

describe('a large body is the value that it says', () => {
  const cases: Record<string, unknown> = {
    'a list of rows': many(20_000, (i) => ({ id: i, name: `row ${i}`, tags: ['a', null] })),
    'a list of numbers': many(100_000, (i) => i),
    'objects of many fields': many(20, () => Object.fromEntries(many(5_000, (i) => [`k${i}`, i]))),
    'a long text': { text: 'é"\\ '.repeat(100_000), after: true },
    'large things inside large things': {
      a: { b: [many(50_000, (i) => [i]), 'x', { c: many(50_000, String) }] },
    },
    'large and small things in turn': many(300, (i) => (i % 2 ? i : many(500, (j) => ({ j })))),
  }
  for (const [title, value] of Object.entries(cases))
    test(title, async () => assert.deepEqual(await read(JSON.stringify(value)), value))
})

describe('a large body is held to the same rules as a small one', () => {
  const padding = `"padding":"${'x'.repeat(200_000)}"`
  for (const [title, text] of [
    ['a key twice', `{${padding},"a":1,"a":2}`],
    ['a key that reaches a prototype', `{${padding},"__proto__":{}}`],
    ['what is no JSON', `{${padding},}`],
    ['more than 10,000 keys', `{${padding},${many(10_001, (i) => `"k${i}":1`).join()}}`],
  ] as const)
    test(title, () => assert.rejects(read(text), { code: 'invalid_json' }))
})
