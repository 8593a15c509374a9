import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { type Compute, createCompute } from '../compute/compute.ts'
import { createJsonSchemas } from './json-schemas.ts'
import { createSchemaChecks } from './schema-checks.ts'

const compute = createCompute()
after(() => compute.close())
let jobs = 0
const counted: Compute = {
  ...compute,
  run(job, input, caller) {
    jobs++
    return compute.run(job, input, caller)
  },
}
const checks = createSchemaChecks(createJsonSchemas(), counted)
const caller = { projectId: 'a' }

async function jobsOf(work: () => Promise<unknown>): Promise<number> {
  const before = jobs
  await work()
  return jobs - before
}

describe('a check', () => {
  const plain = { type: 'object', properties: { name: { type: 'string', default: 'ada' } } }

  test('of a small value against a plain schema needs no thread', async () => {
    assert.equal(await jobsOf(() => checks.check(plain, { name: 'x' }, caller)), 0)
    assert.deepEqual((await checks.check(plain, { name: 1 }, caller)).faults[0]?.rule, 'type')
  })

  test('of a large value, or with a pattern, is done in a thread with the same result', async () => {
    const list = Array.from({ length: 20_000 }, (_, i) => i)
    assert.equal(await jobsOf(() => checks.check(plain, { list }, caller)), 1)
    assert.deepEqual(await checks.check(plain, { list }, caller), {
      value: { name: 'ada', list },
      faults: [],
    })
    const pattern = { properties: { a: { type: 'string', pattern: '^(a+)+$' } } }
    assert.equal(await jobsOf(() => checks.check(pattern, { a: 'aa' }, caller)), 1)
    assert.equal((await checks.check(pattern, { a: 'b' }, caller)).faults[0]?.rule, 'pattern')
  })

  test('of objects that must differ takes no longer where they look alike', async () => {
    const unique = { type: 'array', uniqueItems: true }
    const alike = Array.from({ length: 50_000 }, (_, i) => ({ a: i, b: 1 }))
    assert.deepEqual((await checks.check(unique, alike, caller)).faults, [])
    const twice = [...alike, { b: 1, a: 7 }]
    assert.deepEqual(
      (await checks.check(unique, twice, caller)).faults.map(({ rule }) => rule),
      ['uniqueItems'],
    )
  })
})

test('a schema of a user is looked at in a thread', async () => {
  assert.equal(await jobsOf(() => checks.faultsOf({ type: 'object' }, caller)), 1)
  assert.deepEqual(await checks.faultsOf({ type: 'object' }, caller), [])
  assert.equal(
    (await checks.faultsOf({ properties: { a: { pattern: '(?=a)' } } }, caller))[0]?.rule,
    'pattern',
  )
})
