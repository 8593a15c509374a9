import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Job, SandboxResult } from './driver.ts'
import type { Output } from './protocol/messages.ts'
import { job, openSandboxes } from './testing.ts'

const sandboxes = openSandboxes({ after })
const run = (source: string, more: Partial<Job> = {}): Promise<SandboxResult> =>
  sandboxes.run('project', 'javascript', job(source, more))
const valueFrom = async (source: string, more: Partial<Job> = {}): Promise<unknown> => {
  const result = await run(source, more)
  assert.equal(result.failure, null, result.failure?.error)
  return result.result === null ? undefined : JSON.parse(result.result)
}

describe('the result of a JavaScript', () => {
  it('is what it returns, else its last expression, else result, else what main gives', async () => {
    assert.deepEqual(await valueFrom('return { sum: state.a + 1 }'), { sum: 2 })
    assert.equal(await valueFrom('if (state.a) { return "early" }\nreturn "late"'), 'early')
    assert.equal(await valueFrom('const x = 20; x + 1'), 21)
    assert.equal(await valueFrom('var result = "kept";'), 'kept')
    assert.equal(await valueFrom('function main(state) { return state.a + 41 }'), 42)
    assert.equal(await valueFrom('const main = async ({ a }) => a + 1'), 2)
    assert.equal(await valueFrom('x = 5\nfunction main() { return 6 }'), 6)
    assert.equal(await valueFrom('let n = 0; function main() { n++; return n }; main()'), 1)
    assert.equal(await valueFrom('const nothing = 1'), undefined)
    assert.equal(await valueFrom('null'), null)
  })

  it('may be awaited', async () => {
    assert.equal(await valueFrom('await Promise.resolve(3)'), 3)
    assert.equal(
      await valueFrom('return await new Promise((r) => setTimeout(() => r("later"), 20))'),
      'later',
    )
    assert.equal(await valueFrom('Promise.resolve(4)'), 4)
  })

  it('is written as JSON, in which Map, Set and BigInt have a form', async () => {
    assert.deepEqual(
      await valueFrom('({ m: new Map([["k", 1]]), s: new Set([1, 2]), b: 10n ** 20n, d: new Date(0) })'),
      {
        m: { k: 1 },
        s: [1, 2],
        b: '100000000000000000000',
        d: '1970-01-01T00:00:00.000Z',
      },
    )
  })

  it('that is too large or no JSON is a failure', async () => {
    assert.equal((await run('return "x".repeat(1024 * 1024)')).failure?.code, 'result_too_large')
    assert.notEqual((await run('return "x".repeat(1024 * 1024 - 2)')).result, null)
    const cycle = await run('const a = {}; a.a = a; return a')
    assert.equal(cycle.failure?.code, 'result_too_large')
    assert.match(cycle.failure!.error, /cannot be written as JSON/)
    const deep = await run('let a = 1; for (let i = 0; i < 600; i++) a = [a]; return a')
    assert.match(deep.failure!.error, /more than 500 levels/)
    assert.equal((await run('return "[".repeat(600) + "\\"["')).failure, null)
  })
})

describe('a JavaScript that fails', () => {
  it('says what was thrown, and where', async () => {
    const { failure, stdout } = await run('console.log("before")\nnull.x')
    assert.equal(failure?.code, 'script_error')
    assert.match(failure!.error, /^TypeError: /)
    assert.match(failure!.trace!, /<script>:2/)
    assert.equal(stdout, 'before\n')
    assert.match((await run('throw "a text"')).failure!.error, /Uncaught "a text"/)
    assert.match((await run('this is no script')).failure!.error, /^SyntaxError: /)
    assert.match((await run('await Promise.reject(new RangeError("r"))')).failure!.error, /^RangeError: r/)
    assert.match((await run('await new Promise(() => {})')).failure!.error, /never settles/)
  })

  it('says also of what is no error what it was', async () => {
    const output = async (source: string) => (await run(source)).failure!.error
    assert.equal(
      await output('throw { a: 1, b: [2n, () => 3] }'),
      'Uncaught {"a":1,"b":["2n","[Function ]"]}',
    )
    assert.equal(await output('const c = { d: {} }; c.d.c = c; throw c'), 'Uncaught {"d":{"c":"[Circular]"}}')
    assert.equal(await output('throw new Map([["k", 1]])'), 'Uncaught [["k",1]]')
    assert.equal(await output('throw Symbol("s")'), 'Uncaught Symbol(s)')
    assert.equal(await output('return Promise.reject(undefined)'), 'Uncaught undefined')
    assert.match(
      await output('throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })'),
      /cannot be read/,
    )
  })

  it('says of what it tries to import that there are no modules', async () => {
    for (const source of [
      'import fs from "fs"\nreturn 1',
      'const fs = require("fs")',
      'await import("fs")',
      'export default 1',
    ])
      assert.match((await run(source)).failure!.error, /Modules are not available/, source)
    assert.doesNotMatch((await run('let a = ;')).failure!.error, /modules/)
  })

  it('ends at its deadline and at the limit of its memory, and the next one runs', async () => {
    for (const source of [
      'while (true) {}',
      'for (;;) await null',
      'await new Promise((r) => setTimeout(r, 9000))',
    ]) {
      const { failure, isLost } = await run(source, { timeoutMs: 200 })
      assert.equal(failure?.code, 'timeout', source)
      assert.equal(isLost, false)
    }
    const { failure } = await run('const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1))')
    assert.equal(failure?.code, 'memory_limit')
    assert.equal(await valueFrom('1'), 1)
  })
})

