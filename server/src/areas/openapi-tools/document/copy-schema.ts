import type { JsonSchema } from '../../toolkits/index.ts'
import type { Json } from './clean-tree.ts'
import { entriesOf, isJson, listOf, memberOf, resolve } from './pointer.ts'

/**
 * Which side a schema is for: what only the service writes is not an argument, what only callers write is not in the
 * result.
 */
export type Side = 'input' | 'output'

const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']
const single = ['items', 'not', 'propertyNames', 'additionalProperties', 'contains']
const lists = ['oneOf', 'anyOf', 'allOf', 'prefixItems']
const knownTypes = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
const maxDescription = 1000
const maxPattern = 500
const maxEnum = 500
// Of one whole; no one puts more together.
const maxParts = 100

/**
 * Copies schemas out of a document into a self-contained one: what they refer to is copied to `$defs`, so that
 * circles need no care. Only keywords of JSON Schema go along, and only where they make sense, because descriptions in
 * the wild are full of those that no validator would compile. When the budget of parts is used up, what is further away
 * becomes a schema that takes anything.
 */
export function createSchemaCopy(document: Json, side: Side, budget: number) {
  const nameByPointer = new Map<string, string>()
  const names = new Set<string>()
  const waiting: [pointer: string, name: string][] = []
  let left = budget

  function refer(pointer: string): JsonSchema {
    let name = nameByPointer.get(pointer)
    if (name === undefined) {
      if (left <= 0 || resolve(document, { $ref: pointer }) === null) return {}
      name = freeName(pointer, names)
      names.add(name)
      nameByPointer.set(pointer, name)
      waiting.push([pointer, name])
    }
    return { $ref: `#/$defs/${name}` }
  }

  function copy(input: unknown): JsonSchema | boolean {
    if (typeof input === 'boolean') return input
    if (!isJson(input)) return {}
    left--
    const pointer = memberOf(input, '$ref')
    if (typeof pointer === 'string') return refer(pointer)
    const schema: Record<string, unknown> = { ...simpleKeywords(input) }
    for (const key of single) {
      const child = memberOf(input, key)
      if (isJson(child) || typeof child === 'boolean') schema[key] = copy(child)
    }
    for (const key of lists) {
      const children = listOf(memberOf(input, key))
      if (children.length > 0) schema[key] = children.map(copy)
    }
    copyProperties(input, schema)
    return schema
  }

  function copyProperties(source: Json, schema: Record<string, unknown>): void {
    const hidden = side === 'input' ? 'readOnly' : 'writeOnly'
    const visible = entriesOf(memberOf(source, 'properties')).filter(
      ([name, child]) => name !== '__proto__' && memberOf(resolve(document, child), hidden) !== true,
    )
    if (visible.length > 0)
      schema.properties = Object.fromEntries(visible.map(([name, child]) => [name, copy(child)]))
    const required = requiredOf(source, hidden)
    if (required.length > 0) schema.required = required
  }

  /** Parts of a whole may require what other parts describe, so the whole does it for them. */
  function requiredOf(source: Json, hidden: string): string[] {
    const parts = partsOf(source, new Set())
    const visible = new Set(
      parts.flatMap((part) =>
        entriesOf(memberOf(part, 'properties'))
          .filter(([, child]) => memberOf(resolve(document, child), hidden) !== true)
          .map(([name]) => name),
      ),
    )
    const names = parts.flatMap((part) => {
      const own = memberOf(part, 'properties')
      return listOf(memberOf(part, 'required')).filter(
        (name): name is string =>
          typeof name === 'string' &&
          visible.has(name) &&
          (part === source || memberOf(own, name) === undefined),
      )
    })
    return [...new Set(names)]
  }

  /** Each once: they may lead in a circle. */
  function partsOf(source: Json, seen: Set<Json>): Json[] {
    if (seen.size >= maxParts || seen.has(source)) return []
    seen.add(source)
    const parts = listOf(memberOf(source, 'allOf')).map((part) => resolve(document, part))
    return [source, ...parts.flatMap((part) => (part ? partsOf(part, seen) : []))]
  }

  return {
    copy: (input: unknown): JsonSchema => {
      const copied = copy(input)
      return typeof copied === 'boolean' ? {} : copied
    },
    /** What was referred to, with all it refers to; nearest first, so that a budget that runs out cuts what is far. */
    definitions(): JsonSchema {
      const defs: Record<string, unknown> = {}
      for (let next = waiting.shift(); next; next = waiting.shift())
        defs[next[1]] = copy(resolve(document, { $ref: next[0] }))
      return defs
    },
  }
}

