import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { descendantsOf, isAlive } from '../sandbox/attacks/processes.ts'
import { inLongRun, someOf } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { apiKey, makeInstallation, type Server } from './stoa.ts'

const execute = async (server: Server, id: string, source: string, language = 'javascript') => {
  const { status, body } = await server.call('POST', `/sandbox/sessions/${id}/execute`, {
    language,
    source,
    timeoutMs: 20_000,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

/** Resolves while the script runs. */
async function untilItPrints(server: Server, id: string, source: string): Promise<void> {
  const response = await fetch(`${server.line.api}/sandbox/sessions/${id}/execute?stream=true`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ language: 'javascript', source, timeoutMs: 20_000 }),
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; !text.includes('event: stdout'); ) {
    const { value, done } = await reader.read()
    assert.equal(done, false, text)
    text += value
  }
  reader.read().catch(() => undefined)
}

test(
  'a session continues after a stop, on another server and after kill -9, and every script is charged at most once',
  inLongRun,
  async (t) => {
    const installation = await makeInstallation(t)
    const env = { ...(await externalSettings()), STOA_DATA_DIR: installation.dataDir, LOG_LEVEL: 'fatal' }
    const first = await installation.start(env)
    const made = await first.call('POST', '/sandbox/sessions', {})
    const { id } = made.body.data
    await execute(first, id, 'let count = 1; const next = () => ++count; files.write("f", "kept")')
    const { id: snake } = (await first.call('POST', '/sandbox/sessions', {})).body.data
    await execute(
      first,
      snake,
      'import collections\nseen = collections.Counter("abca")\ndef top(): return seen.most_common(1)\nopen("g", "w").write("kept")',
      'python',
    )
    // Immediately, before it was quiet long enough to be saved by itself.
    assert.equal((await first.stop()).code, 0)

    const second = await installation.start(env)
    const woken = await execute(second, id, 'return [next(), files.readText("f")]')
    assert.deepEqual([woken.result, woken.stateLost], [{ value: [2, 'kept'] }, false])
    const woke = await execute(second, snake, 'return [*top(), open("g").read()]', 'python')
    assert.deepEqual([woke.result, woke.stateLost], [{ value: [['a', 2], 'kept'] }, false])
    // Another server on the same database requests it while this one has not saved it yet.
    const other = await installation.start(env)
    await execute(second, id, 'return next()')
    const hopped = await execute(other, id, 'return [next(), files.readText("f")]')
    assert.deepEqual([hopped.result, hopped.stateLost], [{ value: [4, 'kept'] }, false])
    assert.equal((await execute(second, id, 'return next()')).result.value, 5)
    assert.equal((await other.stop()).code, 0)
    await untilItPrints(
      second,
      id,
      'count = 100; console.log("going"); await new Promise((r) => setTimeout(r, 19_000))',
    )
    await second.stop('SIGKILL')

    const third = await installation.start(env)
    const after = await execute(third, id, 'return count')
    assert.deepEqual([after.result.value < 100, after.stateLost], [true, true])
    assert.equal((await execute(third, id, 'return count')).stateLost, false)
    type Entry = { status: string; workId?: string }
    const entries = async (): Promise<Entry[]> =>
      (await third.call('GET', '/usage?type=sandbox&limit=100')).body.data
    const released = async () => (await entries()).some(({ status }) => status === 'released')
    await until(released).catch(() => until(released, 'what the killed server held to be released'))
    assert.deepEqual((await entries()).map(({ status }) => status).sort(), [
      'released',
      ...Array.from({ length: 9 }, () => 'settled'),
    ])
    const billing = await third.call('GET', '/usage/reconcile')
    assert.equal(billing.body.data.isClean, true, JSON.stringify(billing.body))
    assert.equal((await third.stop()).code, 0)
  },
)

for (const signal of someOf(['SIGINT', 'SIGTERM'] as const, 1))
  test(`a ${signal} to all processes of the server preserves what scripts made, and leaves none behind`, async (t) => {
    const installation = await makeInstallation(t)
    const env = { ...(await externalSettings()), STOA_DATA_DIR: installation.dataDir, LOG_LEVEL: 'fatal' }
    const first = await installation.start(env, { isGroup: true })
    const { id } = (await first.call('POST', '/sandbox/sessions', {})).body.data
    await execute(first, id, 'let count = 1; files.write("f", "kept")')
    const started = descendantsOf(first.pid).map(({ pid }) => pid)
    // As a terminal does, and as a service manager does with those that have left the group.
    process.kill(-first.pid, signal)
    for (const pid of started) if (isAlive(pid) && isInterpreterOrSupervisor(pid)) process.kill(pid, signal)
    assert.equal((await first.end()).code, 0)
    await until(() => started.every((pid) => !isInterpreterOrSupervisor(pid)), 'the end of all processes')
    const second = await installation.start(env)
    const woken = await execute(second, id, 'return [count, files.readText("f")]')
    assert.deepEqual([woken.result, woken.stateLost], [{ value: [1, 'kept'] }, false])
    assert.equal((await second.stop()).code, 0)
  })

/** Not the database, which has its own way to end. */
function isInterpreterOrSupervisor(pid: number): boolean {
  try {
    return /sandbox\/supervisor\/main\.ts|\/child\/main\.mjs/.test(
      readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
    )
  } catch {
    return false
  }
}
