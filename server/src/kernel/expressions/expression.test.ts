// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the language has them too
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allFunctions } from './functions/table.ts'
import { compileCondition, compileExpression, compileTemplate, ExpressionError } from './index.ts'

const input = {
  n: 3,
  f: 1.5,
  s: 'abc',
  empty: '',
  nul: null,
  yes: true,
  'odd key': 1,
  list: [
    { a: 1, b: 'x' },
    { a: 2.5, b: 'y' },
  ],
  nested: { list: [[1, 2], [3]] },
}
const now = Date.UTC(2026, 10, 16, 10, 30)
const evaluate = (source: string, roots: Record<string, unknown> = { input }) =>
  compileExpression(source).evaluate({ roots, now })

function failure(source: string, roots?: Record<string, unknown>): ExpressionError {
  try {
    evaluate(source, roots)
  } catch (error) {
    assert.ok(error instanceof ExpressionError, String((error as Error).stack))
    assert.match(error.message, /^[^\n]+; [^\n]+[.?]$/, source)
    return error
  }
  return assert.fail(`${source} did not fail`)
}

describe('every function', () => {
  for (const { name, on, example, doc } of allFunctions)
    test(`${on ? `${on}.` : ''}${name} does what its example says`, () => {
      assert.deepEqual(evaluate(example[0], {}), example[1])
      assert.match(doc, /^[\w0-9-].*\.$/)
    })
  test('is there once', () => {
    const names = allFunctions.map(({ name, on }) => `${on}.${name}`)
    assert.equal(new Set(names).size, names.length)
  })
})

describe('values', () => {
  const cases: readonly [string, unknown][] = [
    ['input.n + 1', 4],
    ['input.missing', null],
    ['input.missing.x.y ?? "d"', 'd'],
    ['input.nul.x', null],
    ['input["odd key"]', 1],
    ['input.list[1].b', 'y'],
    ['input.list[-1]', null],
    ['input.list[9]', null],
    ['input.list.length + input.s.length', 5],
    ['input.s[1]', 'b'],
    ['input.nested.list[0][1]', 2],
    ['input.s + input.n', 'abc3'],
    ['input.s + null + input.list', 'abc[{"a":1,"b":"x"},{"a":2.5,"b":"y"}]'],
    ['`${input.nul}-${true}-${[1]}`', '-true-[1]'],
    ['input.n == 3 && input.s === "abc" && "3" != input.n', true],
    ['[1, {a: [2]}] == [1, {a: [2]}]', true],
    ['{a: 1, b: 2} == {b: 2, a: 1}', true],
    ['{a: 1} == {a: 1, b: null}', false],
    ['null == input.missing', true],
    ['"x" in input.list.map(r => r.b)', true],
    ['"b" in "abc" && "s" in input && !("toString" in input)', true],
    ['input.empty || "d"', 'd'],
    ['input.empty ?? "d"', ''],
    ['input.yes && input.n', 3],
    ['[] ? 1 : 2', 1],
    ['input.nul?.trim().length', null],
    ['input.missing?.map(x => x.a)', null],
    ['input.list.map((x, i) => x.a * i)', [0, 2.5]],
    ['input.list.map(x => input.list.map(y => x.b + y.b).join("")).join(" ")', 'xxxy yxyy'],
    ['[...input.list, 1, ...[]].length', 3],
    ['{...input.list[0], a: 9, ...null}', { a: 9, b: 'x' }],
    ['[3, 1, 2].sort((a, b) => b - a)', [3, 2, 1]],
    ['["b", null, "a"].sort()', ['a', 'b', null]],
    ['input.list.sortBy(x => x.a, "desc")[0].b', 'y'],
    ['[{a: 1}, {a: 1}, {b: 1, a: 2}, {a: 2, b: 1}, "1", 1].unique().length', 4],
    ['[].min()', null],
    ['"a".repeat(0)', ''],
    ['1.005.round(2)', 1.01],
    ['(-2.5).round()', -3],
    ['1e21.round(2)', 1e21],
    ['(-1234.5).format(2, ".", ",")', '-1.234,50'],
    ['"aXbX".replaceMatches("[A-Z]", "-")', 'a-b-'],
    ['"ab".replaceMatches("x*", "-")', '-a-b-'],
    ['"none".findMatch("\\\\d")', null],
    ['input.list.map(x => x.b.matches("^[xz]$"))', [true, false]],
    ['parseInt("x")', null],
    ['Number("")', null],
    ['JSON.parse("{\\"__proto__\\": 1}")', JSON.parse('{"__proto__": 1}')],
    ['JSON.parse("[1e999]")', [null]],
  ]
  for (const [source, expected] of cases) test(source, () => assert.deepEqual(evaluate(source), expected))
})

