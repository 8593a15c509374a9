import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, test } from 'node:test'
import { createSources, type Shape } from '../../../../test/expressions/random-source.ts'
import { sizeOf } from '../../../../test/size.ts'
import {
  checkCondition,
  checkExpression,
  checkTemplate,
  compileExpression,
  ExpressionError,
  type Type,
  typeOfFields,
  typeOfSchema,
  typeOfValue,
  unknownType,
} from '../index.ts'
import { kindOf, kinds, namesOf } from '../values/kind.ts'

const inputSchema = {
  type: 'object',
  required: ['n', 's', 'list', 'any', 'either', 'tree'],
  additionalProperties: false,
  properties: {
    n: { type: 'number' },
    maybe: { type: 'integer' },
    s: { type: 'string' },
    note: { type: ['string', 'null'] },
    any: {},
    either: { anyOf: [{ type: 'number' }, { type: 'string' }] },
    level: { enum: ['low', 'high'] },
    list: { type: 'array', items: { $ref: '#/$defs/line' } },
    counts: { type: 'object', additionalProperties: { type: 'number' } },
    tree: { $ref: '#/$defs/tree' },
  },
  $defs: {
    line: {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'number' }, b: { type: 'string' } },
      additionalProperties: false,
    },
    tree: {
      type: 'object',
      required: ['name', 'children'],
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    },
  },
}
const roots = {
  input: typeOfSchema(inputSchema),
  nodes: typeOfFields({
    fetch: typeOfFields({
      output: typeOfValue({ body: { ok: true, items: [{ id: 1 }] } }),
      error: unknownType,
    }),
  }),
}

describe('without problems', () => {
  const cases: readonly [source: string, type: string, isFullyTyped?: boolean][] = [
    ['input.n + 1', 'number'],
    ['input.s + input.n', 'string'],
    ['input.n > 2 && input.s != ""', 'boolean'],
    ['input.list.map(x => x.a * 2).sum()', 'number'],
    ['input.list.filter(x => x.b != null && x.b.length > 1)', 'array of object'],
    ['input.list.filter(x => x.b?.startsWith("a"))[0]?.a', 'number or null'],
    ['input.maybe ? input.maybe - 1 : 0', 'number'],
    ['input.maybe == null || input.maybe > 1', 'boolean'],
    ['!input.note ? "" : input.note.trim()', 'string'],
    ['(input.maybe ?? 0) + 1', 'number'],
    ['input.list.reduce((sum, x) => sum + x.a, 0)', 'number'],
    ['input.tree.children.flatMap(x => x.children).map(x => x.name.trim())', 'array of string'],
    ['{...input.list.first(), c: 1}.c', 'number'],
    ['input.counts?.values().sum()', 'number or null'],
    ['input.list.groupBy(x => x.a)["1"]?.map(x => x.a)', 'array of number, or null'],
    ['nodes.fetch.output.body.items.map(x => x.id + 1)', 'array of number'],
    ['now.plus(1, "day") > date("2026-01-01")', 'boolean'],
    ['Object.entries(input.counts ?? {}).map(e => e[0])', 'array', true],
    ['input.any - 1', 'number', false],
    ['input.any.b.c', 'unknown'],
    ['input.any.map(x => x.y + 1)', 'array of number or string', false],
    ['input.level == "low"', 'boolean'],
    ['input.either + 1', 'number or string'],
    ['[...input.list, {a: 1}].sortBy(x => x.a)', 'array of object'],
  ]
  for (const [source, type, isFullyTyped = true] of cases)
    test(source, () => {
      const result = checkExpression(source, { roots })
      assert.deepEqual(result.problems, [])
      assert.deepEqual([result.type, result.isFullyTyped], [type, isFullyTyped])
    })
})

