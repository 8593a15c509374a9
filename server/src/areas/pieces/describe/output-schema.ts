import type { JsonSchema } from '../../toolkits/index.ts'

type Shape = { properties: Map<string, Shape>; items: Shape | null; leaf: JsonSchema }

const newShape = (): Shape => ({ properties: new Map(), items: null, leaf: {} })

const deepest = 8

/** What an action says about its output, as a schema. It is a description and not a promise, so nothing is required. */
export function schemaOfOutput(fields: readonly unknown[] | undefined): JsonSchema {
  if (!fields || fields.length === 0) return {}
  const root = newShape()
  for (const field of fields) addField(root, field, 0)
  return schemaOf(root)
}

function addField(shape: Shape, field: unknown, depth: number): void {
  if (typeof field !== 'object' || field === null || depth > deepest) return
  const { key, value, label, description, format, children, listItems, dynamicKey } = field as Record<
    string,
    unknown
  >
  if (typeof key !== 'string' || dynamicKey) return
  const path = typeof value === 'string' && value !== '' ? value.split('.').slice(0, deepest) : [key]
  let at = shape
  for (const name of path) {
    const next = at.properties.get(name) ?? newShape()
    at.properties.set(name, next)
    at = next
  }
  at.leaf = {
    ...(format === 'number' || format === 'filesize' ? { type: 'number' } : {}),
    ...(format === 'boolean' ? { type: 'boolean' } : {}),
    ...(typeof label === 'string' ? { title: label.slice(0, 200) } : {}),
    ...(typeof description === 'string' ? { description: description.slice(0, 500) } : {}),
  }
  if (Array.isArray(children)) for (const child of children) addField(at, child, depth + 1)
  if (Array.isArray(listItems)) {
    at.items ??= newShape()
    for (const item of listItems) addField(at.items, item, depth + 1)
  }
}

function schemaOf(shape: Shape): JsonSchema {
  if (shape.items) return { ...shape.leaf, items: schemaOf(shape.items) }
  if (shape.properties.size === 0) return shape.leaf
  const properties = Object.fromEntries([...shape.properties].map(([name, each]) => [name, schemaOf(each)]))
  return { ...shape.leaf, properties }
}
