import type { OpenApiDocument, Schema, SchemaOrBoolean } from './document.ts'
import { impliedType, resolve, withinSafe } from './schema.ts'

// Deep enough for an envelope with a list of things inside, shallow enough for a schema that contains itself.
const maxDepth = 4

/**
 * A value that fits the schema. `isWhole` includes every field, as in a response; a body to start editing from has
 * only the required ones, unless there are none and it would show nothing.
 */
export function exampleOf(
  document: OpenApiDocument,
  input: SchemaOrBoolean | undefined,
  isWhole = false,
  depth = 0,
): unknown {
  const { schema } = resolve(document, input)
  const stated = [schema.example, schema.examples?.[0], schema.default, schema.const, schema.enum?.[0]]
  const first = stated.find((value) => value !== undefined)
  if (first !== undefined) return first
  const deeper = (part: SchemaOrBoolean | undefined) => exampleOf(document, part, isWhole, depth + 1)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return depth > maxDepth ? null : deeper(choices[0])
  const [type] = [schema.type ?? impliedType(schema)].flat()
  if (type === 'array') return depth > maxDepth || !schema.items ? [] : [deeper(schema.items)]
  if (type !== 'object') return plainExample(type, schema)
  if (depth > maxDepth) return {}
  const required = new Set(isWhole ? [] : schema.required)
  const shown = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.size === 0 || required.has(name),
  )
  return Object.fromEntries(shown.map(([name, property]) => [name, deeper(property)]))
}

const textByFormat: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-31T09:00:00Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com',
}

function plainExample(type: string | undefined, schema: Schema): unknown {
  if (type === 'string') return textByFormat[schema.format ?? ''] ?? 'string'
  if (type === 'integer' || type === 'number') return withinSafe(schema.minimum) ?? 0
  return type === 'boolean' ? true : null
}
