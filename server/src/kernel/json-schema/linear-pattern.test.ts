import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RE2JS } from 're2js'
import { createRandom } from '../../../test/hostile-arguments.ts'
import { compileLinearPattern } from './linear-pattern.ts'
import { programSizeOf } from './program-size.ts'

const isUsable = (source: string) => 'pattern' in compileLinearPattern(source)

test('refuses repetitions that compile into more than a few thousand instructions', () => {
  for (const source of [
    '[a-z]{0,999}'.repeat(41),
    '(?:a{0,31}){0,31}'.repeat(29),
    '((a{1,9}){1,9}){1,90}',
    '\\Q[\\E(?:a{0,31}){0,31}(?:a{0,31}){0,31}(?:a{0,31}){0,31}',
    '[[](?:a{0,31}){0,31}(?:a{0,31}){0,31}(?:a{0,31}){0,31}',
    '[\\]](?:[]a]{0,31}){0,31}(?:a{0,31}){0,31}(?:a{0,31}){0,31}',
  ])
    assert.match(JSON.stringify(compileLinearPattern(source)), /must not repeat its parts/, source)
})

test('takes what people write', () => {
  for (const source of [
    '^[\\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,63}$',
    '^.{1,1000}$',
    '(?<year>\\d{4})-(?P<month>\\d\\d)',
    '[[:alpha:]]+|\\p{Greek}{2,}',
    'a{,3}{x}',
  ])
    assert.ok(isUsable(source), source)
})

test('says what cannot be read', () => {
  const fault = JSON.stringify(compileLinearPattern('(a'))
  assert.match(fault, /RE2 syntax, without look-arounds and back references \(.*missing closing/)
})

test('counts no fewer instructions than the engine compiles', () => {
  const random = createRandom(7)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const atoms = [
    'a',
    '.',
    '[a-z]',
    '[^]a]',
    '[[:alpha:]b]',
    '\\d',
    '\\p{L}',
    '\\x{61}',
    '\\141',
    '\\Q[(\\E',
    '\\[',
    '^',
    '\\b',
  ]
  const times = ['', '', '*', '+?', '?', '{3}', '{0,40}', '{2,}', '{1,9}?', '{,2}', '{x']
  const groups = ['(', '(?:', '(?i:', '(?P<n>', '(?<n>']
  const made = (depth: number): string =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const part =
        depth > 0 && random() < 0.5 ? `${pick(groups)}${made(depth - 1)}|${made(depth - 1)})` : pick(atoms)
      return part + pick(times)
    }).join('')
  let compared = 0
  for (let i = 0; i < 3_000; i++) {
    const source = made(3)
    const counted = programSizeOf(source)
    if (counted > 20_000) continue
    try {
      // Two instructions frame every program.
      const compiled = RE2JS.compile(source).programSize() - 2
      assert.ok(counted >= compiled, `${source}: ${counted} counted, ${compiled} compiled`)
      compared++
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
    }
  }
  assert.ok(compared > 500, String(compared))
})
