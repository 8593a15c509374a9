import { smallestJson } from '../../../src/kernel/json-schema/smallest-json.ts'

type Schema = Record<string, unknown>
type Json = Record<string, unknown>

/** A text of at most so many characters, or an object in place of one where any value is legal. */
export type Hostile = { name: string; text(length: number): string; value(): unknown }

/** One place in the body of an operation that takes a text or any value; `fill` makes it, and all lists on the way to it, as large as is legal. */
export type Field = { path: string; fill(hostile: Hostile): unknown }

export type LargeBody = { method: string; url: string; field: Field }

// The body of an operation may have at most a megabyte or two; beyond it nothing is read.
const maxChars = 700_000
const maxText = 100_000
const maxDepth = 12

const repeated = (part: string, length: number) =>
  part.repeat(Math.max(1, Math.floor(length / part.length))).slice(0, Math.max(length, 1))
const many = <T>(length: number, each: (i: number) => T): T[] => Array.from({ length }, (_, i) => each(i))
const asProperties = (parts: readonly unknown[]) => ({
  type: 'object',
  properties: Object.fromEntries(parts.map((part, i) => [`p${i}`, part])),
})
const whole = (part: string, length: number) => part.repeat(Math.max(1, Math.floor(length / part.length)))

/** Patterns, expressions, templates, schemas and schedules that cost the most where they are compiled. */
export const hostiles: readonly Hostile[] = [
  {
    name: 'a pattern of repetitions',
    text: (length) => whole('[a-z]{0,999}', length),
    value: () => asProperties(many(600, () => ({ type: 'string', pattern: '(a{1,50}b?){1,9}' }))),
  },
  {
    name: 'a pattern within its limit',
    text: (length) => repeated('(?i:\\p{L}|[^a])', Math.min(length, 490)),
    value: () => asProperties(many(600, () => ({ type: 'string', pattern: '[a-z]{0,999}' }))),
  },
  {
    name: 'an expression',
    text: (length) => `{{ ${whole('a.b[0]+', length - 7)}1 }}`.slice(-Math.max(length, 1)),
    value: () => many(100, () => `{{ ${'a.b[0]+'.repeat(500)}1 }}`),
  },
  {
    name: 'a template',
    text: (length) => whole('{{a}}', length),
    value: () => Object.fromEntries(many(2_000, (i) => [`k${i}`, '{{a}}{{b}}'])),
  },
  {
    name: 'open brackets',
    text: (length) => repeated('((', length),
    value: () => many(55, () => 0).reduce<unknown>((inner) => ({ properties: { a: inner } }), {}),
  },
  {
    name: 'a schedule that never matches',
    text: () => '0 0 30 2 *',
    value: () => ({ cron: '0 0 30 2 *', expression: '0 0 30 2 *' }),
  },
  {
    name: 'a schedule of long lists',
    text: (length) => `${whole('0-59/1,', Math.min(length, 199) - 10)}0 * * * *`,
    value: () => asProperties(many(900, (i) => ({ enum: [i, `${i}`] }))),
  },
  {
    name: 'references that multiply',
    text: (length) => repeated('$ref:#/a', length),
    value: () => ({
      $ref: '#/$defs/l0',
      $defs: {
        ...Object.fromEntries(
          many(30, (i) => [`l${i}`, { allOf: many(8, () => ({ $ref: `#/$defs/l${i + 1}` })) }]),
        ),
        l30: {},
      },
    }),
  },
]

/** Every field of every operation with a JSON body, of an OpenAPI document. */
export function largestBodies(document: Json): LargeBody[] {
  const paths = document.paths as Record<string, Record<string, Json>>
  return Object.entries(paths).flatMap(([url, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const content = (requestBody as { content?: Record<string, { schema: Schema; example?: unknown }> })
        ?.content
      const json = content?.['application/json']
      if (!json) return []
      return [...fieldsOf(json.schema, json.example, document)].map((field) => ({
        method: method.toUpperCase(),
        url,
        field,
      }))
    }),
  )
}

type Within = { document: Json; depth: number; path: string }

function* fieldsOf(schema: Schema, example: unknown, document: Json): Generator<Field> {
  yield* placesIn(schema, example, { document, depth: 0, path: '' })
}

function* placesIn(schema: Schema, example: unknown, within: Within): Generator<Field> {
  const { document, depth, path } = within
  if (depth > maxDepth) return
  const deeper = (part: string) => ({ ...within, depth: depth + 1, path: `${path}${part}` })
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Json)?.[key], document)
    return yield* placesIn(target as Schema, example, deeper(''))
  }
  for (const choice of [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as Schema[]))
    yield* placesIn(choice, example, deeper(''))
  if (schema.type === 'string') yield* textField(schema, path)
  else if (schema.type === 'array')
    yield* listFields((schema.items ?? {}) as Schema, schema, example, deeper('[]'))
  else if (schema.properties) yield* memberFields(schema, example, within)
  else if (isAnything(schema)) yield { path, fill: ({ value }) => value() }
  else if (typeof schema.additionalProperties === 'object')
    for (const inner of placesIn(schema.additionalProperties as Schema, undefined, deeper('.*')))
      yield {
        ...inner,
        fill: (hostile) => Object.fromEntries(many(200, (i) => [`k${i}`, inner.fill(hostile)])),
      }
}

const isAnything = ({ type, additionalProperties, anyOf, oneOf, allOf }: Schema) =>
  (type === undefined && !anyOf && !oneOf && !allOf) ||
  (type === 'object' && (additionalProperties === undefined || JSON.stringify(additionalProperties) === '{}'))

function* textField(
  { enum: options, const: only, format, maxLength }: Schema,
  path: string,
): Generator<Field> {
  if (options !== undefined || only !== undefined || format === 'uuid' || format === 'date-time') return
  const most = typeof maxLength === 'number' ? maxLength : maxText
  yield { path, fill: ({ text }) => text(Math.min(most, maxText)).slice(0, most) }
}

function* memberFields(schema: Schema, example: unknown, within: Within): Generator<Field> {
  const { document, depth, path } = within
  const base = isObject(example)
    ? example
    : (smallestJson({ ...schema, components: document.components }) as Json)
  for (const [name, member] of Object.entries(schema.properties as Record<string, Schema>))
    for (const inner of placesIn(member, isObject(example) ? example[name] : undefined, {
      document,
      depth: depth + 1,
      path: `${path}.${name}`,
    }))
      yield { ...inner, fill: (hostile) => ({ ...base, [name]: inner.fill(hostile) }) }
}

function* listFields(
  items: Schema,
  { maxItems }: Schema,
  example: unknown,
  within: Within,
): Generator<Field> {
  for (const inner of placesIn(items, Array.isArray(example) ? example[0] : undefined, within))
    yield {
      ...inner,
      fill(hostile) {
        const item = inner.fill(hostile)
        const room = Math.floor(maxChars / (JSON.stringify(item).length + 1))
        const count = Math.max(1, Math.min(typeof maxItems === 'number' ? maxItems : 1_000, room))
        return many(count, (i) => numbered(item, i, inner.path))
      },
    }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Items of a list differ in what names them. */
function numbered(item: unknown, i: number, path: string): unknown {
  if (!isObject(item)) return item
  const names = ['id', 'name', 'slug', 'key'].filter(
    (name) => typeof item[name] === 'string' && !path.endsWith(`.${name}`),
  )
  return { ...item, ...Object.fromEntries(names.map((name) => [name, `${name}${i}`])) }
}