describe('a problem has its severity, code and place', () => {
  const cases: readonly [
    source: string,
    severity: string,
    code: string,
    offset: number,
    length: number,
    message: RegExp,
  ][] = [
    ['inputs.n', 'error', 'unknown_name', 0, 6, /did you mean input\?/],
    ['nodes.fetsh.output', 'error', 'unknown_field', 6, 5, /did you mean fetch\?/],
    ['input["colour"]', 'error', 'unknown_field', 6, 8, /use n, maybe/],
    ['nodes.fetch.output.body.okk', 'warning', 'unknown_field', 24, 3, /did you mean ok\?/],
    ['input.list.map(x => x.c)', 'error', 'unknown_field', 22, 1, /use a, b\./],
    ['input.n.x', 'error', 'unknown_field', 8, 1, /number has no field/],
    ['input.n - "a"', 'error', 'type_mismatch', 0, 13, /Number\(x\)/],
    ['input.s > 100', 'error', 'type_mismatch', 0, 13, /convert it with Number\(x\)/],
    ['100 > input.s', 'error', 'type_mismatch', 0, 13, /convert it with Number\(x\)/],
    ['input.list + 1', 'error', 'type_mismatch', 0, 14, /needs two numbers/],
    ['input.either - 1', 'warning', 'type_mismatch', 0, 16, /two numbers/],
    ['input.maybe + 1', 'warning', 'may_be_null', 0, 11, /\?\? 0/],
    ['1 < input.maybe', 'warning', 'may_be_null', 4, 11, /right side of </],
    ['input.note.trim()', 'warning', 'may_be_null', 11, 4, /\?\.trim\(\)/],
    ['input.either.trim()', 'warning', 'type_mismatch', 13, 4, /may be called on number/],
    ['input.s.nope()', 'error', 'unknown_method', 8, 4, /string has no method/],
    ['input.s.toUperCase()', 'error', 'unknown_method', 8, 10, /did you mean toUpperCase\?/],
    ['input.n.trim()', 'error', 'type_mismatch', 8, 4, /method of string/],
    ['nope(1)', 'error', 'unknown_function', 0, 4, /no function nope/],
    ['input.s.slice(1, 2, 3)', 'error', 'argument_count', 20, 1, /0 to 2 arguments/],
    ['input.s.padStart("3")', 'error', 'type_mismatch', 17, 3, /length of padStart must be a number/],
    ['input.list.sum()', 'error', 'type_mismatch', 0, 16, /Each element of the list/],
    ['input.list.sum(x => x.b)', 'error', 'type_mismatch', 20, 3, /result of the function/],
    ['[1, "a"].sort()', 'warning', 'type_mismatch', 0, 15, /of one kind/],
    ['input.list.reduce((a, x) => x.b, 0)', 'warning', 'type_mismatch', 28, 3, /starts with number/],
    ['input.n == "3"', 'warning', 'always_same', 0, 14, /never equal/],
    ['Math', 'error', 'unknown_name', 0, 4, /Math\.round/],
    ['input[true]', 'error', 'type_mismatch', 6, 4, /An index/],
    ['"a" in input.n', 'error', 'type_mismatch', 0, 14, /in needs/],
    ['1 +', 'error', 'syntax', 3, 0, /ends too early/],
  ]
  for (const [source, severity, code, offset, length, message] of cases)
    test(source, () => {
      const { problems } = checkExpression(source, { roots })
      assert.deepEqual(
        problems.map((each) => [each.severity, each.code, each.position.offset, each.position.length]),
        [[severity, code, offset, length]],
        JSON.stringify(problems),
      )
      assert.match(problems[0]!.message, message)
      assert.match(problems[0]!.message, /^[^\n]+; [^\n]+[.?]$/)
    })
})

describe('a check', () => {
  test('reports all problems together, in the order of the source', () => {
    const { problems } = checkExpression('[inpt.n, input.nn, foo(input.s.nope()), input.list.map(x => y)]', {
      roots,
    })
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['unknown_name', 'unknown_field', 'unknown_function', 'unknown_method', 'unknown_name'],
    )
  })
  test('of a template continues after a part that cannot be parsed', () => {
    const { problems } = checkTemplate('a {{ 1 + }} b\n{{ input.nn }}', { roots })
    assert.deepEqual(
      problems.map(({ code, position }) => [code, position.line, position.column]),
      [
        ['syntax', 1, 10],
        ['unknown_field', 2, 10],
      ],
    )
  })
  test('compares the result with what it is used for', () => {
    const expects = typeOfSchema({ type: 'number' })
    assert.deepEqual(checkTemplate('{{ input.n }}', { roots, expects }).problems, [])
    assert.equal(checkTemplate('{{ input.n }} pieces', { roots, expects }).problems[0]?.code, 'type_mismatch')
    assert.deepEqual(
      checkTemplate('{{ now }}', { roots, expects: typeOfSchema({ type: 'string' }) }).problems,
      [],
    )
  })
  test('gives the schema of the result, for what reads it next', () => {
    assert.deepEqual(checkExpression('{a: input.list, at: now, m: input.maybe}', { roots }).schema, {
      type: 'object',
      properties: {
        a: {
          type: 'array',
          items: {
            type: 'object',
            properties: { a: { type: 'number' }, b: { type: 'string' } },
            required: ['a'],
            additionalProperties: false,
          },
        },
        at: { type: 'string' },
        m: { type: 'number' },
      },
      required: ['a', 'at'],
      additionalProperties: false,
    })
  })
  test('of a condition takes it bare or in braces', () => {
    assert.deepEqual(checkCondition('{{ input.n > 1 }}', { roots }).problems, [])
    assert.equal(checkCondition('{{ input.nn > 1 }}', { roots }).problems[0]?.position.offset, 9)
  })
  test('ends for schemas that refer to themselves, and for odd ones', () => {
    const odd = [
      { $ref: '#' },
      { anyOf: [{ $ref: '#' }, { $ref: '#' }] },
      { allOf: [{ $ref: '#' }] },
      { allOf: Array(8).fill({ $ref: '#' }) },
      { properties: { a: { $ref: '#' } }, anyOf: Array(8).fill({ $ref: '#' }) },
      { $ref: '#/%zz/~9' },
      { type: 'what' },
      true,
      null,
      5,
      { properties: 5, items: 7, required: 'x', enum: 'a' },
    ]
    for (const schema of odd) checkExpression('x.a.b[0].c + x', { roots: { x: typeOfSchema(schema) } })
  })
})

