import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { validate } from './validate.ts'

const check = (schema: z.ZodType, body: unknown, isStrict = false) => validate(schema, body, 'body', isStrict)

function refusalFor(schema: z.ZodType, body: unknown, isStrict = false) {
  try {
    check(schema, body, isStrict)
  } catch (error) {
    const { code, message, extras } = error as AppError
    return { code, message, details: extras.details ?? [] }
  }
  throw new assert.AssertionError({ message: 'it was accepted' })
}

describe('unknown fields', () => {
  const Nested = z.strictObject({ a: z.strictObject({ b: z.array(z.strictObject({ c: z.string() })) }) })

  test('are left out and named at every level', () => {
    const { value, ignored } = check(Nested, { x: 1, a: { y: 2, b: [{ c: 'c', z: 3 }] } })
    assert.deepEqual(value, { a: { b: [{ c: 'c' }] } })
    assert.deepEqual(ignored.sort(), ['/a/b/0/z', '/a/y', '/x'])
  })

  test('are refused when the caller wants strictness', () => {
    const { code, details } = refusalFor(Nested, { x: 1, a: { b: [{ c: 'c', z: 3 }] } }, true)
    assert.equal(code, 'unknown_field')
    assert.deepEqual(details.map(({ path }) => path).sort(), ['/a/b/0/z', '/x'])
  })

  test('are refused where nothing else came: that meant something, and nothing would be done of it', () => {
    const Switch = z.strictObject({ enabled: z.boolean().optional(), inner: z.strictObject({}).optional() })
    const { code, details } = refusalFor(Switch, { enabeld: true })
    assert.equal(code, 'unknown_field')
    assert.equal(details[0]!.message, 'is not a known field; did you mean enabled?')
    assert.deepEqual(check(Switch, {}), { value: {}, ignored: [] })
    assert.deepEqual(check(Switch, { inner: { x: 1 } }).ignored, ['/inner/x'])
  })

  test('are refused with the nearest name of their place, also in unions, lists and records', () => {
    const Part = z.strictObject({ prompt: z.string().optional() })
    const Deep = z.strictObject({
      parts: z.array(z.union([z.string(), Part.nullable()])).optional(),
      byName: z.record(z.string(), Part).default({}),
    })
    const messages = (body: unknown) => refusalFor(Deep, body, true).details.map(({ message }) => message)
    for (const body of [{ parts: [{ promt: 'x' }] }, { byName: { a: { promt: 'x' } } }])
      assert.deepEqual(messages(body), ['is not a known field; did you mean prompt?'])
  })

  const Either = z.strictObject({
    value: z.union([z.string(), z.strictObject({ language: z.string(), source: z.string() })]),
  })
  const Block = z.union([
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('image'), url: z.string(), text: z.string().optional() }),
  ])
  const Blocks = z.strictObject({ content: z.union([z.string(), z.array(Block)]) })

  test('are left out of the forms of a union', () => {
    const { value, ignored } = check(Either, { value: { language: 'js', source: '1', more: true } })
    assert.deepEqual(value, { value: { language: 'js', source: '1' } })
    assert.deepEqual(ignored, ['/value/more'])
    assert.equal(
      refusalFor(Either, { value: { language: 'js', source: '1', more: true } }, true).code,
      'unknown_field',
    )
  })

  test('are left out of unions in lists in unions', () => {
    const { value, ignored } = check(Blocks, {
      content: [
        { type: 'text', text: 'a', cache: {} },
        { type: 'image', url: 'u', detail: 'low' },
      ],
    })
    assert.deepEqual(value, {
      content: [
        { type: 'text', text: 'a' },
        { type: 'image', url: 'u' },
      ],
    })
    assert.deepEqual(ignored.sort(), ['/content/0/cache', '/content/1/detail'])
  })

  test('a field that another form of a union knows is not taken for unknown', () => {
    const Loose = z.strictObject({
      of: z.union([
        z.strictObject({ id: z.number() }),
        z.strictObject({ slug: z.string().optional() }),
        z.strictObject({ all: z.boolean().optional() }),
      ]),
    })
    assert.equal(refusalFor(Loose, { of: { id: 'seven' } }).code, 'invalid_parameter')
    assert.deepEqual(check(Loose, { of: { id: 7, strange: 1 } }).value, { of: { id: 7 } })
  })

  test('are left out by the hundred, and refused where there are more: that is another shape', () => {
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]))
    const Named = z.strictObject({ name: z.string() })
    assert.equal(check(Named, { name: 'a', ...fields(500) }).ignored.length, 500)
    const many = { name: 'a', ...fields(200_000) }
    assert.match(refusalFor(Named, many).message, /200000 unknown fields/)
    const List = z.strictObject({ items: z.array(z.strictObject({ a: z.number() })) })
    const items = (count: number) => ({ items: Array.from({ length: count }, () => ({ a: 1, b: 2 })) })
    assert.equal(check(List, items(500)).ignored.length, 500)
    assert.match(refusalFor(List, items(60_000)).message, /60000 unknown fields/)
    assert.equal(refusalFor(Named, many, true).details.length, 50)
  })
})

