// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language has them too
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../../test/hostile-arguments.ts'
import {
  checkExpression,
  checkTemplate,
  compileExpression,
  compileTemplate,
  complete,
  ExpressionError,
  expressionLimits,
  typeOfValue,
} from './index.ts'

const names = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupGetter__',
  'caller',
  'arguments',
  'call',
  'apply',
  'bind',
  'then',
]

/** Whatever JavaScript's objects inherit must not exist. */
const inherited = names.flatMap((name) => [
  `input.${name}`,
  `input["${name}"]`,
  `input.list.${name}`,
  `input.s.${name}`,
  `input.n.${name}`,
  `input.${name}.${name}`,
  `"".${name}`,
  `[].${name}`,
  `{}.${name}`,
  `{}["${name}"]`,
  `input.list.map(x => x.${name})`,
])
const calledOn = names.flatMap((name) => [
  `input.${name}()`,
  `input.s.${name}("return process")`,
  `${name}.${name}("x")()`,
  `input.list.map(${name})`,
  `${name}`,
])
const escapes = [
  'process',
  'globalThis',
  'global',
  'require("fs")',
  'this',
  'self',
  'Function("return 1")()',
  'eval("1")',
  'import("fs")',
  '(() => 1)()',
  '[].map.call(1)',
  'new Function("a")',
  'input.list.map(x => this)',
  'Math.constructor("return process")()',
  'JSON.__proto__',
  'Object.assign(input, {n: 1})',
  'Object.setPrototypeOf(input, null)',
  'Object.getPrototypeOf(input)',
  'Object.defineProperty(input, "n", {})',
  'Object.create(null)',
  'Array.from([1])',
  'Array.prototype',
  'Reflect.get(input, "n")',
  'input.n = 5',
  'input.list.push(1)',
  'delete input.n',
  'input.n++',
  '`${process}`',
  'async () => 1',
  '(a = 1) => a',
  '({a}) => a',
]
const grown = [
  'l.map(a => l.map(b => l.map(c => c)))',
  'l.flatMap(a => l).flatMap(a => l)',
  'l.reduce((a, x) => a + a + "x", "x")',
  'l.reduce((a, x) => a.concat(a), [1])',
  'l.reduce((a, x) => [a, a, a], [])',
  'l.reduce((a, x) => ({a, b: a}), {})',
  'l.reduce((a, x) => ({...a, [x]: 1}), {})',
  'l.reduce((a, x) => a.merge({a}), {})',
  'l.sort((a, b) => l.sum())',
  'l.map(x => t).join(t)',
  't.split("").map(x => t)',
  't.split("").join(t)',
  't.replaceAll("a", t)',
  't.replaceAll("", t)',
  't.padStart(1e308, t)',
  't.padEnd(1e15)',
  't.repeat(1e300)',
  '"".repeat(1e300)',
  'range(-1e308, 1e308)',
  'range(1e7)',
  'l.chunk(0)',
  'l.chunk(1e-9)',
  'l.flat(1e308)',
  'l.map(x => [[l]]).flat(1e9)',
  'JSON.parse("[".repeat(100000))',
  'JSON.parse(t.replaceAll("a", "["))',
  'JSON.parse("[" + t.slice(0, 90000).replaceAll("a", "[],") + "1]").length',
  'JSON.stringify(l.reduce((a, x) => [a, a], 1))',
  'JSON.stringify(l, null, 10).length',
  'JSON.stringify(l, null, 1e9)',
  'l.unique(x => l.reduce((a, y) => [a, a], 1))',
  'l.includes(l.reduce((a, x) => [a, a], 1))',
  't.includes(t + "b")',
  't.indexOf(t.slice(0, 90000) + "b")',
  't.lastIndexOf("b" + t.slice(0, 90000))',
  't.sha256().repeat(1e5)',
  'l.map(x => t.sha256()).length',
  'l.map(x => t.base64Encode()).length',
  'encodeURIComponent("\ud800" + t)',
  'decodeURIComponent("%")',
  'l.groupBy(x => t).keys()',
  'l.keyBy(x => x).values().sortBy(x => -x)',
  'l.map(x => now.setZone("Europe/Berlin").plus(x, "months").startOf("week")).length',
  'l.map(x => date("2026-01-01", "Etc/GMT+" + x % 14)).length',
  'now.plus(1e308, "years")',
  'now.plus({years: -1e6})',
  'date(8.64e15).endOf("year")',
  'date(-8.64e15).startOf("year")',
  'date("9".repeat(60))',
  'now.format(t)',
  'now.format("y".repeat(5000))',
  'now.diff(date(-8.64e15), "months")',
  '5.toFixed(1e9)',
  '5.round(-1)',
  '5.format(101)',
  '5.format(2, t)',
  '1e308.round(100)',
  'Math.max(...l)',
  'Math.pow(10, 1000)',
  'Math.sqrt(-1)',
  '0 / 0',
  '5 % 0',
  '-(-(-(5)))',
  'l[1e300]',
  'l["0"]',
  't[-1]',
  'input[null]',
]
const patterns = [
  't.matches("(a+)+$")',
  't.matches("(a|a)*b")',
  '(t + "!").matches("^(a*)*$")',
  't.matches("(.*){500}x")',
  't.matches("((a{500}){4})")',
  't.findMatches("a*?").length',
  't.findMatches("").length',
  't.findMatches("a").length',
  't.findMatches("a.*b|a").length',
  't.replaceMatches("a", t)',
  't.replaceMatches("(a?){500}", "")',
  'l.map(x => "a".matches("a{" + x + "}")).length',
  't.matches(t)',
  '"a".matches("(")',
  '"a".matches("(?=a)")',
  '"a".matches("[")',
  '"a".matches("\\\\1")',
  '"a".matches("(".repeat(400))',
  '"".findMatches("^$")',
  '"aaa".replaceMatches("", "-")',
]
const written = [
  '',
  ' ',
  '\0',
  '\ud800',
  '💥',
  '\u202e',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  '`',
  '"',
  "'",
  '\\',
  '${',
  '{{',
  '}}',
  '.',
  '?.',
  '...',
  '=>',
  '?',
  ':',
  '('.repeat(4096),
  '['.repeat(4096),
  '{a:'.repeat(1365),
  '-'.repeat(4096),
  '!'.repeat(4096),
  '`${'.repeat(1365),
  'a?'.repeat(2048),
  'a.'.repeat(2048),
  `a${'.a'.repeat(2047)}`,
  `a${'?.a'.repeat(1365)}`,
  `a${'[0]'.repeat(1365)}`,
  `1${'+1'.repeat(2047)}`,
  `1${'??1'.repeat(1365)}`,
  `1${'?1:1'.repeat(1023)}`,
  'l.map(a=>'.repeat(455),
  `${'l.map(a=>'.repeat(60)}1${')'.repeat(60)}`,
  `${'l.reduce((a,b)=>'.repeat(60)}a${',0)'.repeat(60)}`,
  `[${'l,'.repeat(2000)}]`,
  `{${'...input,'.repeat(450)}}`,
  `f(${'1,'.repeat(2000)})`,
  'a'.repeat(4096),
  `"${'\\u0041'.repeat(680)}"`,
  '9'.repeat(4096),
  '0.'.repeat(2048),
  'x'.repeat(1024 * 1024),
  '('.repeat(1024 * 1024),
  `"${'a'.repeat(1024 * 1024)}"`,
  '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")',
  '"a".match(/(a|a)*b/)',
]
const all = [...inherited, ...calledOn, ...escapes, ...grown, ...patterns, ...written]

