import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Job } from './driver.ts'
import type { Output } from './protocol/messages.ts'
import type { SessionResult } from './session.ts'
import { createSaves, job, openSandboxes } from './testing.ts'

const sandboxes = openSandboxes({ after }, { warm: { javascript: 0, python: 1 } })
const session = sandboxes.open({ projectId: 'project', lastSave: createSaves().lastSave })
const run = (source: string, more: Partial<Job> = {}): Promise<SessionResult> =>
  session.execute('python', job(source, more))
const valueFrom = async (source: string, more: Partial<Job> = {}): Promise<unknown> => {
  const result = await run(source, more)
  assert.equal(result.failure, null, result.failure?.error)
  return result.result === null ? undefined : JSON.parse(result.result)
}

describe('the result of a Python script', () => {
  it('is what it returns, else what main gives, else its last expression, else result', async () => {
    assert.deepEqual(await valueFrom('return {"sum": state["a"] + 1}'), { sum: 2 })
    assert.equal(await valueFrom('try:\n    return "first"\nexcept:\n    return "second"'), 'first')
    assert.equal(await valueFrom('x = 20\nx + 1'), 21)
    assert.equal(await valueFrom('result = "kept"'), 'kept')
    assert.equal(await valueFrom('y = 5'), undefined)
    assert.equal(await valueFrom('def main(state):\n    return state["a"] + 41'), 42)
    assert.equal(await valueFrom('async def main():\n    return 7'), 7)
    assert.equal(await valueFrom('def main():\n    return 8\nmain() + 1'), 9)
    assert.equal(await valueFrom('z = 1'), undefined)
  })

  it('may be awaited', async () => {
    assert.equal(await valueFrom('import asyncio\nawait asyncio.sleep(0.01)\n5'), 5)
    assert.deepEqual(await valueFrom('return await asyncio.gather(asyncio.sleep(0.01, 6))'), [6])
    assert.equal(await valueFrom('async def f():\n    return 7\nreturn await f()'), 7)
    assert.equal(await valueFrom('async def f():\n    return 8\nreturn asyncio.run(f())'), 8)
  })

  it('is written as JSON, in which common types have a form', async () => {
    const source = `
from dataclasses import dataclass
import datetime, decimal
@dataclass
class P:
    x: int
return {"d": P(1), "s": {1}, "t": (1, 2), "n": decimal.Decimal("1.5"), "w": datetime.date(2026, 1, 2), "ü": "é"}`
    assert.deepEqual(await valueFrom(source), {
      d: { x: 1 },
      s: [1],
      t: [1, 2],
      n: '1.5',
      w: '2026-01-02',
      ü: 'é',
    })
  })

  it('that is too large or no JSON is a failure', async () => {
    assert.equal((await run('return "x" * (1024 * 1024)')).failure?.code, 'result_too_large')
    const { failure } = await run('return object()')
    assert.equal(failure?.code, 'result_too_large')
    assert.match(failure!.error, /object cannot be written as JSON/)
  })

  it('preserves every digit of a number, and has null for NaN and infinity', async () => {
    assert.deepEqual(await valueFrom('return {"id": 2**64, "near": 2**53 - 1, "below": [-(2**53)]}'), {
      id: '18446744073709551616',
      near: 9007199254740991,
      below: ['-9007199254740992'],
    })
    assert.deepEqual(await valueFrom('return [float("nan"), {"i": (float("-inf"), 1.5)}]'), [
      null,
      { i: [null, 1.5] },
    ])
  })

  it('is what the script made, whatever it has made of the module that writes it', async () => {
    const once = (source: string) => sandboxes.run('project', 'python', job(source))
    assert.equal((await once('import json\njson.dumps = None\nreturn 1')).result, '1')
    const forged = {
      script_error: ['"nope"', '""'],
      result_too_large: ['"[" * 100000 + "]" * 100000', '"1 " * 600000'],
    }
    for (const [code, texts] of Object.entries(forged))
      for (const text of texts) {
        const source = `import sys\nsys.modules["_sandbox"].write_result = lambda value: ${text}\nreturn 1`
        assert.equal((await once(source)).failure?.code, code, text)
      }
  })
})