describe('null', () => {
  const Body = z.strictObject({
    name: z.string(),
    note: z.string().optional(),
    kind: z.enum(['a', 'b']).default('a'),
    either: z.union([z.string(), z.number()]).optional(),
    cleared: z.string().nullish(),
    inner: z.strictObject({ deep: z.number().optional() }).optional(),
    list: z.array(z.string()).optional(),
  })

  test('in a field that may be left out means that it is left out', () => {
    const { value, ignored } = check(Body, {
      name: 'n',
      note: null,
      kind: null,
      either: null,
      inner: { deep: null },
      list: null,
    })
    assert.deepEqual(value, { name: 'n', kind: 'a', inner: {} })
    assert.deepEqual(ignored, [])
  })

  test('means the same when the caller wants strictness', () => {
    assert.deepEqual(check(Body, { name: 'n', note: null }, true).value, { name: 'n', kind: 'a' })
  })

  test('stays where the shape takes null', () => {
    assert.deepEqual(check(Body, { name: 'n', cleared: null }).value, { name: 'n', kind: 'a', cleared: null })
  })

  test('in a field that is required is a missing field', () => {
    const { code, message } = refusalFor(Body, { name: null })
    assert.deepEqual([code, message], ['missing_field', 'name is required'])
  })

  test('as an element of a list, or in place of the whole, is refused', () => {
    assert.equal(refusalFor(Body, { name: 'n', list: [null] }).message, 'list/0 must be a string')
    assert.equal(refusalFor(Body, null).code, 'invalid_parameter')
  })

  test('inside the form of a union means that it is left out', () => {
    const Union = z.strictObject({
      script: z.union([z.string(), z.strictObject({ source: z.string(), note: z.string().optional() })]),
    })
    assert.deepEqual(check(Union, { script: { source: 's', note: null } }).value, { script: { source: 's' } })
  })
})

describe('messages', () => {
  const messageOf = (schema: z.ZodType, value: unknown) =>
    refusalFor(z.strictObject({ x: schema }), { x: value }).message

  test('an empty text in a required field is required, not too short', () => {
    assert.equal(messageOf(z.string().min(1), ''), 'x is required')
  })
  test('messages about sizes use singular and plural correctly', () => {
    assert.equal(messageOf(z.string().min(2), 'a'), 'x must be at least 2 characters long')
    assert.equal(messageOf(z.string().max(1), 'ab'), 'x must be at most 1 character long')
    assert.equal(messageOf(z.array(z.string()).min(1), []), 'x must have at least 1 item')
    assert.equal(messageOf(z.array(z.string()).max(2), ['a', 'b', 'c']), 'x must have at most 2 items')
    assert.equal(messageOf(z.number().min(1), 0), 'x must be at least 1')
    assert.equal(messageOf(z.number().positive(), 0), 'x must be more than 0')
    assert.equal(messageOf(z.number().lt(5), 5), 'x must be less than 5')
  })
  test('a choice or a union that is left out is required', () => {
    assert.equal(messageOf(z.enum(['a', 'b']), undefined), 'x is required')
    assert.equal(messageOf(z.union([z.string(), z.number()]), undefined), 'x is required')
  })
})

