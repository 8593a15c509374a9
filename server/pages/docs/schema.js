/**
 * Reads JSON Schema for people, one level at a time: a schema may contain itself, so it is never resolved
 * as a whole.
 */

const maxHops = 20

/** The target of a local reference such as `#/components/schemas/Thing`; undefined when there is none. */
export function lookUp(document, reference) {
  if (!reference.startsWith('#')) return undefined
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((node, part) => (node && Object.hasOwn(node, part) ? node[part] : undefined), document)
}

/**
 * The schema without references, `allOf` and the null alternative. `name` is that of the component it came
 * from, `isNullable` says whether null was an alternative.
 */
export function resolve(document, schema, hops = 0) {
  if (schema === true || schema === undefined || hops > maxHops) return { schema: {}, isNullable: false }
  if (schema === false) return { schema: { not: {} }, isNullable: false }
  if (schema.$ref) {
    const { $ref, ...own } = schema
    const target = resolve(document, lookUp(document, $ref) ?? {}, hops + 1)
    return { name: $ref.split('/').at(-1), ...target, schema: { ...target.schema, ...own } }
  }
  if (schema.allOf) return mergeAll(document, schema, hops)
  return withoutNull(document, schema, hops)
}

function mergeAll(document, { allOf, ...own }, hops) {
  const parts = [...allOf.map((part) => resolve(document, part, hops + 1).schema), own]
  const merged = Object.assign({}, ...parts)
  if (parts.some((part) => part.properties)) {
    merged.properties = Object.assign({}, ...parts.map((part) => part.properties))
    merged.required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  }
  return withoutNull(document, merged, hops)
}

const isNull = (schema) => schema.type === 'null' || schema.const === null

function withoutNull(document, schema, hops) {
  const key = schema.anyOf ? 'anyOf' : 'oneOf'
  const choices = schema[key]
  if (choices) {
    const others = choices.filter((choice) => !isNull(choice))
    const isNullable = others.length < choices.length
    if (others.length !== 1) return { schema: { ...schema, [key]: others }, isNullable }
    const { [key]: _, ...own } = schema
    const only = resolve(document, others[0], hops + 1)
    return { ...only, schema: { ...only.schema, ...own }, isNullable: isNullable || only.isNullable }
  }
  if (!Array.isArray(schema.type)) return { schema, isNullable: false }
  const types = schema.type.filter((type) => type !== 'null')
  return {
    schema: { ...schema, type: types.length === 1 ? types[0] : types },
    isNullable: types.length < schema.type.length,
  }
}

/** The type in a few words: `string (uuid)`, `array of integer`, `object or null`. */
export function typeLabel(document, given, depth = 0) {
  const { schema, isNullable } = resolve(document, given)
  return `${plainType(document, schema, depth)}${isNullable ? ' or null' : ''}`
}

function plainType(document, schema, depth) {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    if (depth > 1) return 'one of several'
    const labels = new Set(choices.map((choice) => typeLabel(document, choice, depth + 1)))
    return labels.size > 3 ? 'one of several' : [...labels].join(' or ')
  }
  const type = schema.type ?? impliedType(schema)
  if (type === 'array') {
    if (depth > 2 || !schema.items) return 'array'
    return `array of ${typeLabel(document, schema.items, depth + 1)}`
  }
  if (type === 'string' && isBinary(schema)) return 'file'
  if (type === 'string' && schema.format) return `string (${schema.format})`
  return Array.isArray(type) ? type.join(' or ') : type
}

function impliedType(schema) {
  if (schema.properties || schema.additionalProperties) return 'object'
  if (schema.items || schema.prefixItems) return 'array'
  if (schema.enum) return [...new Set(schema.enum.map((value) => typeof value))].join(' or ')
  return 'any'
}

export const isBinary = (schema) =>
  schema.format === 'binary' || schema.contentMediaType === 'application/octet-stream'

