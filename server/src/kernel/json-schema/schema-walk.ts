/** A JSON Schema as it came; `true` and `false` are schemas too, but never the whole of one here. */
export type JsonSchema = { readonly [key: string]: unknown }

/** Keywords that contain schemas by arbitrary names. */
const namedSchemas = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords whose value is data: what looks like a schema in there is none. */
const dataKeywords = new Set(['enum', 'const', 'default', 'examples', 'example'])

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Rebuilds the schema, inner ones first, each by `change` and with its path. It walks only where
 * schemas are allowed, so that a property named `pattern` is not taken for a pattern.
 */
export function mapSchema(
  schema: unknown,
  change: (schema: Record<string, unknown>, path: string) => unknown,
  path = '',
): unknown {
  if (Array.isArray(schema)) return schema.map((each, i) => mapSchema(each, change, `${path}/${i}`))
  if (!isObject(schema)) return schema
  const copy: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(schema)) {
    const childPath = `${path}/${keyword}`
    if (dataKeywords.has(keyword)) copy[keyword] = value
    else if (namedSchemas.has(keyword) && isObject(value))
      copy[keyword] = Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, mapSchema(each, change, `${childPath}/${name}`)]),
      )
    else copy[keyword] = mapSchema(value, change, childPath)
  }
  return change(copy, path)
}

export type SchemaSize = { nodes: number; depth: number }

/** How much there is to compile. Stops counting beyond `maxDepth`, so that it cannot run out of stack itself. */
export function sizeOf(value: unknown, maxDepth: number, depth = 1): SchemaSize {
  if (typeof value !== 'object' || value === null) return { nodes: 0, depth: depth - 1 }
  if (depth > maxDepth) return { nodes: 1, depth }
  let nodes = 1
  let deepest = depth
  for (const each of Object.values(value)) {
    const inner = sizeOf(each, maxDepth, depth + 1)
    nodes += inner.nodes
    deepest = Math.max(deepest, inner.depth)
  }
  return { nodes, depth: deepest }
}