describe('dates', () => {
  const cases: readonly [string, unknown][] = [
    ['now', '2026-11-16T10:30:00.000Z'],
    ['[now, {at: now}]', ['2026-11-16T10:30:00.000Z', { at: '2026-11-16T10:30:00.000Z' }]],
    ['`at ${now}`', 'at 2026-11-16T10:30:00.000Z'],
    ['now.year * 100 + now.month', 202611],
    ['now.weekday', 1],
    ['now > date("2026-11-16") && now == date(now.toMillis())', true],
    ['date("2026-03-29T02:30", "Europe/Berlin")', '2026-03-29T01:30:00.000Z'],
    ['date("2026-10-25T02:30", "Europe/Berlin")', '2026-10-25T00:30:00.000Z'],
    ['date("2026-03-28T12:00", "Europe/Berlin").plus(1, "day").format("HH:mm ZZ")', '12:00 +02:00'],
    ['date("2026-03-28T12:00", "Europe/Berlin").plus(24, "hours").format("HH:mm")', '13:00'],
    ['date("2024-02-29").plus(1, "year")', '2025-02-28T00:00:00.000Z'],
    ['date("2026-05-31").minus({months: 3, days: 1})', '2026-02-27T00:00:00.000Z'],
    ['now.setZone("America/New_York").startOf("day")', '2026-11-16T05:00:00.000Z'],
    ['now.startOf("week")', '2026-11-16T00:00:00.000Z'],
    ['now.endOf("quarter")', '2026-12-31T23:59:59.999Z'],
    ['date("2026-03-15").diff(date("2026-01-15"), "months")', 2],
    ['date("2026-01-15").diff(date("2026-03-15"), "months")', -2],
    ['date("2026-11-16T12:00Z").diff(now, "hours")', 1.5],
    ['date("Mon, 16 Nov 2026 08:00:00 +0100")', '2026-11-16T07:00:00.000Z'],
    ['now.format("EEEE, d MMMM yyyy \'at\' h:mm a")', 'Monday, 16 November 2026 at 10:30 AM'],
    ['date(0, "+05:30").hour', 5],
    ['["2026-02-01", "2026-01-01"].map(x => date(x)).sort()[0]', '2026-01-01T00:00:00.000Z'],
  ]
  for (const [source, expected] of cases) test(source, () => assert.deepEqual(evaluate(source), expected))

  test('are given from outside: the same moment gives the same result', () => {
    const expression = compileExpression('now')
    assert.equal(expression.evaluate({ roots: {}, now: new Date(0) }), '1970-01-01T00:00:00.000Z')
    assert.equal(expression.evaluate({ roots: { now: 'mine' }, now: 0 }), 'mine')
  })
  for (const source of [
    'date("2026-02-30")',
    'date("soon")',
    'now.plus(1e9, "years")',
    'now.plus(1, "moons")',
    'now.plus(1)',
    'now.setZone("Moon/Base")',
    'now.format("qq")',
    'date(1e20)',
  ])
    test(`${source} is refused`, () => assert.equal(failure(source).code, 'invalid_value'))
})

describe('a failure has its code and its place', () => {
  const cases: readonly [source: string, code: string, offset: number, length: number, message: RegExp][] = [
    ['nope.x', 'unknown_name', 0, 4, /use input, now/],
    ['1 + inptu.n', 'unknown_name', 4, 5, /did you mean input\?/],
    ['input.s.toUperCase()', 'unknown_method', 8, 10, /did you mean toUpperCase\?/],
    ['input.n.toUpperCase()', 'type_mismatch', 8, 11, /it is a method of string/],
    ['input.nul.trim()', 'type_mismatch', 10, 4, /write \?\.trim\(\)/],
    ['trim("x")', 'unknown_function', 0, 4, /it is a method/],
    ['Math.mix(1)', 'unknown_function', 0, 8, /did you mean Math\.m(ax|in)\?/],
    ['input.s.slice(1, 2, 3)', 'argument_count', 20, 1, /slice\(start\?, end\?\)/],
    ['input.list.map()', 'argument_count', 11, 3, /takes 1 argument, not 0/],
    ['input.list.map(1)', 'type_mismatch', 15, 1, /needs a function/],
    ['input.list.join(x => x)', 'type_mismatch', 16, 6, /must be a value/],
    ['input.list.map((a, b, c) => a)', 'argument_count', 22, 1, /gets 2 values/],
    ['input.n - input.s', 'type_mismatch', 0, 17, /Number\(x\)/],
    ['input.list + 1', 'type_mismatch', 0, 14, /two numbers, or a string/],
    ['input.n < now', 'type_mismatch', 0, 13, /two dates/],
    ['-input.s', 'type_mismatch', 0, 8, /needs a number/],
    ['input.list.sum()', 'type_mismatch', 0, 16, /element 0 is an object/],
    ['[1, "a"].sort()', 'type_mismatch', 0, 15, /of one kind/],
    ['input.list.sortBy(x => x)', 'type_mismatch', 18, 6, /must return/],
    ['input[true]', 'type_mismatch', 6, 4, /An index must be/],
    ['[...input.n]', 'type_mismatch', 1, 10, /needs an array/],
    ['1 / (input.n - 3)', 'invalid_value', 0, 17, /divides by zero/],
    ['1e308 * 10', 'invalid_value', 0, 10, /too large/],
    ['JSON.parse(input.s)', 'invalid_value', 11, 7, /not JSON/],
    ['input.s.matches("(?=a)")', 'invalid_value', 16, 7, /not supported/],
  ]
  for (const [source, code, offset, length, message] of cases)
    test(source, () => {
      const error = failure(source)
      assert.deepEqual(
        [error.code, error.position.offset, error.position.length],
        [code, offset, length],
        error.message,
      )
      assert.match(error.message, message)
    })
})

