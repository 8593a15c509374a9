import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { descendantsOf } from '../../../test/sandbox/attacks/processes.ts'
import type { Job } from './driver.ts'
import type { Language } from './protocol/messages.ts'
import { findBubblewrap } from './supervisor/bubblewrap.ts'
import type { Engines } from './supervisor/engines.ts'
import { createSaves, job, openSandboxes } from './testing.ts'

/** A Python of this machine that is new enough, where there is one. */
function findPython(): string | null {
  const probe = 'import sys; assert sys.version_info >= (3, 10); print(sys.executable)'
  try {
    return execFileSync('python3', ['-c', probe], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

function sandboxWith(language: Language, engines: Partial<Engines>, hasBubblewrap: boolean) {
  const sandboxes = openSandboxes(
    { after },
    { engines, hasBubblewrap, graceMs: 1000, warm: { javascript: 0, python: 0, [language]: 1 } },
  )
  const session = sandboxes.open({ projectId: 'project', lastSave: createSaves().lastSave })
  const run = (source: string, more: Partial<Job> = {}) => session.execute(language, job(source, more))
  return {
    sandboxes,
    session,
    run,
    async valueFrom(source: string, more: Partial<Job> = {}): Promise<unknown> {
      const { failure, result } = await run(source, more)
      assert.equal(failure, null, failure?.error)
      return result === null ? undefined : JSON.parse(result)
    },
  }
}

const echo = { echo: async (args: unknown) => ({ value: args, body: Buffer.from('bytes') }) }

const python = findPython()

describe('the Python of the machine', { skip: python === null && 'no Python 3.10 here' }, () => {
  const engines = { python: { command: python ?? '', modules: ['sqlite3'] } }
  const { sandboxes, session, run, valueFrom } = sandboxWith('python', engines, false)

  it('says what it is', async () => {
    const found = (await sandboxes.capabilities()).find(({ language }) => language === 'python')
    assert.deepEqual(
      { driver: found?.driver, isDurable: found?.isDurable, hasPackages: found?.hasPackages },
      { driver: 'cpython', isDurable: false, hasPackages: true },
    )
  })

  it('gives results as the other engine does', async () => {
    assert.deepEqual(await valueFrom('return {"sum": state["a"] + 1}'), { sum: 2 })
    assert.equal(await valueFrom('x = 20\nx + 1'), 21)
    assert.equal(await valueFrom('def main(state):\n    return state["a"] + 41'), 42)
    assert.equal(await valueFrom('import asyncio\nawait asyncio.sleep(0.01)\nreturn x'), 20)
    assert.equal((await run('return "x" * (1024 * 1024)')).failure?.code, 'result_too_large')
    assert.match((await run('1 / 0')).failure!.error, /ZeroDivisionError/)
    assert.equal((await run('import sys\nprint("out")\nprint("err", file=sys.stderr)')).stdout, 'out\n')
    assert.equal((await run('import sys\nsys.exit(3)')).failure?.code, 'script_error')
  })

  it('has what was imported for it', async () => {
    const source = 'import sqlite3\nreturn sqlite3.connect(":memory:").execute("select 6 * 7").fetchone()[0]'
    assert.equal(await valueFrom(source), 42)
  })

  it('stores files in memory, which can be imported and exported', async () => {
    await session.putFile('in/a.txt', Buffer.from('given'))
    const source = `
import os, pathlib, csv
text = open("in/a.txt").read()
os.makedirs("out/deep", exist_ok=True)
pathlib.Path("out/deep/b.bin").write_bytes(b"\\x00\\xff")
with open("out/c.csv", "a", newline="") as file:
    csv.writer(file).writerow([1, "zwei"])
os.rename("out/c.csv", "out/d.csv")
return [text, sorted(str(path) for path in pathlib.Path(".").rglob("*")), os.path.getsize("out/d.csv")]`
    assert.deepEqual(await valueFrom(source), [
      'given',
      ['in', 'in/a.txt', 'out', 'out/d.csv', 'out/deep', 'out/deep/b.bin'],
      8,
    ])
    assert.deepEqual(await session.getFile('out/deep/b.bin'), Buffer.from([0, 255]))
  })

  it('reaches what is offered and nothing else', async () => {
    assert.deepEqual(await valueFrom('return host_call("echo", a=5)', { calls: echo }), { a: 5 })
    assert.match((await run('fetch("http://127.0.0.1")')).failure!.error, /network is off/)
  })

  it('ends at its deadline and lives on, or is killed', async () => {
    assert.equal((await run('y = 1\nwhile True: pass', { timeoutMs: 1000 })).failure?.code, 'timeout')
    assert.equal(await valueFrom('return y'), 1)
    assert.equal((await run('import time\ntime.sleep(60)', { timeoutMs: 1000 })).failure?.code, 'timeout')
  })

  it('is cancelled and lives on, whether it computes or waits', async () => {
    for (const source of ['print(1)\nwhile True: pass', 'import time\nprint(1)\ntime.sleep(60)']) {
      const stop = new AbortController()
      const result = await run(source, { signal: stop.signal, onOutput: () => stop.abort() })
      assert.deepEqual([result.failure?.code, result.stateLost], ['killed', false])
      assert.equal(await valueFrom('return y'), 1)
    }
  })

  it('has bounds of memory', async () => {
    assert.equal((await run('z = bytearray(600 * 1024 * 1024)')).failure?.code, 'memory_limit')
    assert.equal(await valueFrom('return y'), 1)
  })

  it('is closed by the kernel', async () => {
    const attempts = [
      'import posix\nposix.open("/etc/passwd", 0)',
      'import posix\nposix.listdir("/")',
      'import _socket\n_socket.socket()',
      'import posix\nposix.fork()',
      'import posix\nposix.execv("/bin/true", ["true"])',
      'import _thread\n_thread.start_new_thread(print, ())',
      'import posix\nposix.kill(1, 0)',
      'import io, _io\n_io.open("/proc/self/environ").read()',
    ]
    for (const source of attempts) {
      const { failure } = await run(source)
      assert.match(
        failure?.error ?? 'it went through',
        /not permitted|Permission|can't start new thread/,
        source,
      )
    }
    assert.equal(await valueFrom('import os\nreturn dict(os.environ).get("PATH")'), '/')
  })
})

describe('JavaScript on V8', () => {
  const { sandboxes, session, run, valueFrom } = sandboxWith(
    'javascript',
    { javascript: 'isolated-vm' },
    false,
  )

  it('says what it is', async () => {
    await valueFrom('1')
    const found = (await sandboxes.capabilities()).find(({ language }) => language === 'javascript')
    assert.deepEqual(
      { driver: found?.driver, isDurable: found?.isDurable, isSealed: found?.isSealed },
      { driver: 'isolated-vm', isDurable: false, isSealed: process.platform === 'linux' },
    )
  })

  it('gives results as the other engine does', async () => {
    assert.equal(await valueFrom('const x = 20; x + 1'), 21)
    assert.equal(await valueFrom('let y = x * 2; y'), 40)
    assert.deepEqual(await valueFrom('return { sum: state.a + 1 }'), { sum: 2 })
    assert.equal(await valueFrom('function main(state) { return state.a + 41 }'), 42)
    assert.equal(await valueFrom('return await new Promise((done) => setTimeout(done, 5, 7))'), 7)
    assert.equal((await run('return "x".repeat(1024 * 1024)')).failure?.code, 'result_too_large')
    assert.match((await run('null.a')).failure!.error, /TypeError/)
    assert.match((await run('return Promise.reject(new RangeError("no"))')).failure!.error, /RangeError: no/)
    assert.equal((await run('console.log("out", { a: 1 })')).stdout, 'out {"a":1}\n')
    assert.equal(await valueFrom('new URL("/b?c", "https://a.example").href'), 'https://a.example/b?c')
  })

  it('stores files, which can be imported and exported', async () => {
    await session.putFile('a.txt', Buffer.from('gïven'))
    assert.equal(
      await valueFrom('files.write("b.bin", new Uint8Array([0, 255])); files.readText("a.txt")'),
      'gïven',
    )
    assert.deepEqual(await session.getFile('b.bin'), Buffer.from([0, 255]))
  })

  it('reaches what is offered and nothing else', async () => {
    assert.deepEqual(await valueFrom('return await host.call("echo", { a: 5 })', { calls: echo }), { a: 5 })
    assert.match((await run('return await fetch("http://127.0.0.1")')).failure!.error, /network is off/)
    assert.equal(
      await valueFrom('typeof process + typeof require + typeof globalThis.module'),
      'undefinedundefinedundefined',
    )
  })

  it('ends at its deadline: softly while it waits, with its session while it computes', async () => {
    const waiting = 'var kept = 1; return await new Promise((done) => setTimeout(done, 60_000))'
    assert.equal((await run(waiting.replace('var ', ''), { timeoutMs: 1000 })).failure?.code, 'timeout')
    assert.equal(await valueFrom('kept'), 1)
    const result = await run('while (true) {}', { timeoutMs: 1000 })
    assert.equal(result.failure?.code, 'timeout')
    assert.equal(result.stateLost, true)
    assert.equal(await valueFrom('typeof kept'), 'undefined')
  })

  it('may fill a part of its memory, and leave much more of it behind', async () => {
    const filled =
      'const kept = {}; for (let i = 0; i < 3e5; i++) kept["key" + i] = { i }; return Object.keys(kept).length'
    assert.equal(await valueFrom(filled), 3e5)
    const dropped =
      'const last = []; for (let i = 0; i < 1e6; i++) last[i % 100] = new Array(50).fill(i); return last[0][0]'
    assert.equal(await valueFrom(dropped), 999_900)
  })

  it('has bounds of memory, whose breach ends the session alone', async () => {
    const { failure } = await run('const all = []; for (;;) all.push(new Array(1e6).fill(1.5))')
    assert.equal(failure?.code, 'memory_limit')
    assert.equal(await valueFrom('1 + 1'), 2)
  })
})

describe('bubblewrap', { skip: findBubblewrap() === null && 'bubblewrap is not installed here' }, () => {
  it('isolates every engine, sealed as ever', async () => {
    for (const [language, engines] of [
      ['javascript', {}],
      ['python', {}],
      ...(python === null ? [] : [['python', { python: { command: python, modules: [] } }] as const]),
    ] as const) {
      const { sandboxes, valueFrom } = sandboxWith(language, engines, true)
      assert.equal(await valueFrom('return 1 + 1'), 2)
      const found = (await sandboxes.capabilities()).find((each) => each.language === language)
      assert.equal(found?.isSealed, true)
    }
  })

  // As a terminal and a service manager do; bubblewrap ended with it, and what scripts had made was lost.
  it('outlives a signal to all processes of the server', async () => {
    const { valueFrom } = sandboxWith('javascript', {}, true)
    await valueFrom('var kept = 1')
    const walls = descendantsOf(process.pid).filter(({ name }) => name === 'bwrap')
    assert.ok(walls.length > 0)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      for (const { pid } of walls) process.kill(pid, signal)
    assert.equal(await valueFrom('kept'), 1)
  })
})
