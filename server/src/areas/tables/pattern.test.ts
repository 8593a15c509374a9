import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePattern, isPatternSafe } from './schema/pattern.ts'

test('patterns agree with the engine of the language on what both know', () => {
  const patterns = [
    'a',
    '^a',
    'a$',
    '^a$',
    '^(ab|c)+$',
    '^a{2,3}$',
    '^a{2}$',
    '^a{2,}$',
    '^[a-c]+$',
    '^[^a-c]+$',
    '^\\d{3}-\\w+$',
    'a.c',
    '^(?:x|y)?z$',
    '^\\s*$',
    '\\.$',
    '^a|b$',
    '^(a|b)$',
    'a\\$',
    '^[\\d.]+$',
    '^(a*)*b$',
    '^a{0,2}$',
  ]
  const texts = [
    '',
    'a',
    'b',
    'aa',
    'aaa',
    'aaaa',
    'ab',
    'abab',
    'abc',
    'xyz',
    'z',
    'xz',
    '123-a_b',
    'a\nc',
    ' \t',
    '1.2',
    'a$',
    'cab',
    'aab',
  ]
  for (const source of patterns) {
    for (const text of texts) {
      // `^a|b$` binds its anchors to one side there and to the whole here, as people mean it.
      const wanted = source === '^a|b$' ? /^(?:a|b)$/ : new RegExp(source, 'u')
      assert.equal(
        compilePattern(source).matches(text),
        wanted.test(text),
        `${source} on ${JSON.stringify(text)}`,
      )
    }
  }
})

test('what it does not know is refused', () => {
  for (const source of [
    '(?=a)',
    '(a',
    'a)',
    '[a',
    '\\b',
    '\\1',
    'a{2,1}',
    'a{9999}',
    '*a',
    '(a{400}){400}',
    'a\\',
  ])
    assert.equal(isPatternSafe(source), false, source)
})

test('a pattern that ruins others takes no longer than any other', () => {
  const pattern = compilePattern('^(a+)+(a|aa)*$')
  assert.equal(pattern.matches(`${'a'.repeat(5_000)}b`), false)
  assert.equal(pattern.matches('a'.repeat(5_000)), true)
})

test('a pattern of many states gives up when its budget is spent, and says so', () => {
  const pattern = compilePattern('.{0,480}.{0,480}x')
  assert.equal(pattern.matches('a'.repeat(10_000), { left: 300_000 }), null)
  assert.equal(pattern.matches('aaax', { left: 300_000 }), true)
})

test('texts that are matched together share a budget', () => {
  const pattern = compilePattern('^(a|b)*$')
  const budget = { left: 10_000 }
  assert.equal(pattern.matches('ab'.repeat(200), budget), true)
  assert.equal(pattern.matches('ab'.repeat(5_000), budget), null)
})

test('repetitions of nothing are refused before they are counted out', () => {
  assert.equal(isPatternSafe('(((((?:){500}){500}){500}){500}){500}'), false)
  assert.equal(isPatternSafe('(?:){500}{500}{500}{500}'), false)
})
