import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readCrashes } from '../../src/crash-record.ts'
import {
  apiKey,
  databasePid,
  launcher,
  makeInstallation,
  makeTemplate,
  oldNode,
  type Server,
} from '../process/stoa.ts'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'

type Supervisor = {
  causeOf(code: number | null, signal: NodeJS.Signals | null): string
  pauseBefore(failures: number): number
  afterFailure(counts: Counts, exit: Exit): { counts: Counts; isRefusal: boolean; pauseMs: number | null }
}
type Counts = { crashes: number; refusals: number }
type Exit = { isUp: boolean; code: number | null; signal: NodeJS.Signals | null; ranMs: number }
// JavaScript, because it runs on any Node.
const file = new URL('../../bin/supervisor.mjs', import.meta.url)
const { causeOf, pauseBefore, afterFailure } = (await import(file.href)) as Supervisor

// The system says there which processes another one has started.
const onLinux = { skip: process.platform === 'linux' ? false : 'needs /proc' } as const

/** The server that a supervisor has started. */
async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return Number(children.trim().split(' ')[0])
}

const create = (server: Server, name: string) => server.call('POST', '/external-users', { name })

test(
  'a server that is killed during writes comes back by itself with everything it acknowledged',
  onLinux,
  async (t) => {
    const installation = await makeInstallation(t, launcher)
    await (await makeTemplate()).copyTo(installation.dataDir)
    const env = { STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey }
    const server = await installation.start(env, { isSupervised: true })
    const database = await databasePid(installation.dataDir)

    const acknowledged: string[] = []
    let failures = 0
    let isOver = false
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let i = 0; !isOver; i++) {
        const name = `user-${writer}-${i}`
        const response = await create(server, name).catch(() => null)
        if (response?.status === 200) acknowledged.push(name)
        else failures++
      }
    })
    await until(() => acknowledged.length > 20, 'some writes')
    const killed = await childOf(server.pid)
    process.kill(killed, 'SIGKILL')
    await until(() => failures > 0, 'requests that fail')
    const before = acknowledged.length
    await until(
      () => acknowledged.length > before + 20,
      'writes after the restart, on the same port',
      120_000,
    )
    isOver = true
    await Promise.all(writers)

    const stored = new Set((await server.listAll('/external-users')).map(({ name }) => name))
    assert.deepEqual(
      acknowledged.filter((name) => !stored.has(name)),
      [],
    )
    assert.notEqual(await childOf(server.pid), killed)
    assert.equal(await databasePid(installation.dataDir), database, 'the database ran on')
    const metrics = await fetch(new URL('/metrics', server.line.api), { headers: { 'x-api-key': apiKey } })
    assert.match(await metrics.text(), /^stoa_process_restarts 1$/m)
    const [crash] = await readCrashes(installation.dataDir)
    assert.match(crash!.cause, /SIGKILL/)
    const doctor = await installation.run(['doctor', '--json'], env)
    const finding = JSON.parse(doctor.stdout).find(({ check }: { check: string }) => check === 'Crashes')
    assert.match(finding.finding, /^1 in the last seven days.*SIGKILL/)

    const { code, stdout, stderr } = await server.stop()
    assert.equal(code, 0, 'SIGTERM passes through')
    assert.equal(stdout.trim().split('\n').length, 1, 'what a start prints is printed once')
    assert.match(stderr, /stoa: the server crashed \(killed \(SIGKILL\).*restarted in 100 ms/)
    assert.match(stderr, /"cause":"killed \(SIGKILL\).*restarted after a crash/)
    assert.equal(await databasePid(installation.dataDir), null)
  },
)

test('a server that keeps crashing is given up, and one that cannot start is not restarted', {
  skip: onLinux.skip || inLongRun.skip,
}, async (t) => {
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey }
  const server = await installation.start(env, { isSupervised: true })
  let isOver = false
  const ended = server.end().finally(() => {
    isOver = true
  })
  const killed = new Set<number>()
  while (!isOver) {
    const pid = await until(
      async () => {
        if (isOver) return -1
        const found = await childOf(server.pid).catch(() => 0)
        return found > 0 && !killed.has(found) ? found : 0
      },
      'the next server',
      120_000,
    )
    if (pid === -1) break
    killed.add(pid)
    process.kill(pid, 'SIGKILL')
  }
  const { code, stderr } = await ended
  assert.equal(code, 1)
  assert.equal(killed.size, 6)
  assert.match(stderr, /stoa: the server crashed 6 times in a row, the last time with killed \(SIGKILL\)/)

  const wrong = await installation.run(['start'], { ...env, PORT: 'none' })
  assert.equal(wrong.code, 1)
  assert.ok(!wrong.stderr.includes('crashed'), wrong.stderr)
})

test('a terminal that is closed stops the server and its database', async (t) => {
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey }
  const server = await installation.start(env, { isSupervised: true, isGroup: true })
  process.kill(-server.pid, 'SIGHUP')
  const { code, stderr } = await server.end()
  assert.equal(code, 0)
  assert.match(stderr, /"msg":"stopped"/)
  assert.equal(await databasePid(installation.dataDir), null)
})

