import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createSaves, job, openSandboxes } from './testing.ts'

/** Two sessions of a project in one process, each with something that no save has, where nothing else runs. */
async function openTwo(t: Pick<TestContext, 'after'>) {
  const sandboxes = openSandboxes(t, { warm: { javascript: 1, python: 0 } })
  const open = () => sandboxes.open({ projectId: 'project', lastSave: createSaves().lastSave })
  const [one, other] = [open(), open()]
  await one.execute('javascript', job('let kept = "one"'))
  await other.execute('javascript', job('let kept = "other"'))
  assert.equal((await sandboxes.health()).languages.javascript.bound, 1)
  return { one, other, open }
}

/** A script that says when it has begun and then takes a while; `begun` resolves when it has. */
function slowJob(source: string, signal?: AbortSignal) {
  const { promise: started, resolve } = Promise.withResolvers<void>()
  const onOutput = () => resolve()
  const whole = `console.log(1); await new Promise((r) => setTimeout(r, 30)); ${source}`
  return { started, job: job(whole, { onOutput, ...(signal ? { signal } : {}) }) }
}

const spin = 'const end = Date.now() + 150; while (Date.now() < end) {}; kept'

describe('sessions of a project that share a process', () => {
  it('continue when one of them is closed while another runs a script', async (t) => {
    const { one, other } = await openTwo(t)
    const slow = slowJob(spin)
    const running = one.execute('javascript', slow.job)
    await slow.started
    await other.close()
    const { result, stateLost } = await running
    assert.deepEqual({ result, stateLost }, { result: '"one"', stateLost: false })
    await one.close()
  })

  it('continue when a script that waits behind theirs is cancelled', async (t) => {
    const { one, other } = await openTwo(t)
    const slow = slowJob(spin)
    const running = one.execute('javascript', slow.job)
    await slow.started
    const stop = new AbortController()
    const waiting = other.execute('javascript', job('kept = "changed"', { signal: stop.signal }))
    // Sent on its way before it is taken back.
    await new Promise(setImmediate)
    stop.abort()
    const cancelled = await waiting
    assert.equal(cancelled.failure?.code, 'killed')
    assert.deepEqual([cancelled.isLost, cancelled.ranMs], [false, 0])
    assert.equal((await running).result, '"one"')
    assert.equal((await other.execute('javascript', job('kept'))).result, '"other"')
    await Promise.all([one.close(), other.close()])
  })

  it('lose nothing when a script of one of them is cancelled, or its session closed', async (t) => {
    const { one, other } = await openTwo(t)
    const stop = new AbortController()
    const endless = slowJob('for (;;) {}', stop.signal)
    const running = one.execute('javascript', endless.job)
    await endless.started
    stop.abort()
    const cancelled = await running
    assert.match(cancelled.failure!.error, /cancelled/)
    assert.equal(cancelled.isLost, false)
    assert.equal((await one.execute('javascript', job('kept'))).result, '"one"')
    const again = slowJob('for (;;) {}')
    const closed = one.execute('javascript', again.job)
    await again.started
    await one.close()
    assert.equal((await closed).failure?.code, 'killed')
    const { result, stateLost } = await other.execute('javascript', job('kept'))
    assert.deepEqual({ result, stateLost }, { result: '"other"', stateLost: false })
    await other.close()
  })

  it('do not wait for a script of another that computes: it continues elsewhere, with its files', async (t) => {
    const { one, other, open } = await openTwo(t)
    await other.putFile('f', Buffer.from('x'))
    const stop = new AbortController()
    const endless = slowJob('for (;;) {}', stop.signal)
    const running = one.execute('javascript', { ...endless.job, timeoutMs: 60_000 })
    await endless.started
    let isRunning = true
    void running.then(() => {
      isRunning = false
    })
    assert.deepEqual(await other.listFiles(), [{ path: 'f', sizeBytes: 1 }])
    await other.putFile('g', Buffer.from('y'))
    assert.equal((await other.save()).kind, 'saved')
    const { result, stateLost } = await other.execute(
      'javascript',
      job('[kept, files.readText("f") + files.readText("g")]'),
    )
    assert.deepEqual([result, stateLost, isRunning], ['["other","xy"]', false, true])
    const third = open()
    assert.equal((await third.execute('javascript', job('3'))).result, '3')
    assert.equal(isRunning, true)
    stop.abort()
    assert.equal((await running).isLost, false)
    assert.equal((await one.execute('javascript', job('kept'))).result, '"one"')
    await Promise.all([one.close(), other.close(), third.close()])
  })
})

describe('the time of a script', () => {
  it('is that of its own instructions, not of waiting in a queue or for an interpreter', async (t) => {
    const narrow = openSandboxes(t, {
      warm: { javascript: 0, python: 0 },
      maxConcurrent: 1,
      maxConcurrentPerProject: 1,
    })
    const startedAt = performance.now()
    const [first, second] = await Promise.all([
      narrow.run('project', 'javascript', job('const end = Date.now() + 200; while (Date.now() < end) {}')),
      narrow.run('project', 'javascript', job('1')),
    ])
    const wholeMs = performance.now() - startedAt
    assert.ok(first.ranMs >= 200 && first.ranMs < wholeMs, `${first.ranMs} of ${wholeMs} ms`)
    assert.ok(second.ranMs > 0 && second.ranMs < first.ranMs, `${second.ranMs} ms`)
  })

  it('of one that was killed is how long it was worked on', async (t) => {
    const strict = openSandboxes(t, { warm: { javascript: 0, python: 1 }, graceMs: 100 })
    const { failure, ranMs } = await strict.run(
      'project',
      'python',
      job('sum(range(10**13))', { timeoutMs: 200 }),
    )
    assert.equal(failure?.code, 'timeout')
    assert.ok(ranMs >= 300, `${ranMs} ms`)
  })
})
