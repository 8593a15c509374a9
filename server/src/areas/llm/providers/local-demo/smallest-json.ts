type Schema = Record<string, unknown>

const maxDepth = 32

/** The smallest value that fits a JSON Schema, so far as its ordinary words tell. The same for the same schema. */
export function smallestJson(schema: unknown, root: Schema = schema as Schema, depth = 0): unknown {
  if (typeof schema !== 'object' || schema === null || depth > maxDepth) return {}
  const given = resolved(schema as Schema, root)
  if ('const' in given) return given.const
  if (Array.isArray(given.enum) && given.enum.length > 0) return given.enum[0]
  if ('default' in given) return given.default
  const choices = [given.anyOf, given.oneOf].find((each) => Array.isArray(each) && each.length > 0)
  if (choices) return smallestJson(nullFirst(choices as Schema[]), root, depth + 1)
  if (Array.isArray(given.allOf))
    return smallestJson(merged(given, given.allOf as Schema[], root), root, depth + 1)
  switch (typeOf(given)) {
    case 'object':
      return smallestObject(given, root, depth)
    case 'array': {
      const items = Array.isArray(given.prefixItems) ? given.prefixItems : []
      const count = Math.min(1000, Math.max(numberOf(given.minItems, 0), 0))
      return Array.from({ length: count }, (_, i) =>
        smallestJson(items[i] ?? given.items ?? {}, root, depth + 1),
      )
    }
    case 'string':
      return smallestText(given)
    case 'integer':
    case 'number':
      return smallestNumber(given)
    case 'boolean':
      return false
    default:
      return null
  }
}

const nullFirst = (choices: Schema[]): Schema => choices.find(({ type }) => type === 'null') ?? choices[0]!

function smallestObject(schema: Schema, root: Schema, depth: number): Schema {
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  return Object.fromEntries(
    required.map((name) => [name, smallestJson(properties[name] ?? {}, root, depth + 1)]),
  )
}

const byFormat: Record<string, string> = {
  date: '2000-01-01',
  time: '00:00:00Z',
  'date-time': '2000-01-01T00:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function smallestText({ format, minLength }: Schema): string {
  const shaped = typeof format === 'string' ? byFormat[format] : undefined
  return shaped ?? ''.padEnd(Math.min(100_000, numberOf(minLength, 0)), '-')
}

function smallestNumber(schema: Schema): number {
  const step = numberOf(schema.multipleOf, typeOf(schema) === 'integer' ? 1 : 0)
  const above = numberOf(schema.exclusiveMinimum, Number.NEGATIVE_INFINITY)
  const least = Math.max(numberOf(schema.minimum, Number.NEGATIVE_INFINITY), above)
  const most = Math.min(
    numberOf(schema.maximum, Number.POSITIVE_INFINITY),
    numberOf(schema.exclusiveMaximum, Number.POSITIVE_INFINITY),
  )
  if (least < 0 && most > 0) return 0
  if (least === 0 && above < 0) return 0
  const start = Number.isFinite(least) ? least : most - (step || 1)
  const first = step > 0 ? Math.ceil(start / step) * step : start
  return first <= above ? first + (step || 1) : first
}

const numberOf = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

function typeOf(schema: Schema): string {
  const { type } = schema
  if (Array.isArray(type)) return type.includes('null') ? 'null' : String(type[0])
  if (typeof type === 'string') return type
  if (schema.properties !== undefined || schema.required !== undefined) return 'object'
  return schema.items === undefined ? 'object' : 'array'
}

/** Follows references inside the schema; those that lead elsewhere or in a circle mean anything. */
function resolved(schema: Schema, root: Schema): Schema {
  let found = schema
  for (let hops = 0; typeof found.$ref === 'string' && hops < maxDepth; hops++) {
    const path = found.$ref.startsWith('#/') ? found.$ref.slice(2).split('/') : null
    const target = path?.reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], root)
    if (typeof target !== 'object' || target === null) return {}
    found = target as Schema
  }
  return found
}

function merged(schema: Schema, parts: Schema[], root: Schema): Schema {
  const { allOf: _, ...own } = schema
  const all = [own, ...parts.map((part) => resolved(part, root))]
  return {
    ...Object.assign({}, ...all),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required }) => (required as string[] | undefined) ?? []),
  }
}