export type SchemaCopy = ReturnType<typeof createSchemaCopy>

function freeName(pointer: string, taken: ReadonlySet<string>): string {
  const plain =
    pointer
      .split('/')
      .at(-1)!
      .replace(/[^A-Za-z0-9_.-]+/g, '_') || 'schema'
  let name = plain === '__proto__' ? 'proto' : plain
  for (let n = 2; taken.has(name); n++) name = `${plain}_${n}`
  return name
}

function simpleKeywords(source: Json): Record<string, unknown> {
  const schema: Record<string, unknown> = {}
  const type = typeIn(source)
  if (type !== undefined) schema.type = type
  for (const key of ['title', 'description', 'format'] as const) {
    const text = memberOf(source, key)
    if (typeof text === 'string' && text !== '')
      schema[key] = text.length > maxDescription ? `${text.slice(0, maxDescription)}…` : text
  }
  for (const key of numbers) if (Number.isFinite(memberOf(source, key))) schema[key] = source[key]
  for (const key of counts) {
    const count = memberOf(source, key)
    if (Number.isSafeInteger(count) && (count as number) >= 0) schema[key] = count
  }
  if (schema.multipleOf !== undefined && !((schema.multipleOf as number) > 0)) delete schema.multipleOf
  const values = [...new Set(listOf(memberOf(source, 'enum')).flatMap((value) => asType(value, type)))]
  if (values.length > 0 && values.length <= maxEnum) schema.enum = values
  if (memberOf(source, 'const') !== undefined) schema.const = source.const
  const fallback = memberOf(source, 'default')
  if (fallback !== undefined && isOfType(fallback, type)) schema.default = fallback
  if (memberOf(source, 'uniqueItems') === true) schema.uniqueItems = true
  if (memberOf(source, 'deprecated') === true) schema.deprecated = true
  const pattern = memberOf(source, 'pattern')
  if (typeof pattern === 'string' && isPattern(pattern)) schema.pattern = pattern
  return schema
}

function typeIn(source: Json): string | string[] | undefined {
  const types = [memberOf(source, 'type')].flat().filter((type) => knownTypes.has(type as string)) as string[]
  if (types.length === 0) return undefined
  const isNullable = memberOf(source, 'nullable') === true || memberOf(source, 'x-nullable') === true
  const all = [...new Set(isNullable ? [...types, 'null'] : types)]
  return all.length === 1 ? all[0] : all
}

/** Texts that are listed as numbers, and numbers as texts, would make a choice of which nothing can be chosen. */
function asType(value: unknown, type: string | string[] | undefined): unknown[] {
  if (isOfType(value, type)) return [value]
  const other = typeof value === 'string' && value.trim() !== '' ? Number(value) : String(value)
  return typeof value !== 'object' && isOfType(other, type) ? [other] : []
}

/** A default of another type would make every call that leaves the value out invalid. */
function isOfType(value: unknown, type: string | string[] | undefined): boolean {
  if (type === undefined) return true
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return [type].flat().some((each) => each === kind || (each === 'integer' && Number.isInteger(value)))
}

function isPattern(pattern: string): boolean {
  if (pattern.length > maxPattern) return false
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
