type Schema = Record<string, unknown>
type Root = { schema: Schema; spend(size: number): void }

const maxDepth = 32
// Lists of lists and schemas that contain themselves twice grow by powers; no schema that is meant comes near this.
const maxSize = 200_000

/** The smallest value is larger than anyone means. */
export class SchemaTooLarge extends Error {}

/** The smallest value that fits a JSON Schema, as far as the common keywords define it. The same for the same schema. */
export function smallestJson(schema: Schema): unknown {
  let left = maxSize
  const spend = (size: number) => {
    left -= size
    if (left < 0) throw new SchemaTooLarge('the smallest value that fits the schema is too large')
  }
  return smallest(schema, { schema, spend }, 0)
}

function smallest(schema: unknown, root: Root, depth: number): unknown {
  root.spend(1)
  if (!isSchema(schema) || depth > maxDepth) return {}
  const target = resolved(schema, root.schema)
  const reported = [...valuesIn(target)]
  if (reported.length > 0) {
    root.spend(JSON.stringify(reported[0]).length)
    return reported[0]
  }
  const choices = [schemasIn(target.anyOf), schemasIn(target.oneOf)].find(({ length }) => length > 0)
  if (choices) return smallest(nullFirst(choices), root, depth + 1)
  if (Array.isArray(target.allOf))
    return smallest(merged(target, schemasIn(target.allOf), root.schema), root, depth + 1)
  switch (typeOf(target)) {
    case 'object':
      return smallestObject(target, root, depth)
    case 'array': {
      const items = Array.isArray(target.prefixItems) ? target.prefixItems : []
      const count = Math.max(numberOf(target.minItems, 0), 0)
      root.spend(count)
      return Array.from({ length: count }, (_, i) =>
        smallest(items[i] ?? target.items ?? {}, root, depth + 1),
      )
    }
    case 'string':
      return smallestText(target, root)
    case 'integer':
    case 'number':
      return smallestNumber(target)
    case 'boolean':
      return false
    default:
      return null
  }
}

/** What the schema itself says the value may be, what must be first. */
function* valuesIn(schema: Schema): Generator<unknown> {
  if ('const' in schema) yield schema.const
  if (Array.isArray(schema.enum) && schema.enum.length > 0) yield schema.enum[0]
  if ('default' in schema) yield schema.default
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
const schemasIn = (list: unknown): Schema[] => (Array.isArray(list) ? list.filter(isSchema) : [])

const nullFirst = (choices: Schema[]): Schema => choices.find(({ type }) => type === 'null') ?? choices[0]!

function smallestObject(schema: Schema, root: Root, depth: number): Schema {
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : []
  return Object.fromEntries(required.map((name) => [name, smallest(properties[name] ?? {}, root, depth + 1)]))
}

const byFormat: Record<string, string> = {
  date: '2000-01-01',
  time: '00:00:00Z',
  'date-time': '2000-01-01T00:00:00Z',
  email: 'a@example.com',
  uri: 'https://example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

function smallestText({ format, minLength }: Schema, root: Root): string {
  const shaped = typeof format === 'string' ? byFormat[format] : undefined
  if (shaped !== undefined) return shaped
  const length = Math.max(0, numberOf(minLength, 0))
  root.spend(length)
  return '-'.repeat(length)
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
    required: all.flatMap(({ required }) => (Array.isArray(required) ? (required as string[]) : [])),
  }
}
