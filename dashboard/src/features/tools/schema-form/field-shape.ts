import { atPointer } from '../../../features/json-schema/at-pointer.ts'

export type JsonSchema = Record<string, unknown>

/** How a value of a schema is edited. */
export type FieldShape =
  | { kind: 'text'; isLong: boolean }
  | { kind: 'number' }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: readonly unknown[] }
  | { kind: 'choices'; options: readonly unknown[] }
  | { kind: 'object'; fields: readonly ObjectField[] }
  | { kind: 'list'; item: JsonSchema }
  /** A text, a number or anything else: what it means, the letters say. */
  | { kind: 'value' }
  /** What only JSON can say. */
  | { kind: 'json' }

export type ObjectField = { name: string; schema: JsonSchema; isRequired: boolean }

// Deeper than this a form is harder to read than JSON.
const deepest = 4
const longText = 200
const longNames = /body|content|text|message|description|html|markdown|prompt|query|source|template/i

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Follows references inside the document, and takes off the ways in which nothing is allowed as well. */
export function resolve(input: unknown, root: JsonSchema, steps = 0): JsonSchema {
  if (!isObject(input) || steps > 8) return {}
  if (typeof input.$ref === 'string') {
    const { $ref, ...siblings } = input
    return { ...resolve(atPointer(root, $ref as string), root, steps + 1), ...siblings }
  }
  const either = (input.anyOf ?? input.oneOf) as unknown
  if (Array.isArray(either)) {
    const ways = either.map((way) => resolve(way, root, steps + 1)).filter((way) => way.type !== 'null')
    const { anyOf: _any, oneOf: _one, ...siblings } = input
    if (ways.length === 1) return { ...ways[0], ...siblings }
    const consts = ways.flatMap(choicesOf)
    return ways.every((way) => choicesOf(way).length > 0)
      ? { ...siblings, enum: consts }
      : { ...siblings, ways }
  }
  if (Array.isArray(input.allOf)) {
    const { allOf, ...siblings } = input
    return (allOf as unknown[]).reduce<JsonSchema>(
      (sum, part) => merged(sum, resolve(part, root, steps + 1)),
      siblings,
    )
  }
  return input
}

const choicesOf = ({ enum: options, const: only }: JsonSchema): unknown[] =>
  Array.isArray(options) ? options : only === undefined ? [] : [only]

const merged = (left: JsonSchema, right: JsonSchema): JsonSchema => ({
  ...left,
  ...right,
  properties: { ...(left.properties as JsonSchema), ...(right.properties as JsonSchema) },
  required: [...((left.required as string[]) ?? []), ...((right.required as string[]) ?? [])],
})

const typeOf = ({ type, properties, items }: JsonSchema): unknown =>
  Array.isArray(type)
    ? type.filter((each) => each !== 'null').length === 1
      ? type.find((each) => each !== 'null')
      : undefined
    : (type ?? (properties ? 'object' : items ? 'array' : undefined))

export function shapeOf(schema: JsonSchema, root: JsonSchema, name = '', depth = 0): FieldShape {
  const options = choicesOf(schema).filter((option) => option !== null)
  if (options.length > 0) return options.every(isObject) ? { kind: 'json' } : { kind: 'choice', options }
  if (Array.isArray(schema.ways))
    return { kind: (schema.ways as JsonSchema[]).some(isNested) ? 'json' : 'value' }
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'text', isLong: Number(schema.maxLength ?? 0) > longText || longNames.test(name) }
    case 'number':
    case 'integer':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'object':
      return objectShape(schema, depth)
    case 'array':
      return listShape(schema, root, depth)
    default:
      return { kind: 'value' }
  }
}

const isNested = (schema: JsonSchema) => ['object', 'array'].includes(String(typeOf(schema)))

function objectShape({ properties, required }: JsonSchema, depth: number): FieldShape {
  const entries = Object.entries((properties ?? {}) as Record<string, JsonSchema>)
  if (entries.length === 0 || depth >= deepest) return { kind: 'json' }
  const needed = new Set((required as string[] | undefined) ?? [])
  return {
    kind: 'object',
    fields: entries.map(([name, schema]) => ({ name, schema, isRequired: needed.has(name) })),
  }
}

function listShape({ items }: JsonSchema, root: JsonSchema, depth: number): FieldShape {
  if (depth >= deepest || Array.isArray(items)) return { kind: 'json' }
  const item = resolve(items ?? {}, root)
  const options = choicesOf(item)
  if (options.length > 0 && !options.some(isObject)) return { kind: 'choices', options }
  return { kind: 'list', item }
}

/** What letters mean where anything is taken: JSON where they are, else the text itself. */
export function meantBy(text: string): unknown {
  if (text === '') return undefined
  if (!/^\s*([[{"]|-?\d|true$|false$|null$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
