import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { inLongRun, someOf } from '../../../test/size.ts'
import { createSaves, job, openSandboxes } from './testing.ts'

const sandboxes = openSandboxes({ after }, { warm: { javascript: 1, python: 1 } })
const open = (projectId = 'project', saves = createSaves()) =>
  sandboxes.open({ projectId, lastSave: saves.lastSave })

/** How often a session says that it lost its state after a script has broken something in it. */
async function lossesAfter(
  language: 'javascript' | 'python',
  source: string,
  timeoutMs?: number,
): Promise<number> {
  const session = open()
  const neighbour = open()
  await session.execute(language, job('kept = 7'))
  await neighbour.execute(language, job('kept = 8'))
  const results = [await session.execute(language, job(source, timeoutMs === undefined ? {} : { timeoutMs }))]
  for (let i = 0; i < 3; i++) results.push(await session.execute(language, job('20 + 1')))
  // What was broken may show only in the next script, which then says so.
  for (const { result, stateLost } of results.slice(1)) assert.ok(result === '21' || stateLost, source)
  assert.equal(results.at(-1)!.result, '21')
  const other = await neighbour.execute(language, job('kept'))
  assert.deepEqual([other.result, other.stateLost], ['8', false])
  await Promise.all([session.close(), neighbour.close()])
  return results.filter(({ stateLost }) => stateLost).length
}

const endless = 'for (;;) {}'
// Of scripts that do not end by themselves; others have the time that a busy machine takes.
const endlessMs = 1000

describe('a session in which a script leaves something endless', () => {
  it('continues without it where it can be ended', async () => {
    const jobs = `for (let i = 0; i < 5; i++) Promise.resolve().then(() => { ${endless} }); 1`
    assert.equal(await lossesAfter('javascript', jobs, endlessMs), 0)
    const timers = `for (let i = 0; i < 20; i++) setTimeout(() => { ${endless} }, 1); await new Promise(() => {})`
    assert.equal(await lossesAfter('javascript', timers, endlessMs), 0)
  })

  it('starts again where it cannot, and says so once', async () => {
    const collected = `const all = new FinalizationRegistry(() => { all.register({}, 1); ${endless} })
      for (let i = 0; i < 10; i++) all.register({}, 1)`
    assert.equal(await lossesAfter('javascript', collected, endlessMs), 1)
  })
})

describe('a session in which a script changes what runs scripts', () => {
  for (const source of [
    'sys.modules["_sandbox"].run = lambda: None',
    'sys.modules["_sandbox"].attempt = lambda: {"result": "1"}',
    'import builtins; builtins.compile = None',
  ])
    it(`starts again and says so once: ${source}`, async () => {
      assert.equal(await lossesAfter('python', `import sys\n${source}`), 1)
    })
})

describe('a session in which a script changes the place that the next one begins in', () => {
  it('continues where that can be repaired', async () => {
    const setter =
      'Object.defineProperty(globalThis, "state", { get() { for (;;) {} }, set() { for (;;) {} }, configurable: true })'
    assert.equal(await lossesAfter('javascript', setter, endlessMs), 0)
  })

  for (const source of [
    'Object.freeze(globalThis)',
    'Object.defineProperty(globalThis, "state", { configurable: false, writable: false })',
  ])
    it(`starts again and says so once where it cannot: ${source}`, async () => {
      assert.equal(await lossesAfter('javascript', source), 1)
    })
})

describe('a session whose memory is full', () => {
  // Filling memory and reading it back take seconds of processor time.
  const patient = { timeoutMs: 300_000 }
  const fill = (piece: string) =>
    `import random\nheld = []\ntry:\n    while True: held.append(${piece})\nexcept MemoryError: pass\nreturn len(held)`

  for (const piece of someOf(['bytearray(1 << 20)', 'random.randbytes(1 << 20)'], 1))
    it(`works in another process, or says once that it does not: ${piece}`, async () => {
      const saves = createSaves()
      const first = open('first', saves)
      const { result } = await first.execute('python', job(fill(piece), patient))
      saves.keep(await first.save())
      await first.close()
      // Another project never gets the process that has grown for it.
      const woken = open('second', saves)
      const again = await woken.execute(
        'python',
        job('return len(held) if "held" in globals() else 0', patient),
      )
      assert.equal(again.failure, null, again.failure?.error)
      assert.deepEqual(again.stateLost, again.result !== result)
      assert.equal((await woken.execute('python', job('1', patient))).stateLost, false)
      await woken.close()
    })

  it(
    'continues elsewhere also where a script before it had filled the process it began in',
    inLongRun,
    async () => {
      const saves = createSaves()
      await sandboxes.run('third', 'python', job(fill('bytearray(1 << 20)'), patient))
      const first = open('third', saves)
      await first.execute('python', job('kept = 7', patient))
      saves.keep(await first.save())
      await first.close()
      const woken = open('fourth', saves)
      const { result, stateLost } = await woken.execute('python', job('return kept', patient))
      assert.deepEqual([result, stateLost], ['7', false])
      await woken.close()
    },
  )
})