const roots = () => ({
  input: { n: 1, s: 'text', list: [{ a: 1 }, 'x', null] },
  l: Array.from({ length: 300 }, (_, i) => i),
  t: 'a'.repeat(100_000),
})
const types = { input: typeOfValue(roots().input), l: typeOfValue(roots().l), t: typeOfValue('') }

/** The result, or null where it is refused as expressions are; anything else that is thrown is a fault. */
function attempt(source: string, work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    assert.ok(error instanceof ExpressionError, `${source.slice(0, 80)}: ${(error as Error).stack}`)
    const { offset, length, line, column } = error.position
    assert.ok(
      offset >= 0 && length >= 0 && offset + length <= source.length && line >= 1 && column >= 1,
      `${source.slice(0, 80)}: ${JSON.stringify(error.position)}`,
    )
    return null
  }
}

describe(`${all.length} hostile sources`, () => {
  test('are many', () => assert.ok(all.length >= 200))

  test('end with JSON or with an error of the language, and change nothing', () => {
    for (const source of all) {
      const data = roots()
      const result = attempt(source, () => compileExpression(source).evaluate({ roots: data, now: 0 }))
      assert.doesNotThrow(() => JSON.stringify(result), source.slice(0, 80))
      assert.deepEqual(data, roots(), source.slice(0, 80))
      attempt(source, () => compileTemplate(source).evaluate({ roots: data, now: 0 }))
      const within = `a {{ ${source} }}`
      attempt(within, () => compileTemplate(within).evaluate({ roots: data, now: 0 }))
    }
    assert.equal(Object.hasOwn(Object.prototype, 'n'), false)
  })

  test('reach nothing that JavaScript objects inherit', () => {
    for (const source of inherited) {
      const result = compileExpression(source).evaluate({ roots: roots(), now: 0 })
      assert.ok(result === null || (Array.isArray(result) && result.every((each) => each === null)), source)
    }
    for (const source of [...calledOn, ...escapes]) {
      const result = attempt(source, () => compileExpression(source).evaluate({ roots: roots(), now: 0 }))
      assert.ok(result === null || typeof result === 'string', `${source}: ${JSON.stringify(result)}`)
    }
  })

  test('can be checked and completed at every place', () => {
    for (const source of all) {
      checkExpression(source, { roots: types })
      checkTemplate(`{{${source}}}`, { roots: types })
      for (const at of [0, 1, Math.floor(source.length / 2), source.length]) {
        complete(source, at, { roots: types })
        complete(`{{${source}`, at + 2, { roots: types, isTemplate: true })
      }
    }
  })
})

