import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compilePattern, isPatternSafe } from './pattern.ts'

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
      const expected = source === '^a|b$' ? /^(?:a|b)$/ : new RegExp(source, 'u')
      assert.equal(
        compilePattern(source).matches(text),
        expected.test(text),
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

test('a quantifier that takes as few as possible still needs as many', () => {
  assert.equal(compilePattern('^a+?$').matches(''), false)
  assert.equal(compilePattern('^a+?$').matches('aa'), true)
  assert.equal(compilePattern('^a{2,3}?b$').matches('ab'), false)
})

test('the first match is found, and the longest there, where the engine of the language finds it', () => {
  const patterns = ['a', 'a+', '\\d+', '[a-z]+\\d*', '(?:ab)+', 'a*', '^a', 'b$', '^ab$', 'a.c', '\\s+', 'x']
  const texts = ['', 'a', 'ba', 'aab', 'ab12cd', 'xxababx', 'a\nc abc', '  a  b ', '😀a😀', 'bb']
  for (const source of patterns)
    for (const text of texts)
      for (let from = 0; from <= text.length; from++) {
        const own = compilePattern(source).find(text, from, { left: 10_000 })
        const engine = new RegExp(source, 'gu')
        engine.lastIndex = from
        const found = engine.exec(text)
        if (found !== null && found.index < from) continue
        const expected = found && { from: found.index, to: found.index + found[0].length }
        if (text.codePointAt(from - 1)! > 0xffff) continue
        assert.deepEqual(own, expected, `${source} in ${JSON.stringify(text)} from ${from}`)
      }
  assert.deepEqual(compilePattern('a|ab').find('xab', 0, { left: 100 }), { from: 1, to: 3 })
  assert.equal(compilePattern('(a*)*b').find('a'.repeat(1_000), 0, { left: 500 }), null)
})
