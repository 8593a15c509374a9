import type { JsonSchema } from '../../json-schema/schema-walk.ts'
import { anyKind, type Kind, type Kinds, kindOf, kinds, namesOf } from '../values/kind.ts'
import { isObject } from '../values/value.ts'
import {
  listOf,
  never,
  nothing,
  objectOf,
  ofKinds,
  orNull,
  type Type,
  union,
  unknown,
  without,
} from './type.ts'

// References within references, and alternatives within alternatives; deeper is not known.
const deepest = 30
// Parts that refer to the same part twice, level after level, are as many as two to the power of the levels.
const mostParts = 5_000

/** The schema that references lead into, and how many more parts are converted; what comes after them is unknown. */
type Source = { readonly root: JsonSchema; left: number }

/** The type that a JSON Schema describes. What of it is not understood makes the type wider, never narrower. */
export function typeOfSchema(schema: unknown): Type {
  return convert(schema, { root: isObject(schema) ? schema : {}, left: mostParts }, 0)
}

function convert(schema: unknown, source: Source, depth: number): Type {
  if (schema === false) return never
  if (!isObject(schema) || depth > deepest || source.left-- <= 0) return unknown
  if (typeof schema.$ref === 'string') return convert(targetOf(schema.$ref, source.root), source, depth + 1)
  if ('const' in schema) return ofKinds(kindOf(schema.const))
  const alternatives = schema.anyOf ?? schema.oneOf
  const own = ownType(schema, source, depth)
  const parts = [
    ...(own === null ? [] : [own]),
    ...(Array.isArray(alternatives)
      ? [alternatives.map((each) => convert(each, source, depth + 1)).reduce(union, never)]
      : []),
    ...(Array.isArray(schema.allOf) ? schema.allOf.map((each) => convert(each, source, depth + 1)) : []),
  ]
  const known = parts.filter((each) => !each.isUnknown)
  const type = known.length === 0 ? unknown : known.reduce(both)
  return schema.nullable === true ? orNull(type) : type
}

function targetOf(reference: string, root: JsonSchema): unknown {
  if (!reference.startsWith('#')) return {}
  let target: unknown = root
  for (const part of reference.slice(1).split('/').slice(1)) {
    const key = unescaped(part).replaceAll('~1', '/').replaceAll('~0', '~')
    target =
      typeof target === 'object' && target !== null && Object.hasOwn(target, key)
        ? (target as JsonSchema)[key]
        : undefined
  }
  return target
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Every look at the same fields would count again. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const kindOfType: Record<string, Kind> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  null: 'null',
}

/** What its own keywords say; null when they say nothing. */
function ownType(schema: JsonSchema, source: Source, depth: number): Type | null {
  const set = kindsOfSchema(schema)
  if (set === null) return null
  const isList = (set & kinds.array) !== 0
  const isRecord = (set & kinds.object) !== 0
  const list = isList ? listOf(once(() => itemsOfSchema(schema, source, depth))) : never
  const record = isRecord ? recordOfSchema(schema, source, depth) : never
  const rest = set & ~(kinds.array | kinds.object)
  return [list, record, rest === 0 ? never : ofKinds(rest)].reduce(union, never)
}

function recordOfSchema(schema: JsonSchema, source: Source, depth: number): Type {
  const others = schema.additionalProperties
  const hasPatterns = isObject(schema.patternProperties)
  const record = objectOf(
    once(() => fieldsOfSchema(schema, source, depth)),
    others !== false || hasPatterns,
  )
  return isObject(others) && !hasPatterns
    ? { ...record, others: once(() => convert(others, source, depth + 1)) }
    : record
}

function kindsOfSchema(schema: JsonSchema): Kinds | null {
  if (Array.isArray(schema.enum)) return schema.enum.reduce<Kinds>((set, each) => set | kindOf(each), 0)
  const named = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type]
  const known = named.filter(
    (name): name is string => typeof name === 'string' && Object.hasOwn(kindOfType, name),
  )
  if (known.length > 0) return known.reduce((set, name) => set | kinds[kindOfType[name]!], 0)
  // Many schemas leave the type out where the fields say it.
  if (isObject(schema.properties)) return kinds.object
  return schema.items === undefined ? null : kinds.array
}