describe('the world of a JavaScript', () => {
  it('has the state and the environment it was given', async () => {
    const more = { state: { text: '\u2028"\\' }, env: { KEY: 'value' } }
    assert.deepEqual(await valueFrom('[state, env, Object.isFrozen(env)]', more), [
      more.state,
      more.env,
      true,
    ])
  })

  it('knows the usual of the web, and nothing of the host', async () => {
    assert.deepEqual(
      await valueFrom(`[
        new URL('/b', 'http://h/a').href, new TextDecoder().decode(new TextEncoder().encode('ü')),
        typeof structuredClone, typeof crypto.randomUUID(), btoa('x'), typeof process, typeof require,
      ]`),
      ['http://h/b', 'ü', 'function', 'string', 'eA==', 'undefined', 'undefined'],
    )
  })

  it('changes the query of a URL by its parameters', async () => {
    const source = `
      const url = new URL('https://a.example/p?x=1&y=2')
      const { searchParams } = url
      searchParams.set('x', 'a b')
      searchParams.delete('y')
      searchParams.append('z', 'ä')
      const changed = url.href
      url.search = '?q=9'
      return [changed, [...url.searchParams], url.searchParams === url.searchParams]`
    assert.deepEqual(await valueFrom(source), ['https://a.example/p?x=a+b&z=%C3%A4', [['q', '9']], true])
  })

  it('has fresh random numbers in every run', async () => {
    const runs = []
    for (let index = 0; index < 3; index++)
      runs.push(await valueFrom('[Math.random(), Math.random(), crypto.randomUUID()]'))
    const values = runs.flat()
    assert.equal(new Set(values).size, 9)
    assert.ok(
      values.every((value) => typeof value === 'string' || ((value as number) >= 0 && (value as number) < 1)),
    )
  })

  it('starts again with every run, also after one that was stopped, failed or grew', async () => {
    for (const source of [
      'left = 1; for (;;) {}',
      'globalThis.left = 1; throw 1',
      'var left = []; for (;;) left.push(new Uint8Array(1e6))',
    ])
      assert.notEqual((await run(source, { timeoutMs: 2000 })).failure, null)
    assert.deepEqual(await valueFrom('[typeof left, [1, 2].map((n) => n * 2), await Promise.resolve(3)]'), [
      'undefined',
      [2, 4],
      3,
    ])
  })

  it('retains nothing of the run before', async () => {
    await run('globalThis.left = 1; Object.prototype.left = 2; JSON.stringify = () => "3"')
    assert.deepEqual(await valueFrom('[typeof left, ({}).left === undefined, JSON.stringify([])]'), [
      'undefined',
      true,
      '[]',
    ])
  })
})

describe('the output of a JavaScript', () => {
  it('is collected by stream and passed on while it runs', async () => {
    const outputs: Output[] = []
    let endedAfter = -1
    const result = await run(
      'console.log("one", { a: [1] }); console.error(new Error("two").message); await new Promise((r) => setTimeout(r, 80)); console.log("three")',
      {
        onOutput: (output) => {
          outputs.push(output)
          if (output.text.includes('three')) endedAfter = outputs.length
        },
      },
    )
    assert.equal(result.stdout, 'one {"a":[1]}\nthree\n')
    assert.equal(result.stderr, 'two\n')
    assert.ok(endedAfter >= 2, 'what was printed first came on its own')
    assert.equal(outputs.map(({ text }) => text).join(''), 'one {"a":[1]}\ntwo\nthree\n')
  })

  it('is cut at the front, between characters', async () => {
    const { stdout, truncated } = await run('for (let i = 0; i < 40000; i++) console.log("é" + i)')
    assert.deepEqual(truncated, { stdout: true, stderr: false })
    assert.ok(Buffer.byteLength(stdout) <= 64 * 1024 && Buffer.byteLength(stdout) > 60 * 1024)
    assert.ok(stdout.endsWith('é39999\n'))
    assert.ok(!stdout.includes('\ufffd'))
  })
})
