import type { z } from 'zod'

/** What a value becomes by its shape; `unsure` where the shape itself has to decide. */
type Take = (value: unknown) => unknown

const unsure = Symbol('unsure')

/** Checks a value and leaves out what is not declared, as `parse` of the shape does. */
export type Checked = (value: unknown) => unknown

const known = new WeakMap<z.ZodType, Checked>()

/**
 * The check of a response, compiled at its first use: one function for all fields of an object instead of a call and an
 * object for each. It covers what responses are made of; other shapes, and every value that does not fit, are left to the
 * shape itself, so that both can only agree.
 */
export function compiledShape(schema: z.ZodType): Checked {
  const found = known.get(schema)
  if (found) return found
  const take = takeOf(schema)
  const checked: Checked = (value) => {
    const taken = take(value)
    return taken === unsure ? schema.parse(value) : taken
  }
  known.set(schema, checked)
  return checked
}

type Def = {
  type: string
  checks?: unknown[]
  format?: string
  pattern?: RegExp
  coerce?: boolean
  innerType?: z.ZodType
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  shape?: Record<string, z.ZodType>
  catchall?: unknown
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

function takeOf(schema: z.ZodType): Take {
  const def = defOf(schema)
  const hasOwnRules = (def.checks?.length ?? 0) > 0 || def.coerce === true
  return (hasOwnRules ? null : takers[def.type]?.(schema, def)) ?? byShape(schema)
}

/** A part that is not covered is checked by its own shape. */
const byShape =
  (schema: z.ZodType): Take =>
  (value) => {
    const result = schema.safeParse(value)
    return result.success ? result.data : unsure
  }

const takers: Record<string, (schema: z.ZodType, def: Def) => Take | null> = {
  string: (_, { format, pattern }) => takeText(format, pattern),
  number: (_, { format }) => (format === undefined ? takeNumber : null),
  boolean: () => (value) => (typeof value === 'boolean' ? value : unsure),
  unknown: () => (value) => value,
  enum: takeOneOf,
  literal: takeOneOf,
  nullable: (_, { innerType }) => orElse(null, takeOf(innerType!)),
  optional: (schema, { innerType }) => (mayBeAbsent(schema) ? orElse(undefined, takeOf(innerType!)) : null),
  array: (_, { element }) => takeList(takeOf(element!)),
  record: (_, { keyType, valueType }) =>
    isPlainText(keyType!) && defOf(valueType!).type === 'unknown' ? takeRecord : null,
  object: (_, { shape, catchall }) => (catchall === undefined ? takeObject(shape!) : null),
}

/** Whether nothing stays nothing: a default inside would become a value. */
const mayBeAbsent = (schema: z.ZodType): boolean => {
  const { type, innerType } = defOf(schema)
  return type === 'optional' && innerType!._zod.optin === undefined
}

const takeNumber: Take = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : unsure)

function takeText(format: string | undefined, pattern: RegExp | undefined): Take | null {
  if (format === undefined) return (value) => (typeof value === 'string' ? value : unsure)
  // Other formats have rules besides their pattern.
  if (!['uuid', 'datetime'].includes(format) || !pattern || pattern.global || pattern.sticky) return null
  return (value) => (typeof value === 'string' && pattern.test(value) ? value : unsure)
}

function takeOneOf(schema: z.ZodType): Take | null {
  const values = schema._zod.values as Set<unknown> | undefined
  return values ? (value) => (values.has(value) ? value : unsure) : null
}

const orElse =
  (other: null | undefined, take: Take): Take =>
  (value) =>
    value === other ? other : take(value)

const takeList =
  (take: Take): Take =>
  (value) => {
    if (!Array.isArray(value)) return unsure
    const taken: unknown[] = []
    for (const each of value) {
      const one = take(each)
      if (one === unsure) return unsure
      taken.push(one)
    }
    return taken
  }

const isPlainText = (schema: z.ZodType): boolean => {
  const { type, checks, format } = defOf(schema)
  return type === 'string' && !checks?.length && format === undefined
}

/** Members of any name and kind; the shape itself knows what to do with the one name that is none. */
const takeRecord: Take = (value) => (isPlain(value) && !Object.hasOwn(value, '__proto__') ? value : unsure)

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * Made as text, so that fields are read and written by name and not looked up, and the most common ones are checked without a
 * call. The names are those of our own shapes.
 */
function takeObject(shape: Record<string, z.ZodType>): Take | null {
  const names = Object.keys(shape)
  if (names.includes('__proto__')) return null
  const takes = names.map((name) => lazily(() => takeOf(shape[name]!)))
  const reads = names.map((name, i) => {
    const value = `value[${JSON.stringify(name)}]`
    const test = testOf(shape[name]!, `v${i}`)
    if (test !== null) return `const v${i} = ${value}; if (!(${test})) return unsure`
    const absent = mayBeAbsent(shape[name]!) ? 'false' : `${value} === undefined`
    return `const v${i} = ${absent} ? unsure : takes[${i}](${value}); if (v${i} === unsure) return unsure`
  })
  const members = names.map((name, i) => `${JSON.stringify(name)}: v${i}`)
  const body = `return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unsure
    ${reads.join('\n    ')}
    return { ${members.join(', ')} }
  }`
  return new Function('takes', 'unsure', body)(takes, unsure) as Take
}

/** An expression that says whether a value fits as it is; null where that takes a function. */
function testOf(schema: z.ZodType, name: string): string | null {
  const def = defOf(schema)
  if ((def.checks?.length ?? 0) > 0 || def.coerce === true || def.format !== undefined) return null
  if (def.type === 'nullable') {
    const inner = testOf(def.innerType!, name)
    return inner === null ? null : `${name} === null || ${inner}`
  }
  switch (def.type) {
    case 'string':
    case 'boolean':
      return `typeof ${name} === '${def.type}'`
    case 'number':
      return `Number.isFinite(${name})`
    default:
      return null
  }
}

/** A shape may contain itself. */
function lazily(make: () => Take): Take {
  let made: Take | undefined
  return (value) => {
    made ??= make()
    return made(value)
  }
}
