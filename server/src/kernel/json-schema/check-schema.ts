import { compileLinearPattern } from './linear-pattern.ts'
import { isObject, type JsonSchema, mapSchema, sizeOf } from './schema-walk.ts'

export type SchemaFault = { path: string; rule: string; message: string }

/** Compiling takes about a tenth of a millisecond for each node, and nothing else runs meanwhile. */
export const schemaBounds = { nodes: 2_000, depth: 40, bytes: 256 * 1024 } as const

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const refKeywords = ['$ref', '$dynamicRef', '$recursiveRef'] as const

/** Why a schema cannot be compiled; empty when it can. */
export function boundFaults(schema: unknown): SchemaFault[] {
  if (!isObject(schema)) return [fault('', 'type', 'must be an object')]
  const { nodes, depth } = sizeOf(schema, schemaBounds.depth)
  if (depth > schemaBounds.depth)
    return [fault('', 'maxDepth', `must not be nested deeper than ${schemaBounds.depth} levels`)]
  if (nodes > schemaBounds.nodes)
    return [fault('', 'maxNodes', `must not have more than ${schemaBounds.nodes} parts`)]
  if (Buffer.byteLength(JSON.stringify(schema)) > schemaBounds.bytes)
    return [fault('', 'maxBytes', `must not be larger than ${schemaBounds.bytes} bytes`)]
  return partFaults(schema)
}

function partFaults(schema: JsonSchema): SchemaFault[] {
  const faults: SchemaFault[] = []
  mapSchema(schema, (part, path) => {
    for (const keyword of refKeywords) {
      const target = part[keyword]
      if (target !== undefined && !(typeof target === 'string' && target.startsWith('#')))
        faults.push(fault(`${path}/${keyword}`, 'ref', 'must point into this schema, as in #/$defs/name'))
    }
    for (const { at, fault: message } of unusablePatterns(part))
      faults.push(fault(`${path}/${at}`, 'pattern', message))
    for (const map of [part.properties, part.$defs, part.definitions])
      for (const key of isObject(map) ? Object.keys(map) : [])
        if (forbiddenKeys.has(key)) faults.push(fault(path, 'name', `must not name anything ${key}`))
    return part
  })
  return faults
}

type UnusablePattern = { at: string; fault: string; key?: string }

/** Checks one part of a schema, not the parts inside it. */
function unusablePatterns({ pattern, patternProperties }: JsonSchema): UnusablePattern[] {
  const keys = Object.keys(isObject(patternProperties) ? patternProperties : {})
  const all = [
    ...(typeof pattern === 'string' ? [{ at: 'pattern', source: pattern }] : []),
    ...keys.map((key) => ({ at: `patternProperties/${key.slice(0, 50)}`, source: key, key })),
  ]
  return all.flatMap(({ source, ...each }) => {
    const compiled = compileLinearPattern(source)
    return 'fault' in compiled ? [{ ...each, fault: compiled.fault }] : []
  })
}

/**
 * A schema of someone else's making, in a form that can be compiled: what only other dialects know, what points outside
 * and patterns that cannot be matched in linear time are left out, so that the rest still counts. Beyond the bounds
 * only the upper levels remain.
 */
export function tolerated(schema: JsonSchema): { schema: JsonSchema; warnings: string[] } {
  const warnings: string[] = []
  const cut = sizeOf(schema, schemaBounds.depth)
  const isLarge = cut.nodes > schemaBounds.nodes || cut.depth > schemaBounds.depth
  if (isLarge) warnings.push('The schema is too large to be checked whole: only its upper levels are.')
  const stored = mapSchema(isLarge ? upperLevels(schema) : schema, (part, path) => {
    for (const keyword of refKeywords)
      if (part[keyword] !== undefined && !String(part[keyword]).startsWith('#')) {
        warnings.push(`${path}/${keyword} points outside and is not checked.`)
        return {}
      }
    for (const { at, key } of unusablePatterns(part)) {
      warnings.push(`${path}/${at} is too large, or cannot be matched in linear time, and is not checked.`)
      if (key === undefined) delete part.pattern
      else delete (part.patternProperties as Record<string, unknown>)[key]
    }
    // The oldest dialects say whether a bound counts itself with a boolean beside it.
    for (const keyword of ['exclusiveMinimum', 'exclusiveMaximum', 'required'])
      if (typeof part[keyword] === 'boolean') delete part[keyword]
    if (Array.isArray(part.items)) {
      part.prefixItems = part.items
      delete part.items
    }
    if (part.nullable === true && part.type === undefined) delete part.nullable
    return part
  })
  return { schema: stored as JsonSchema, warnings }
}

/** Properties with their types and nothing below them. */
function upperLevels(schema: JsonSchema): JsonSchema {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const types = Object.entries(properties)
    .slice(0, schemaBounds.nodes / 4)
    .map(([name, each]) => [name, isObject(each) && each.type !== undefined ? { type: each.type } : {}])
  return {
    type: 'object',
    properties: Object.fromEntries(types),
    ...(Array.isArray(schema.required) ? { required: schema.required } : {}),
  }
}

const fault = (path: string, rule: string, message: string): SchemaFault => ({ path, rule, message })
