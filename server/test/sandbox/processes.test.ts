import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { availableParallelism, getPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import type { Sandboxes } from '../../src/kernel/sandbox/sandboxes.ts'
import { createSaves, job, openSandboxes } from '../../src/kernel/sandbox/testing.ts'
import { until } from '../until.ts'
import { descendantsOf, isAlive } from './attacks/processes.ts'

/** A process with sandboxes in which a script of each language spins. */
async function startHost(t: TestContext) {
  const program = join(import.meta.dirname, 'attacks/host-process.ts')
  const host = spawn(process.execPath, ['--no-warnings', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => host.kill('SIGKILL'))
  let spinning = 0
  for await (const line of createInterface({ input: host.stdout! })) {
    if (line === 'spinning' && ++spinning === 2) break
  }
  const supervisor = descendantsOf(host.pid!).find(({ parent }) => parent === host.pid)!
  return {
    host,
    supervisor: supervisor.pid,
    interpreters: descendantsOf(supervisor.pid).map(({ pid }) => pid),
  }
}

function nicenessOf(pid: number): number | null {
  try {
    return getPriority(pid)
  } catch {
    return null
  }
}

/** One letter, as the kernel has it: R for one that runs, T for one that was stopped. */
function stateOf(pid: number): string | null {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))![1]!
  } catch {
    return null
  }
}

const manyConcurrently = { maxConcurrent: 2 * availableParallelism() }

const behind = () => descendantsOf(process.pid).filter(({ pid }) => nicenessOf(pid) === 12)

/** As many scripts that never end as there are processors, all of which have a lower priority than others. */
async function startLoops(sandboxes: Sandboxes) {
  const startedAt = performance.now()
  const stop = new AbortController()
  const loops = Array.from({ length: availableParallelism() }, (_, index) =>
    sandboxes.run(
      `project ${index}`,
      'javascript',
      job('for (;;) {}', { signal: stop.signal, timeoutMs: 60_000 }),
    ),
  )
  await until(() => behind().length >= loops.length, 'all of them to yield')
  return { loops, stop, startedAt }
}

const haveExited = (pids: readonly number[]) => pids.every((pid) => !isAlive(pid))

describe('no process outlives those above it', () => {
  it('when the server is killed, the supervisor and every interpreter end, also those that spin', async (t) => {
    const { host, supervisor, interpreters } = await startHost(t)
    assert.ok(interpreters.length >= 2)
    host.kill('SIGKILL')
    await until(() => haveExited([supervisor, ...interpreters]), 'the end of all processes')
  })

  it('when the supervisor is killed, every interpreter ends', async (t) => {
    const { supervisor, interpreters } = await startHost(t)
    process.kill(supervisor, 'SIGKILL')
    await until(() => haveExited(interpreters), 'the end of the interpreters')
  })
})

describe('a supervisor that dies', () => {
  it('is started again; scripts that ran end as killed, sessions resume from their save', async (t) => {
    const sandboxes = openSandboxes(t)
    const saves = createSaves()
    const session = sandboxes.open({ projectId: 'project', lastSave: saves.lastSave })
    await session.execute('javascript', job('let kept = 1'))
    saves.keep(await session.save())
    const [supervisor] = descendantsOf(process.pid)
    const onOutput = () => process.kill(supervisor!.pid, 'SIGKILL')
    const source = 'kept = 2; console.log(1); await new Promise((r) => setTimeout(r, 30)); for (;;) {}'
    const ended = await session.execute('javascript', job(source, { onOutput }))
    assert.equal(ended.failure?.code, 'killed')
    assert.equal(ended.stateLost, true)
    assert.equal((await session.execute('javascript', job('kept'))).result, '1')
  })

  it('is not heard of by those who wait for their turn, nor by a session of both languages', async (t) => {
    const sandboxes = openSandboxes(t, { warm: { javascript: 1, python: 1 }, maxConcurrentPerProject: 1 })
    const session = sandboxes.open({ projectId: 'both', lastSave: createSaves().lastSave })
    await session.execute('javascript', job('files.write("f", "1")'))
    await session.execute('python', job('x = 1'))
    const [supervisor] = descendantsOf(process.pid)
    const onOutput = () => process.kill(supervisor!.pid, 'SIGKILL')
    const killed = sandboxes.run('project', 'javascript', job('console.log(1); for (;;) {}', { onOutput }))
    const waiting = [1, 2, 3].map((value) => sandboxes.run('project', 'javascript', job(`return ${value}`)))
    assert.equal((await killed).failure?.code, 'killed')
    const after = await session.execute('javascript', job('files.list().length'))
    assert.deepEqual([after.result, after.stateLost], ['0', true])
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ result }) => result),
      ['1', '2', '3'],
    )
  })
})

