import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { createContext, runInContext } from 'node:vm'
import { createSources } from '../../../test/expressions/random-source.ts'
import { sizeOf } from '../../../test/size.ts'
import { compileExpression, ExpressionError } from './index.ts'

/**
 * What the language shares with JavaScript means the same in both. `STOA_TEST_SEEDS=100000` tries more,
 * `STOA_TEST_SEED` begins with a seed that was printed.
 */
const count = sizeOf({ short: 800, long: 100_000, variable: 'STOA_TEST_SEEDS' })
const first = Number(process.env.STOA_TEST_SEED ?? randomInt(1_000_000_000))

const roots = {
  input: {
    n: 3,
    f: 1.5,
    s: 'abc',
    t: 'Größe',
    yes: true,
    numbers: [3, 1, 2],
    strings: ['b', 'a'],
    records: [
      { n: 1, s: 'x' },
      { n: 2, s: 'y' },
    ],
  },
}
const names = {
  number: ['input.n', 'input.f', 'input?.n', 'input["f"]', 'input.records[0].n'],
  string: ['input.s', 'input.t', 'input.records[1]?.s', 'input.strings[0]'],
  boolean: ['input.yes'],
  numbers: ['input.numbers'],
  strings: ['input.strings'],
  records: ['input.records'],
}

test('random sources of the shared subset give what JavaScript gives', (t) => {
  const context = createContext(structuredClone(roots))
  let compared = 0
  for (let seed = first; seed < first + count; seed++) {
    const source = createSources(seed, { names, wrong: 0, isShared: true }).next(4)
    if (source.length > 4_000) continue
    let own: unknown
    try {
      own = compileExpression(source).evaluate({ roots, now: 0 })
    } catch (error) {
      // Numbers that are not finite, and what takes too much, are failures here alone.
      const { code } = error as ExpressionError
      assert.ok(
        error instanceof ExpressionError && /^(invalid_value|.*exceeded|.*too_deep)$/.test(code),
        `STOA_TEST_SEED=${seed}: ${source}: ${error}`,
      )
      continue
    }
    const expected: unknown = runInContext(`JSON.stringify(${source})`, context)
    assert.equal(JSON.stringify(own), expected, `STOA_TEST_SEED=${seed}: ${source}`)
    compared++
  }
  t.diagnostic(`seeds ${first} to ${first + count - 1}: ${compared} compared`)
  assert.ok(compared > count * 0.8, `${compared} of ${count} compared`)
})

test('what JavaScript does otherwise is known', () => {
  const own = (source: string) => compileExpression(source).evaluate({ roots, now: 0 })
  assert.equal(own('1 == "1"'), false)
  assert.equal(own('[1] == [1]'), true)
  assert.deepEqual(own('[10, 9].sort()'), [9, 10])
  assert.equal(own('"a" + null'), 'a')
  assert.equal(own('input.missing.x'), null)
})
