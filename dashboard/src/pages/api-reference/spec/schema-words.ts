import type { OpenApiDocument, Schema, SchemaOrBoolean } from './document.ts'
import { impliedType, isBinary, resolve, withinSafe } from './schema.ts'

/** The type in a few words: `string (uuid)`, `array of integer`, `object or null`. */
export function typeLabel(document: OpenApiDocument, input: SchemaOrBoolean | undefined, depth = 0): string {
  const { schema, isNullable } = resolve(document, input)
  return `${plainType(document, schema, depth)}${isNullable ? ' or null' : ''}`
}

function plainType(document: OpenApiDocument, schema: Schema, depth: number): string {
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

/** The rules beyond the type, each in words. */
export function limitsOf(schema: Schema): string[] {
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
  ].filter((limit) => limit !== '')
}

function range(low: number | undefined, high: number | undefined, unit: string): string {
  const noun = unit && ` ${unit}`
  if (low !== undefined && high !== undefined)
    return low === high ? `${low}${noun}` : `${low} to ${high}${noun}`
  if (low) return `at least ${low}${noun}`
  if (low === 0 && !unit) return 'at least 0'
  return high === undefined ? '' : `at most ${high}${noun}`
}