describe('the processes', () => {
  it('have no environment, no rights and nothing open that is not theirs', async (t) => {
    // bubblewrap has helper processes around each, which are no interpreters.
    const sandboxes = openSandboxes(t, { hasBubblewrap: false })
    await sandboxes.run('project', 'javascript', job('1'))
    const [supervisor, ...interpreters] = descendantsOf(process.pid)
    assert.equal(readFileSync(`/proc/${supervisor!.pid}/environ`, 'utf8'), '')
    for (const { pid } of interpreters) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      // One that is only just starting has not closed itself yet.
      if (!/^Seccomp_filters:\s+2$/m.test(status)) continue
      assert.match(status, /^Seccomp:\s+2$/m)
      assert.match(status, /^NoNewPrivs:\s+1$/m)
      assert.match(status, /^CapEff:\s+0+$/m)
      if (process.getuid!() !== 0) continue
      assert.match(status, /^Uid:\s+65534\s+65534\s+65534\s+65534$/m)
      assert.equal(readFileSync(`/proc/${pid}/environ`, 'utf8'), '')
      const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
      const foreign = open.filter(
        (path) => !/^(\/dev\/null|socket:|pipe:|anon_inode:\[(eventpoll|eventfd)\])/.test(path),
      )
      assert.deepEqual(foreign, [])
      assert.equal(open.filter((path) => path.startsWith('socket:')).length, 3)
    }
  })

  it('yield while they compute for long, and slow down no other run', async (t) => {
    const { loops, stop } = await startLoops(openSandboxes(t, manyConcurrently))
    stop.abort()
    await Promise.all(loops)
    await until(() => behind().length === 0, 'none to be left behind')
  })

  it('are paused while a new script runs, are not charged for that, and continue', async (t) => {
    const sandboxes = openSandboxes(t, manyConcurrently)
    const { loops, stop, startedAt } = await startLoops(sandboxes)
    const computing = behind().map(({ pid }) => pid)
    const isStill = (pid: number) => stateOf(pid) === 'T'
    const brief = job('for (const end = Date.now() + 15; Date.now() < end; );')
    let wasStill = false
    await until(async () => {
      const running = sandboxes.run('another', 'javascript', brief)
      for (const end = performance.now() + 15; performance.now() < end; ) wasStill ||= computing.some(isStill)
      await running
      return wasStill
    }, 'one of them to be seen standing still')
    await until(() => !computing.some(isStill), 'all of them to continue')
    stop.abort()
    for (const { failure, ranMs } of await Promise.all(loops)) {
      assert.equal(failure?.code, 'killed')
      assert.ok(ranMs < performance.now() - startedAt)
    }
  })

  it('belong to one project each, and end when idle', async (t) => {
    const sandboxes = openSandboxes(t)
    const open = (projectId: string) => sandboxes.open({ projectId, lastSave: createSaves().lastSave })
    const sessions = ['a', 'b', 'c'].map(open)
    await Promise.all(sessions.map((session) => session.execute('javascript', job('1'))))
    assert.equal((await sandboxes.health()).languages.javascript.bound, 3)
    const before = descendantsOf(process.pid).map(({ pid }) => pid)
    await sandboxes.close()
    await until(() => haveExited(before), 'the end of all processes')
  })
})