describe('a Python script', () => {
  it('shares its state with the next one', async () => {
    await run('import math\ndef area(r):\n    return math.floor(math.pi * r * r)\nn = 2\nreturn None')
    assert.equal(await valueFrom('n += 1\narea(n)'), 28)
  })

  it('may begin with what changes the language', async () => {
    assert.equal(await valueFrom('from __future__ import annotations\ndef f(a: b): return 4\nreturn f(1)'), 4)
  })

  it('that fails says what was raised, and where', async () => {
    const { failure, stdout, isLost } = await run('print("before")\nstate["missing"]')
    assert.equal(failure?.code, 'script_error')
    assert.equal(failure!.error, "KeyError: 'missing'")
    assert.match(failure!.trace!, /File "<script>", line 2/)
    assert.equal(stdout, 'before\n')
    assert.equal(isLost, false)
    assert.match((await run('def (')).failure!.error, /^SyntaxError: /)
    assert.match((await run('import sys\nsys.exit(3)')).failure!.error, /exit code 3/)
    assert.equal((await run('import sys\nsys.exit()')).failure, null)
    assert.match((await run('import sys\nsys.exit("no input")')).failure!.error, /by itself: no input$/)
    const own = (await run('raise KeyboardInterrupt("mine")')).failure!
    assert.deepEqual([own.code, own.error], ['script_error', 'KeyboardInterrupt: mine'])
    for (const name of ['numpy', 'js'])
      assert.match(
        (await run(`import ${name}`)).failure!.error,
        new RegExp(`No module named '${name}'. A sandbox has`),
      )
  })

  it('has the environment, the files and the output it was given', async () => {
    const outputs: Output[] = []
    const result = await run(
      'import os, sys, time\nprint(os.environ["KEY"], flush=True)\ntime.sleep(0.08)\nprint("two", file=sys.stderr)\nopen("a/b.txt").read()',
      { env: { KEY: 'välue' }, onOutput: (output) => outputs.push(output) },
    )
    assert.match(result.failure!.error, /^FileNotFoundError/)
    assert.equal(result.stdout, 'välue\n')
    assert.equal(result.stderr, 'two\n')
    assert.equal(outputs.length, 2)
    await session.putFile('a/b.txt', Buffer.from('content'))
    assert.equal(await valueFrom('open("a/b.txt").read() + os.environ.get("KEY", "-")'), 'content-')
    await run(
      'os.makedirs("out", exist_ok=True)\nopen("out/c.bin", "wb").write(bytes([0, 255]))\nos.symlink("a/b.txt", "link")',
    )
    assert.deepEqual(await session.getFile('out/c.bin'), Buffer.from([0, 255]))
    assert.deepEqual((await session.listFiles()).map(({ path }) => path).sort(), ['a/b.txt', 'out/c.bin'])
    assert.equal(await session.deleteFile('a/b.txt'), true)
    assert.equal(await session.deleteFile('a/b.txt'), false)
    assert.equal(await session.getFile('a/b.txt'), null)
  })

  it('that runs too long is interrupted and the session continues', async () => {
    await run('kept = 1')
    for (const source of ['while True: pass', 'import time\ntime.sleep(60)']) {
      const { failure, isLost } = await run(source, { timeoutMs: 300 })
      assert.equal(failure?.code, 'timeout', source)
      assert.equal(isLost, false)
    }
    assert.equal(await valueFrom('kept'), 1)
  })

  it('that is cancelled is interrupted and the session continues', async () => {
    await run('held = 2')
    for (const rest of ['while True: pass', 'import time\ntime.sleep(60)', 'fetch("https://a.example")']) {
      const stop = new AbortController()
      const { failure, isLost, stateLost } = await run(
        `print("going", flush=True)\nimport time\ntime.sleep(0.05)\n${rest}`,
        {
          onOutput: () => stop.abort(),
          signal: stop.signal,
          calls: { fetch: () => new Promise(() => {}) },
        },
      )
      assert.deepEqual([failure?.code, isLost, stateLost], ['killed', false, false], rest)
      assert.match(failure!.error, /cancelled/)
    }
    assert.equal(await valueFrom('held'), 2)
  })

  it('gets a MemoryError for more memory than it may have', async () => {
    assert.equal(
      await valueFrom('try:\n    bytearray(1 << 30)\nexcept MemoryError:\n    "no"\nelse:\n    "yes"\nkept'),
      1,
    )
    assert.equal((await run('a = []\nwhile True: a.append("x" * 1000000)')).failure?.code, 'memory_limit')
    assert.equal(await valueFrom('a = None\nkept'), 1)
  })

  it('cannot fill the memory of the process with files', async () => {
    const source =
      'try:\n    with open("/tmp/big", "wb") as f:\n        while True: f.write(b"x" * (1 << 20))\nexcept OSError as e:\n    code = e.errno\nos.unlink("/tmp/big")\nreturn code'
    assert.equal(await valueFrom(`import os\n${source}`), 51)
  })
})