describe('limits', () => {
  const big = { l: Array.from({ length: 400 }, (_, i) => i), t: 'a'.repeat(200_000) }
  const cases: readonly [string, string][] = [
    ['l.map(a => l.map(b => a + b)).length', 'fuel_exceeded'],
    ['l.some(a => l.some(b => l.some(c => a + b + c < -1)))', 'fuel_exceeded'],
    ['l.map(a => t.includes("b")).length', 'fuel_exceeded'],
    ['t.includes("b" + t.slice(0, 100000))', 'fuel_exceeded'],
    ['l.reduce((a, x) => [a, a], 1) == l.reduce((a, x) => [a, a], 1)', 'value_too_deep'],
    ['range(30).reduce((a, x) => [a, a], 1) == range(30).reduce((a, x) => [a, a], 1)', 'fuel_exceeded'],
    ['range(30).reduce((a, x) => [a, a], 1)', 'result_too_large'],
    ['JSON.stringify(range(30).reduce((a, x) => [a, a], 1))', 'memory_exceeded'],
    ['l.reduce((a, x) => [a], 1)', 'value_too_deep'],
    ['l.reduce((a, x) => a + a, "x")', 'memory_exceeded'],
    ['"x".repeat(1e9)', 'memory_exceeded'],
    ['"x".padStart(1e9)', 'memory_exceeded'],
    ['t.slice(0, 2000).replaceAll("a", t)', 'memory_exceeded'],
    ['(t + t).split("").length', 'memory_exceeded'],
    ['range(1e9)', 'memory_exceeded'],
    ['range(20).reduce((a, x) => a.concat(a), [1]).length', 'memory_exceeded'],
    ['range(20).reduce((a, x) => [...a, ...a], [1]).length', 'memory_exceeded'],
    ['t + t + t + t + t + t + t + t', 'memory_exceeded'],
    ['[t, t, t, t, t, t]', 'result_too_large'],
    ['`${t}${t}${t}${t}${t}${t}`', 'result_too_large'],
  ]
  for (const [source, code] of cases)
    test(`${source}: ${code}`, () => assert.equal(failure(source, big).code, code))

  test('are those of the caller where it gives some', () => {
    const expression = compileExpression('l.map(x => x + 1).length')
    assert.equal(expression.evaluate({ roots: big, now: 0 }), 400)
    assert.throws(() => expression.evaluate({ roots: big, now: 0, limits: { fuel: 300 } }), {
      code: 'fuel_exceeded',
    })
    assert.throws(() => expression.evaluate({ roots: big, now: 0, limits: { memory: 300 } }), {
      code: 'memory_exceeded',
    })
  })
  test('do not count what is only read', () => {
    assert.equal(evaluate('big.t', { big: { t: 'a'.repeat(3_000_000) } }), 'a'.repeat(3_000_000))
  })
})

describe('a template', () => {
  const fill = (source: string) => compileTemplate(source).evaluate({ roots: { input }, now })

  test('that is one expression preserves the type of its value', () => {
    assert.equal(fill('{{ input.n }}'), 3)
    assert.equal(fill('{{ input.list }}'), input.list)
    assert.equal(fill('{{ input.nul }}'), null)
  })
  test('otherwise is text', () => {
    assert.equal(
      fill('{{ input.n }} {{ input.nul }}|{{ input.list[0] }}|{{ now }}'),
      '3 |{"a":1,"b":"x"}|2026-11-16T10:30:00.000Z',
    )
  })
  test('is evaluated once: braces in data stay text', () => {
    assert.equal(compileTemplate('<{{ a }}>').evaluate({ roots: { a: '{{ b }}' }, now }), '<{{ b }}>')
  })
})

test('a condition gives true or false', () => {
  const holds = (source: string) => compileCondition(source).evaluate({ roots: { input }, now })
  assert.equal(holds('input.n > 2'), true)
  assert.equal(holds('{{ input.empty }}'), false)
  assert.equal(holds('input.list'), true)
})