/** The rules beyond the type, each in words. */
export function limitsOf(schema) {
  return [
    range(schema.minLength, schema.maxLength, 'characters'),
    range(schema.minItems, schema.maxItems, 'items'),
    range(schema.minProperties, schema.maxProperties, 'keys'),
    range(withinSafe(schema.minimum), withinSafe(schema.maximum), ''),
    schema.exclusiveMinimum === undefined ? '' : `above ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? '' : `below ${schema.exclusiveMaximum}`,
    schema.multipleOf === undefined ? '' : `multiple of ${schema.multipleOf}`,
    schema.uniqueItems ? 'no duplicates' : '',
    // Formats such as uuid come with a pattern that says the same at great length.
    schema.pattern && !schema.format ? `matches ${schema.pattern}` : '',
  ].filter(Boolean)
}

/** The edges of safe integers are written down by schema generators and mean nothing to a reader. */
const withinSafe = (value) => (Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value)

function range(low, high, unit) {
  const noun = unit && ` ${unit}`
  if (low !== undefined && high !== undefined)
    return low === high ? `${low}${noun}` : `${low} to ${high}${noun}`
  if (low) return `at least ${low}${noun}`
  if (low === 0 && !unit) return 'at least 0'
  return high === undefined ? '' : `at most ${high}${noun}`
}

/**
 * The fields one level below: properties, the values of a map, the alternatives of a choice. An array is looked
 * through, since what is of interest is what it holds.
 */
export function fieldsOf(document, given) {
  const { schema } = resolve(document, given)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const isPlain = choices.every((choice) => fieldsOf(document, choice).length === 0)
    return isPlain ? [] : choices.map((choice, index) => alternative(document, choice, index))
  }
  if (schema.prefixItems) {
    return schema.prefixItems.map((item, index) => ({ name: `[${index}]`, schema: item, isRequired: true }))
  }
  if (schema.items && typeof schema.items === 'object') return fieldsOf(document, schema.items)
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: schema.required?.includes(name) ?? false,
  }))
  const values = schema.additionalProperties
  if (values && typeof values === 'object' && Object.keys(values).length > 0) {
    fields.push({ name: '[any key]', schema: values, isRequired: false })
  }
  return fields
}

function alternative(document, choice, index) {
  const { schema, name } = resolve(document, choice)
  const marker = Object.entries(schema.properties ?? {}).find(([, property]) => property.const !== undefined)
  const label = schema.title ?? (marker ? `${marker[0]}: ${JSON.stringify(marker[1].const)}` : name)
  return { name: label ?? `option ${index + 1}`, schema: choice, isRequired: false, isAlternative: true }
}

/**
 * A value that fits the schema. `isWhole` includes every field, as in a response; a body to start editing from has
 * only the required ones, unless there are none and it would teach nothing.
 */
export function exampleOf(document, given, isWhole = false, depth = 0) {
  const { schema } = resolve(document, given)
  const deeper = (part) => exampleOf(document, part, isWhole, depth + 1)
  if (schema.example !== undefined) return schema.example
  if (schema.examples?.length) return schema.examples[0]
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return depth > maxExampleDepth ? null : deeper(choices[0])
  const type = [schema.type ?? impliedType(schema)].flat()[0]
  if (type === 'array') return depth > maxExampleDepth || !schema.items ? [] : [deeper(schema.items)]
  if (type !== 'object') return plainExample(type, schema)
  if (depth > maxExampleDepth) return {}
  const required = new Set(isWhole ? [] : schema.required)
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.size === 0 || required.has(name),
  )
  return Object.fromEntries(shown.map(([name, property]) => [name, deeper(property)]))
}

// Deep enough for an envelope with a list of things inside, shallow enough for a schema that contains itself.
const maxExampleDepth = 4

const textByFormat = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com',
}

function plainExample(type, schema) {
  if (type === 'string') return textByFormat[schema.format] ?? 'string'
  if (type === 'integer' || type === 'number') return withinSafe(schema.minimum) ?? 0
  return type === 'boolean' ? true : null
}
