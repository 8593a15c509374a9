import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createCpuPriority, longMs, type Runner } from './cpu-priority.ts'

/** Runners of which each has run for so long, on a machine with so many processors. */
function stage(t: TestContext, ages: readonly (number | null)[], processors: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1000
  const runners = ages.map((age) => ({ age, isBack: false, isHeld: false, heldMs: 0 }))
  const asRunner = (each: (typeof runners)[number]): Runner => ({
    ranMs: () => each.age,
    heldMs: () => each.heldMs,
    standBack: () => void Object.assign(each, { isBack: true }),
    hold: () => void Object.assign(each, { isHeld: true }),
    release: () => void Object.assign(each, { isHeld: false }),
  })
  const { look } = createCpuPriority(runners.map(asRunner), processors, () => now)
  const which = (is: 'isBack' | 'isHeld') => runners.flatMap((runner, index) => (runner[is] ? [index] : []))
  return {
    look,
    runners,
    back: () => which('isBack'),
    held: () => which('isHeld'),
    pass(ms: number) {
      now += ms
      t.mock.timers.tick(ms)
    },
  }
}

const long = 9 * longMs

describe('scripts that run for long', () => {
  it('go behind others when there are as many as processors', (t) => {
    const { look, back } = stage(t, [longMs, 1, null, long], 2)
    look()
    assert.deepEqual(back(), [0, 3])
  })

  it('are left alone where a processor is left for others', (t) => {
    const { look, back, held } = stage(t, [long, null, 1], 3)
    look()
    assert.deepEqual([back(), held()], [[], []])
  })

  it('are paused while a new one runs, and a moment longer for its response', (t) => {
    const { look, held, runners, pass } = stage(t, [long, long, 1], 2)
    look()
    assert.deepEqual(held(), [0, 1])
    runners[2]!.age = null
    look()
    pass(1)
    assert.deepEqual(held(), [0, 1])
    pass(5)
    assert.deepEqual(held(), [])
  })

  it('continue where there are enough processors for them and the new one', (t) => {
    const { look, held, runners } = stage(t, [long, long, long, 1], 4)
    runners[1]!.heldMs = 5
    look()
    // Those that were paused before continue first.
    assert.deepEqual(held(), [0])
  })

  it('have half of the time, however many fresh ones come', (t) => {
    const { look, held, pass } = stage(t, [long, long, 1], 2)
    let heldMs = 0
    for (let ms = 0; ms < 1000; ms++) {
      look()
      if (held().length > 0) heldMs++
      pass(1)
    }
    assert.ok(heldMs > 300 && heldMs <= 510, `${heldMs} of 1000`)
  })

  it('do not wait for one another', (t) => {
    const { look, held } = stage(t, [long, long, long], 2)
    look()
    assert.deepEqual(held(), [])
  })
})
