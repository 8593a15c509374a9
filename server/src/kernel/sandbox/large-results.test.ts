import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excessOf } from '../json/json-excess.ts'
import { serveCall } from './host-calls.ts'
import { resultOf } from './result.ts'

const written = { stdout: '', stderr: '', truncated: { stdout: false, stderr: false } }
const failureOf = (result: string) =>
  resultOf({ t: 'done', outcome: { status: 'succeeded', result } } as Parameters<typeof resultOf>[0], written)
    .failure
const lists = (count: number) => `[${Array.from({ length: count - 1 }, () => '[]').join()}]`
const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join()}}`

describe('the result of a script', () => {
  it('is refused when it would take long to read', () => {
    assert.deepEqual(failureOf(lists(100_001))?.error, 'The result has more than 100000 lists and objects.')
    assert.deepEqual(
      failureOf(`[${keys(10_001)}]`)?.error,
      'The result has an object of more than 10000 keys.',
    )
    assert.match(failureOf(`${'['.repeat(501)}${']'.repeat(501)}`)!.error, /500 levels deep/)
    assert.equal(failureOf('{"a":')?.error, 'The result is not JSON.')
  })

  it('may be large where it is quick to read', () => {
    assert.equal(failureOf(lists(100_000)), null)
    assert.equal(failureOf(`[${keys(10_000)},${keys(10_000)}]`), null)
    assert.equal(failureOf(`["${'['.repeat(900_000)}"]`), null)
  })

  it('is not counted inside of texts', () => {
    assert.equal(excessOf(JSON.stringify(['[{:"\\'.repeat(110_000), '\\', '"'])), null)
    for (const odd of ['"', '"\\', ':', ']]]', '"a\\"']) assert.equal(excessOf(odd), null)
  })
})

describe('a call of a script', () => {
  it('is refused when its arguments would take long to read', async () => {
    const calls = { fetch: async () => ({ value: 'reached' }) }
    const call = (args: string) =>
      serveCall(calls, { t: 'call', call: 1, method: 'fetch', args }, null, new AbortController().signal)
    assert.equal((await call('{}')).reply.value, '"reached"')
    assert.equal((await call(lists(100_000))).reply.value, 'the arguments of the call are too large')
  })
})