/** A random schema of a shape, and values that fit it. */
function randomField(
  shape: Shape,
  sources: ReturnType<typeof createSources>,
): { schema: object; value: () => unknown } {
  const { pick, below } = sources
  const number = () => pick([0, 1, -1, 2.5, 100])
  const text = () => pick(['', 'a', 'abc', '12', '2026-01-01'])
  const listOf = (item: () => unknown) => () => Array.from({ length: below(4) }, item)
  switch (shape) {
    case 'number':
      return { schema: { type: pick(['number', 'integer']) }, value: () => Math.trunc(number()) }
    case 'string':
      return { schema: { type: 'string' }, value: text }
    case 'boolean':
      return { schema: { type: 'boolean' }, value: () => pick([true, false]) }
    case 'numbers':
      return { schema: { type: 'array', items: { type: 'number' } }, value: listOf(number) }
    case 'strings':
      return { schema: { type: 'array', items: { type: 'string' } }, value: listOf(text) }
    case 'records': {
      const isSure = pick([true, false])
      const items = {
        type: 'object',
        properties: { n: { type: 'number' }, s: { type: 'string' } },
        required: isSure ? ['n', 's'] : [],
        additionalProperties: false,
      }
      const record = () => ({
        ...(isSure || below(2) ? { n: number() } : {}),
        ...(isSure || below(2) ? { s: text() } : {}),
      })
      return { schema: { type: 'array', items }, value: listOf(record) }
    }
  }
}

const shapes: readonly Shape[] = ['number', 'string', 'boolean', 'numbers', 'strings', 'records']
const typeCodes = new Set([
  'type_mismatch',
  'unknown_name',
  'unknown_field',
  'unknown_function',
  'unknown_method',
  'argument_count',
])
const kindsOfType = (type: unknown) =>
  type === undefined ? 127 : [type].flat().reduce((set: number, name) => set | kinds[name as 'null'], 0)

/** What is wrong with the checker for one seed; null when nothing is. `plant` makes it wrong on purpose. */
function disagreement(
  seed: number,
  plant: (schema: Record<string, unknown>) => Record<string, unknown>,
): { accepted: boolean; fault: string | null } {
  const names: Record<Shape, string[]> = {
    number: [],
    string: [],
    boolean: [],
    numbers: [],
    strings: [],
    records: [],
  }
  const sources = createSources(seed, { names, wrong: 4, isShared: false })
  const fields = shapes.flatMap((shape) =>
    [`${shape}A`, `${shape}B`].map((name) => ({
      name,
      shape,
      ...randomField(shape, sources),
      isRequired: sources.below(3) > 0,
    })),
  )
  for (const { name, shape } of fields) names[shape].push(`input.${name}`)
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(fields.map(({ name, schema: each }) => [name, each])),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  }
  const types: Record<string, Type> = { input: typeOfSchema(plant(schema)) }
  const source = sources.next(3)
  const { problems, isFullyTyped, schema: result } = checkExpression(source, { roots: types })
  if (problems.length > 0 || !isFullyTyped) return { accepted: false, fault: null }
  for (let round = 0; round < 4; round++) {
    const input = Object.fromEntries(
      fields
        .filter(({ isRequired }) => isRequired || sources.below(2))
        .map(({ name, value }) => [name, value()]),
    )
    try {
      const value = compileExpression(source).evaluate({ roots: { input }, now: 0 })
      if ((kindOf(value) & (kindsOfType(result.type) as number)) === 0)
        return {
          accepted: true,
          fault: `${source} gives ${namesOf(kindOf(value))}, not ${JSON.stringify(result)}`,
        }
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      if (typeCodes.has(error.code))
        return {
          accepted: true,
          fault: `${source} on ${JSON.stringify(input)}: ${error.code} ${error.message}`,
        }
    }
  }
  return { accepted: true, fault: null }
}

describe('what is accepted never fails by a wrong type', () => {
  const count = sizeOf({ short: 600, long: 100_000, variable: 'STOA_TEST_SEEDS' })
  const first = Number(process.env.STOA_TEST_SEED ?? randomInt(1_000_000_000))

  test('for random schemas, values and sources', (t) => {
    let accepted = 0
    for (let seed = first; seed < first + count; seed++) {
      const result = disagreement(seed, (schema) => schema)
      assert.equal(result.fault, null, `STOA_TEST_SEED=${seed}`)
      if (result.accepted) accepted++
    }
    t.diagnostic(`seeds ${first} to ${first + count - 1}: ${accepted} accepted`)
    assert.ok(accepted > count / 5, `${accepted} of ${count} accepted`)
  })
  test('and a checker that takes optional fields for required is found out', () => {
    const planted = (schema: Record<string, unknown>) => ({
      ...schema,
      required: Object.keys(schema.properties as object),
    })
    const found = Array.from({ length: 1_000 }, (_, i) => disagreement(first + i, planted)).filter(
      ({ fault }) => fault !== null,
    )
    assert.ok(found.length > 0)
  })
})