describe('messages', () => {
  test('name what may be sent, of one value and of several', () => {
    const Limits = z.strictObject({ n: z.literal(1), size: z.enum(['s', 'm']) })
    const { details } = refusalFor(Limits, { n: 2, size: 'x' })
    assert.deepEqual(
      details.map(({ message }) => message),
      ['must be 1', 'must be one of s, m'],
    )
  })

  test('name the values of the field that chooses the form', () => {
    const [a, b] = [z.strictObject({ type: z.literal('a') }), z.strictObject({ type: z.literal('b') })]
    const refusal = refusalFor(z.strictObject({ nodes: z.array(z.discriminatedUnion('type', [a, b])) }), {
      nodes: [{ type: 'c' }],
    })
    assert.equal(refusal.message, 'nodes/0/type must be one of a, b')
    assert.equal(refusal.details[0]!.rule, 'enum')
  })

  test('say what is wrong with a name', () => {
    const Named = z.strictObject({ metadata: z.record(z.string().max(2), z.string()) })
    const { message } = refusalFor(Named, { metadata: { abc: 'x' } })
    assert.equal(message, 'metadata/abc has a name that must be at most 2 characters long')
  })

  test('say that none of the forms is meant also where all but one are objects', () => {
    const Format = z.union([z.enum(['text', 'json']), z.strictObject({ type: z.enum(['text', 'json']) })])
    const { message } = refusalFor(z.strictObject({ format: Format }), { format: { a: 1 } })
    assert.equal(message, 'format has none of the forms that are accepted')
  })

  const Tool = z.strictObject({ type: z.literal('function'), name: z.string() })
  const Forms = z.strictObject({
    of: z.union([
      z.enum(['auto', 'none']),
      z
        .array(z.discriminatedUnion('type', [z.strictObject({ type: z.literal('text'), text: z.string() })]))
        .max(2),
      Tool,
      z.strictObject({ type: z.literal('schema'), schema: z.strictObject({ name: z.string() }) }),
      z.strictObject({ type: z.literal('schema'), flat: z.string() }),
    ]),
  })
  const forms: [string, unknown, string, string][] = [
    ['another text', 'some', '/of', 'of must be one of auto, none'],
    [
      'a list that is too long',
      [1, 2, 3].map(() => ({ type: 'text', text: 'x' })),
      '/of',
      'of must have at most 2 items',
    ],
    ['an item of another kind', [{ type: 'image' }], '/of/0/type', 'of/0/type must be text'],
    ['an object without its field', { type: 'function' }, '/of/name', 'of/name is required'],
    ['an object of another kind', { type: 'x' }, '/of/type', 'of/type must be one of function, schema'],
    [
      'the form that has the field',
      { type: 'schema', schema: {} },
      '/of/schema/name',
      'of/schema/name is required',
    ],
    [
      'what two forms may have meant',
      { type: 'schema' },
      '/of',
      'of has none of the forms that are accepted',
    ],
    ['a type that no form has', 5, '/of', 'of has none of the forms that are accepted'],
  ]
  for (const [title, of, path, message] of forms)
    test(`name the place in the form that was meant: ${title}`, () => {
      const refusal = refusalFor(Forms, { of })
      assert.deepEqual([refusal.details[0]!.path, refusal.message], [path, message])
    })

  test('are those of the shape where it has its own', () => {
    const Own = z.union([z.string(), z.array(z.string()).max(1)], 'must be a text or one of them')
    const { message } = refusalFor(z.strictObject({ of: Own }), { of: ['a', 'b'] })
    assert.equal(message, 'of must be a text or one of them')
  })

  test('say of a body that none of the forms is meant', () => {
    const Forms = z.union([z.strictObject({ a: z.string() }), z.array(z.string())])
    assert.equal(refusalFor(Forms, 'x').message, 'The body has none of the forms that are accepted')
  })
})
