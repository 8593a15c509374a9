import { isObject, type JsonObject, listOr, mapValues, objectOr } from './json.ts'
import { plainText } from './prose.ts'

const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const bounds = ['minimum', 'maximum', 'multipleOf']

/** How a place in a document is serialized: where references lead, and whether descriptions are needed there. */
export type SchemaContext = {
  /** The new name of a reference; undefined when it leads nowhere. */
  resolve(reference: string): string | undefined
  /** What a reference leads to in the end; nothing at all when that is nowhere. */
  follow(value: unknown): JsonObject
  /** Longest description; 0 for responses, whose shape is enough. */
  proseLimit: number
}

/**
 * A JSON Schema of 2020-12 with only what decides or explains: no examples, vendor extensions or titles. Faults that
 * stop a validator (bad patterns, `required: true`, unknown types) are left out; less is checked then, nothing breaks.
 */
export function cleanSchema(value: unknown, context: SchemaContext): unknown {
  if (typeof value === 'boolean') return value
  if (!isObject(value)) return {}
  if (typeof value.$ref === 'string') {
    const to = context.resolve(value.$ref)
    return to === undefined ? {} : { $ref: to }
  }
  const clean = (each: unknown) => cleanSchema(each, context)
  return {
    ...typeOf(value),
    ...limitsOf(value),
    ...('properties' in value ? { properties: mapValues(value.properties, clean) } : {}),
    ...requiredOf(value, context),
    ...additionalOf(value, clean),
    ...(isObject(value.items) ? { items: clean(value.items) } : {}),
    ...combinationsOf(value, clean),
    ...wordsOf(value, context.proseLimit),
  }
}

function typeOf(schema: JsonObject): JsonObject {
  const named = (Array.isArray(schema.type) ? schema.type : [schema.type]).filter((type) =>
    types.includes(type as string),
  )
  // A file of Swagger 2 that was carried over as it was.
  if (schema.type === 'file') return { type: 'string', format: 'binary' }
  const isNullable = schema.nullable === true || schema['x-nullable'] === true
  const all = [...new Set([...named, ...(isNullable && named.length > 0 ? ['null'] : [])])]
  const format = typeof schema.format === 'string' ? { format: schema.format } : {}
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    const options = [...new Set([...schema.enum, ...(isNullable ? [null] : [])])].filter(
      (option) => !isObject(option) && !Array.isArray(option),
    )
    const stored = options.slice(0, 200)
    // A list cut short would refuse what the service takes, so a longer one is no condition at all; an empty one neither.
    if (stored.length > 0 && options.length === stored.length)
      return { ...oneOrMany(all), ...format, enum: stored }
  }
  return { ...oneOrMany(all), ...format, ...('const' in schema ? { const: schema.const } : {}) }
}

const oneOrMany = (all: unknown[]): JsonObject =>
  all.length === 0 ? {} : { type: all.length === 1 ? all[0] : all }

function limitsOf(schema: JsonObject): JsonObject {
  const limits: JsonObject = {}
  for (const key of counts)
    if (Number.isSafeInteger(schema[key]) && (schema[key] as number) >= 0) limits[key] = schema[key]
  for (const key of bounds) if (typeof schema[key] === 'number') limits[key] = schema[key]
  if (limits.multipleOf === 0) delete limits.multipleOf
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[exclusive] === 'number') limits[exclusive] = schema[exclusive]
    // In OpenAPI 3.0 a flag beside the limit.
    else if (schema[exclusive] === true && inclusive in limits) {
      limits[exclusive] = limits[inclusive]
      delete limits[inclusive]
    }
  }
  if (schema.uniqueItems === true) limits.uniqueItems = true
  if (typeof schema.pattern === 'string' && isPattern(schema.pattern)) limits.pattern = schema.pattern
  if ('default' in schema && !isObject(schema.default) && schema.default !== null)
    limits.default = schema.default
  if (schema.readOnly === true) limits.readOnly = true
  if (schema.writeOnly === true) limits.writeOnly = true
  return limits
}

function isPattern(pattern: string): boolean {
  try {
    return pattern.length <= 300 && Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

/** Parts of a whole may require what other parts describe, so the whole does it for them. */
function requiredOf(schema: JsonObject, { follow }: SchemaContext): JsonObject {
  const whole = partsOf(schema, follow, new Set())
  const known = new Set(whole.flatMap(({ properties }) => Object.keys(objectOr(properties))))
  const selected = whole.flatMap((part) =>
    // What a part describes itself it also requires itself.
    listOr(part.required).filter(
      (name) => part === schema || !Object.hasOwn(objectOr(part.properties), String(name)),
    ),
  )
  // Names without a property come from copying parts of documents; no caller could fill them in.
  const names = selected.filter((name) => typeof name === 'string' && known.has(name))
  return names.length === 0 ? {} : { required: [...new Set(names)] }
}

/** Each once: they may lead in a circle. */
function partsOf(
  schema: JsonObject,
  follow: (value: unknown) => JsonObject,
  seen: Set<JsonObject>,
): JsonObject[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  return [schema, ...listOr(schema.allOf).flatMap((part) => partsOf(follow(part), follow, seen))]
}

function additionalOf(
  { additionalProperties: additional }: JsonObject,
  clean: (schema: unknown) => unknown,
): JsonObject {
  if (additional === false) return { additionalProperties: false }
  if (isObject(additional) && Object.keys(additional).length > 0)
    return { additionalProperties: clean(additional) }
  return {}
}

function combinationsOf(schema: JsonObject, clean: (schema: unknown) => unknown): JsonObject {
  const combined: JsonObject = {}
  for (const key of ['allOf', 'anyOf', 'oneOf']) {
    const parts = listOr(schema[key]).filter(isObject).map(clean)
    if (parts.length > 0) combined[key] = parts
  }
  return combined
}

function wordsOf(schema: JsonObject, limit: number): JsonObject {
  if (limit === 0) return {}
  const description = plainText(schema.description, limit)
  return description === '' ? {} : { description }
}