test('own data under such names is data', () => {
  const input: unknown = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}')
  const evaluate = (source: string) => compileExpression(source).evaluate({ roots: { input }, now: 0 })
  assert.equal(evaluate('input.__proto__.a'), 1)
  assert.equal(evaluate('input.constructor'), 2)
  assert.deepEqual(evaluate('input.keys()'), ['__proto__', 'constructor'])
  for (const source of [
    '{...input}',
    '{"__proto__": input.__proto__, constructor: 2}',
    'input.merge({})',
    'input.pick(["__proto__", "constructor"])',
    'input.mapValues(x => x)',
    'Object.fromEntries(input.entries())',
    'JSON.parse(JSON.stringify(input))',
  ]) {
    const copy = evaluate(source) as object
    assert.equal(JSON.stringify(copy), JSON.stringify(input), source)
    assert.equal(Object.getPrototypeOf(copy), Object.prototype, source)
  }
})

test('a source cut at every place is refused or means something, everywhere', () => {
  const sources = [
    'input.list.filter((x, i) => x?.a > 1 && i in [0, 1]).map(x => ({...x, b: `a${x.a}\\u0041c`, "d": -1.5e3})) ?? "none"',
    'Math.max(1, 2) > now.plus({days: 1}).year ? {a: [1, ...l]}["a"].sort((a, b) => b - a) : !t.includes(\'x\') || null',
  ]
  for (const source of sources)
    for (let at = 0; at <= source.length; at++) {
      for (const cut of [source.slice(0, at), source.slice(at), source.slice(0, at) + source.slice(at + 1)]) {
        attempt(cut, () => compileExpression(cut).evaluate({ roots: roots(), now: 0 }))
        attempt(`x {{${cut}`, () => compileTemplate(`x {{${cut}`))
      }
      checkExpression(source.slice(0, at), { roots: types })
      complete(source, at, { roots: types })
      complete(`{{ 1 }}{{${source}}} z`, at + 9, { roots: types, isTemplate: true })
    }
})

test('random characters of the language never end otherwise', () => {
  const random = createRandom(7)
  const pieces = [
    'input',
    '.',
    'list',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '?',
    '?.',
    '=>',
    'x',
    '1',
    '"a"',
    '`',
    '${',
    '+',
    '-',
    '!',
    '&&',
    '??',
    '...',
    'map',
    'in',
    ' ',
    '\n',
    '{{',
    '}}',
    '\\',
    "'",
  ]
  for (let i = 0; i < 3_000; i++) {
    const source = Array.from(
      { length: 1 + Math.floor(random() * 25) },
      () => pieces[Math.floor(random() * pieces.length)],
    ).join('')
    attempt(source, () => compileExpression(source).evaluate({ roots: roots(), now: 0 }))
    attempt(source, () => compileTemplate(source).evaluate({ roots: roots(), now: 0 }))
    checkTemplate(source, { roots: types })
    complete(source, Math.floor(random() * source.length), { roots: types, isTemplate: i % 2 === 0 })
  }
})

test('what is done to the data never passes the fuel by more than a fixed factor', () => {
  const sources = grown.filter((source) => /\bl\b/.test(source))
  for (const source of sources) {
    let reads = 0
    const counted = new Proxy(roots().l, {
      get(target, key, receiver) {
        reads++
        return Reflect.get(target, key, receiver)
      },
    })
    attempt(source, () => compileExpression(source).evaluate({ roots: { ...roots(), l: counted }, now: 0 }))
    assert.ok(reads <= 10 * expressionLimits.fuel, `${source}: ${reads} reads`)
  }
})