test('a shell of npm that is ended, as npx does when it is stopped, ends the server', onLinux, async (t) => {
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const shell = join(installation.dataDir, '..', 'shell')
  // Of two commands none replaces the shell.
  await writeFile(shell, `#!/bin/sh\n${process.execPath} "$@"\nexit $?\n`, { mode: 0o755 })
  const env = { STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey, npm_command: 'exec' }
  const server = await installation.start(env, { isSupervised: true, node: shell })
  assert.equal((await server.stop('SIGTERM')).signal, 'SIGTERM')
  await until(async () => (await databasePid(installation.dataDir)) === null, 'the end of the database')
})

test('an older Node that is killed leaves no server behind', inLongRun, async (t) => {
  const node = await oldNode()
  if (node === null) return t.skip('the Node of this machine is new enough')
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const env = { STOA_DATA_DIR: installation.dataDir, STOA_API_KEY: apiKey }
  const server = await installation.start(env, { node })
  assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
  await until(async () => (await databasePid(installation.dataDir)) === null, 'the end of the database')
})

/** Memory of a process that no other shares, in megabytes. */
async function ownMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

test('a bug and a full heap are crashes with their cause; the supervisor itself is small', {
  skip: onLinux.skip || inLongRun.skip,
}, async (t) => {
  const installation = await makeInstallation(t, launcher)
  await (await makeTemplate()).copyTo(installation.dataDir)
  const crashFile = join(installation.directory, 'crash')
  const server = await installation.start(
    {
      STOA_DATA_DIR: installation.dataDir,
      STOA_API_KEY: apiKey,
      STOA_TEST_CRASH: crashFile,
      NODE_OPTIONS: `--max-old-space-size=320 --import=${new URL('./crashing.mjs', import.meta.url).href}`,
    },
    { isSupervised: true },
  )
  const [own, servers] = [await ownMegabytes(server.pid), await ownMegabytes(await childOf(server.pid))]
  // It does not load the product: what is left is Node itself.
  assert.ok(own < servers / 2 && own < 48, `${own.toFixed(0)} MB beside ${servers.toFixed(0)} of the server`)

  for (const [how, cause] of [
    ['throw', /exit code|planted bug/],
    ['heap', /SIGABRT.*heap/],
  ] as const) {
    const acknowledged = await create(server, `before-${how}`)
    assert.equal(acknowledged.status, 200)
    const crashed = await childOf(server.pid)
    await writeFile(crashFile, how)
    process.kill(crashed, 'SIGUSR2')
    await until(
      async () => {
        const child = await childOf(server.pid).catch(() => 0)
        if (child === 0 || child === crashed) return false
        return create(server, `after-${how}`).then(
          ({ status }) => status === 200,
          () => false,
        )
      },
      `a server after ${how}`,
      180_000,
    )
    const crashes = await readCrashes(installation.dataDir)
    assert.ok(
      crashes.some((crash) => cause.test(crash.cause)),
      JSON.stringify(crashes),
    )
  }
  const stored = new Set((await server.listAll('/external-users')).map(({ name }) => name))
  for (const how of ['throw', 'heap']) assert.ok(stored.has(`before-${how}`) && stored.has(`after-${how}`))
  const { code, stderr } = await server.stop()
  assert.equal(code, 0)
  assert.match(stderr, /planted bug/, 'the bug is in the log')
})

test('the causes of exits and the pauses between restarts', () => {
  assert.match(causeOf(null, 'SIGABRT'), /heap/)
  assert.equal(causeOf(1, null), 'exit code 1')
  assert.deepEqual([1, 2, 3, 4, 9].map(pauseBefore), [100, 200, 400, 800, 10_000])
})

test('a database that is away for minutes after a crash does not end it; a server that keeps crashing does', () => {
  const crash: Exit = { isUp: true, code: null, signal: 'SIGKILL', ranMs: 5_000 }
  const refusal: Exit = { isUp: false, code: 1, signal: null, ranMs: 300 }
  let counts: Counts = { crashes: 0, refusals: 0 }
  let waitedMs = 0
  const play = (exit: Exit) => {
    const failure = afterFailure(counts, exit)
    counts = failure.counts
    waitedMs += failure.pauseMs ?? 0
    return failure.pauseMs
  }
  play(crash)
  let tries = 1
  while (play(refusal) !== null) tries++
  assert.equal(tries, 30)
  assert.ok(waitedMs > 3 * 60_000, `given up after ${waitedMs} ms`)

  counts = { crashes: 0, refusals: 0 }
  const pauses = Array.from({ length: 6 }, () => play(crash))
  assert.deepEqual(pauses, [100, 200, 400, 800, 1_600, null])
  counts = { crashes: 5, refusals: 0 }
  assert.equal(play({ ...crash, ranMs: 61_000 }), 100, 'one that ran well begins again')
  counts = { crashes: 1, refusals: 12 }
  assert.notEqual(play(crash), null)
  assert.deepEqual(counts, { crashes: 2, refusals: 0 }, 'it was up in between')
  counts = { crashes: 5, refusals: 0 }
  assert.equal(play({ ...refusal, signal: 'SIGKILL', code: null }), null, 'killed while it starts is a crash')
})