function itemsOfSchema(schema: JsonSchema, source: Source, depth: number): Type {
  const first = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : undefined)
  const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items
  const others = convert(rest ?? {}, source, depth + 1)
  return Array.isArray(first)
    ? first.map((each) => convert(each, source, depth + 1)).reduce(union, others)
    : others
}

function fieldsOfSchema(schema: JsonSchema, source: Source, depth: number): ReadonlyMap<string, Type> {
  const required = new Set<unknown>(Array.isArray(schema.required) ? schema.required : [])
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return new Map(
    properties.map(([key, each]): [string, Type] => {
      const type = convert(each, source, depth + 1)
      return [key, required.has(key) ? type : type.kinds === 0 ? nothing : orNull(type)]
    }),
  )
}

/** What fits both schemas. */
function both(left: Type, right: Type): Type {
  const set = left.kinds & right.kinds
  const [ofLeft, ofRight] = [left.fields, right.fields]
  const fields = ofLeft && ofRight ? () => bothFields(ofLeft(), ofRight()) : (ofLeft ?? ofRight)
  const items =
    left.items && right.items ? () => both(left.items!(), right.items!()) : (left.items ?? right.items)
  return {
    kinds: set,
    isUnknown: false,
    // Each alone may be closed to the fields of the other; then no object fits, and there is nothing to check.
    isOpen: left.isOpen && right.isOpen,
    ...(fields ? { fields } : {}),
    ...(items ? { items } : {}),
    ...((left.others ?? right.others) ? { others: (left.others ?? right.others)! } : {}),
  }
}

function bothFields(
  left: ReadonlyMap<string, Type>,
  right: ReadonlyMap<string, Type>,
): ReadonlyMap<string, Type> {
  const merged = new Map(left)
  for (const [key, type] of right) {
    const known = merged.get(key)
    merged.set(
      key,
      known === undefined || known.isUnknown ? type : type.isUnknown ? known : both(known, type),
    )
  }
  return merged
}

const mostSampled = 50
// Schemas that refer to themselves would be expanded forever.
const mostSchemaParts = 500

/** The type of what a recorded value looks like. Another one may have other fields, so it stays open. */
export function typeOfValue(value: unknown): Type {
  if (Array.isArray(value))
    return listOf(() => value.slice(0, mostSampled).map(typeOfValue).reduce(union, never))
  if (!isObject(value)) return value === null || value === undefined ? unknown : ofKinds(kindOf(value))
  return objectOf(() => new Map(Object.entries(value).map(([key, each]) => [key, typeOfValue(each)])), true)
}

/** As JSON Schema, for the API; dates are texts in results. What lies deep or beyond 500 parts is left open. */
export function schemaOfType(type: Type, depth = 5, budget = { parts: mostSchemaParts }): JsonSchema {
  if (type.isUnknown || depth === 0 || budget.parts-- <= 0) return {}
  const names = [...new Set(namesOf(type.kinds).map((name) => (name === 'date' ? 'string' : name)))]
  return {
    ...(names.length === 0 || type.kinds === anyKind ? {} : { type: names.length === 1 ? names[0] : names }),
    ...(type.items && names.includes('array')
      ? { items: schemaOfType(type.items(), depth - 1, budget) }
      : {}),
    ...(type.fields && names.includes('object')
      ? schemaOfFields(type, [...type.fields()], depth, budget)
      : {}),
  }
}

function schemaOfFields(
  type: Type,
  fields: [string, Type][],
  depth: number,
  budget: { parts: number },
): JsonSchema {
  const properties = fields.map(([key, each]) => [
    key,
    schemaOfType(without(each, kinds.null), depth - 1, budget),
  ])
  const required = fields
    .filter(([, each]) => !each.isUnknown && (each.kinds & kinds.null) === 0)
    .map(([key]) => key)
  return {
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    ...(type.isOpen ? {} : { additionalProperties: false }),
  }
}

/** An object of exactly these fields, as the nodes of a workflow are. */
export const typeOfFields = (fields: Readonly<Record<string, Type>>): Type =>
  objectOf(() => new Map(Object.entries(fields)), false)
