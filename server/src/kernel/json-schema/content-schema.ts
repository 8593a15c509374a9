import { isObject, type JsonSchema, mapSchema } from './schema-walk.ts'

const structured = '#/properties/structuredContent'

/** The schema of a result that has content of MCP, and beside it data of this schema. */
export function contentSchemaOf({ $schema, $id, ...schema }: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { content: { type: 'array' }, structuredContent: moved(schema, '#', structured) },
    required: ['content', 'structuredContent'],
  }
}

/** The schema of the data beside the content; null for a schema of something else. */
export function structuredSchemaOf({ properties }: JsonSchema): JsonSchema | null {
  if (!isObject(properties) || !isObject(properties.content) || !isObject(properties.structuredContent))
    return null
  const isContent = properties.content.type === 'array' && Object.keys(properties).length === 2
  return isContent ? moved(properties.structuredContent, structured, '#') : null
}

/** References lead to the root, which is elsewhere when a schema becomes part of another. */
const moved = (schema: JsonSchema, from: string, to: string): JsonSchema =>
  mapSchema(schema, (each) => {
    const { $ref } = each
    if (typeof $ref !== 'string') return each
    const isInside = $ref === from || $ref.startsWith(`${from}/`)
    return isInside ? { ...each, $ref: to + $ref.slice(from.length) } : each
  }) as JsonSchema
