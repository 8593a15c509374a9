import { atPointer } from '../../../features/json-schema/at-pointer.ts'
import type { OpenApiDocument, Schema, SchemaOrBoolean } from './document.ts'

/** JSON Schema for readers, one level at a time: a schema may contain itself, so it is never expanded as a whole. */

const maxHops = 20

export type Resolved = {
  schema: Schema
  /** Null was one of the alternatives. */
  isNullable: boolean
  /** The component it came from. */
  name?: string
}

/** The schema without references, `allOf` and the null alternative. */
export function resolve(document: OpenApiDocument, input: SchemaOrBoolean | undefined, hops = 0): Resolved {
  if (input === true || input === undefined || hops > maxHops) return { schema: {}, isNullable: false }
  if (input === false) return { schema: { not: {} }, isNullable: false }
  if (input.$ref !== undefined) {
    const { $ref, ...own } = input
    const found = atPointer(document, $ref) as SchemaOrBoolean | undefined
    const target = resolve(document, found ?? {}, hops + 1)
    return { name: $ref.split('/').at(-1)!, ...target, schema: { ...target.schema, ...own } }
  }
  return input.allOf ? mergeAll(document, input, hops) : withoutNull(document, input, hops)
}

function mergeAll(document: OpenApiDocument, { allOf = [], ...own }: Schema, hops: number): Resolved {
  const parts = [...allOf.map((part) => resolve(document, part, hops + 1).schema), own]
  const merged: Schema = Object.assign({}, ...parts)
  if (parts.some((part) => part.properties)) {
    merged.properties = Object.assign({}, ...parts.map((part) => part.properties))
    merged.required = [...new Set(parts.flatMap((part) => part.required ?? []))]
  }
  return withoutNull(document, merged, hops)
}

const isNull = (schema: SchemaOrBoolean) =>
  typeof schema === 'object' && (schema.type === 'null' || schema.const === null)

function withoutNull(document: OpenApiDocument, schema: Schema, hops: number): Resolved {
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
    schema: { ...schema, type: types.length === 1 ? types[0]! : types },
    isNullable: types.length < schema.type.length,
  }
}

/** What an array holds; for everything else, the schema itself. */
export const heldBy = (document: OpenApiDocument, schema: Schema): Schema =>
  schema.items === undefined ? schema : resolve(document, schema.items).schema

export const isBinary = (schema: Schema): boolean =>
  schema.format === 'binary' || schema.contentMediaType === 'application/octet-stream'

export function impliedType(schema: Schema): string {
  if (schema.properties || schema.additionalProperties) return 'object'
  if (schema.items || schema.prefixItems) return 'array'
  if (schema.enum) return [...new Set(schema.enum.map((value) => typeof value))].join(' or ')
  return 'any'
}

/** The edges of safe integers are written by schema generators and are of no use to a reader. */
export const withinSafe = (value: number | undefined): number | undefined =>
  value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value

export type SchemaField = {
  name: string
  schema: SchemaOrBoolean
  isRequired: boolean
  /** One of several schemas that a value may match, not a property. */
  isAlternative?: boolean
  /** Replaces that of the schema. */
  description?: string
}

/**
 * The fields one level below: properties, the values of a map, the alternatives of a choice. An array is looked
 * through, since what is of interest is what it holds.
 */
export function fieldsOf(document: OpenApiDocument, input: SchemaOrBoolean): SchemaField[] {
  const { schema } = resolve(document, input)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) {
    const isPlain = choices.every((choice) => fieldsOf(document, choice).length === 0)
    return isPlain ? [] : choices.map((choice, index) => alternative(document, choice, index))
  }
  if (schema.prefixItems)
    return schema.prefixItems.map((item, index) => ({ name: `[${index}]`, schema: item, isRequired: true }))
  if (typeof schema.items === 'object') return fieldsOf(document, schema.items)
  const fields: SchemaField[] = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    isRequired: schema.required?.includes(name) ?? false,
  }))
  const values = schema.additionalProperties
  if (typeof values === 'object' && Object.keys(values).length > 0)
    fields.push({ name: '[any key]', schema: values, isRequired: false })
  return fields
}

function alternative(document: OpenApiDocument, choice: SchemaOrBoolean, index: number): SchemaField {
  const { schema, name } = resolve(document, choice)
  const marker = Object.entries(schema.properties ?? {}).flatMap(([key, property]) =>
    typeof property === 'object' && property.const !== undefined
      ? [`${key}: ${JSON.stringify(property.const)}`]
      : [],
  )[0]
  const label = schema.title ?? marker ?? name ?? `option ${index + 1}`
  return { name: label, schema: choice, isRequired: false, isAlternative: true }
}
