import type { z } from 'zod'

/** What a value becomes by its shape; `unsure` where the shape itself has to decide. */
type Take = (value: unknown) => unknown

export const unsure: unique symbol = Symbol('unsure')

/** Checks a value and leaves out what is not declared, as `parse` of the shape does. */
export type Checked = (value: unknown) => unknown

/**
 * A response becomes JSON, so a field that is absent may as well be undefined. An input must come out as the shape makes it, and is
 * refused by the shape alone, which knows the reasons: what is unsure does not fit.
 */
type Kind = 'response' | 'input'

const responses = new WeakMap<z.ZodType, Checked>()
const inputs = new WeakMap<z.ZodType, Take>()

/**
 * The check of a response, compiled at its first use: one function for all fields of an object instead of a call and an
 * object for each. It covers what responses are made of; other shapes, and every value that does not fit, are left to the
 * shape itself, so that both can only agree.
 */
export function compiledShape(schema: z.ZodType): Checked {
  const found = responses.get(schema)
  if (found) return found
  const take = takeOf(schema, 'response')
  const checked: Checked = (value) => {
    const taken = take(value)
    return taken === unsure ? schema.parse(value) : taken
  }
  responses.set(schema, checked)
  return checked
}

/** The same of an input: what the shape makes of it, `unsure` where the shape would refuse it. */
export function compiledInput(schema: z.ZodType): Checked {
  const found = inputs.get(schema)
  if (found) return found
  const take = takeOf(schema, 'input')
  inputs.set(schema, take)
  return take
}

type Def = {
  type: string
  checks?: readonly z.core.$ZodCheck[]
  format?: string
  pattern?: RegExp
  coerce?: boolean
  innerType?: z.ZodType
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  defaultValue?: unknown
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  options?: readonly z.ZodType[]
  discriminator?: string
  inclusive?: boolean
  unionFallback?: boolean
}

const defOf = (schema: z.ZodType) => schema._zod.def as unknown as Def

function takeOf(schema: z.ZodType, kind: Kind): Take {
  const def = defOf(schema)
  const rules = def.coerce === true ? null : rulesOf(def)
  const take = rules && takers[def.type]?.(schema, def, kind)
  if (!take) return byShape(schema)
  return rules.length === 0 ? take : takeRuled(take, rules, byShape(schema))
}

/** A part that is not covered is checked by its own shape. */
const byShape =
  (schema: z.ZodType): Take =>
  (value) => {
    const result = schema.safeParse(value)
    return result.success ? result.data : unsure
  }

type Rule = (value: never) => boolean

/** What else the value must be; null where that is not covered. */
function rulesOf({ checks = [] }: Def): Rule[] | null {
  const rules = checks.map(ruleOf)
  return rules.includes(null) ? null : (rules as Rule[])
}

/** Says no as well where it would take too long to find out. */
function ruleOf(check: z.core.$ZodCheck): Rule | null {
  const def = check._zod.def as unknown as {
    check: string
    minimum: number
    maximum: number
    value: unknown
    inclusive: boolean
    format?: string
    pattern?: RegExp
  }
  const { minimum, maximum, value: limit, inclusive, pattern } = def
  switch (def.check) {
    case 'min_length':
      // Texts are measured in code points, of which a pair of surrogates is one.
      return (value: string | unknown[]) =>
        value.length >= minimum && (minimum <= 1 || Array.isArray(value) || value.length >= 2 * minimum)
    case 'max_length':
      return (value: string | unknown[]) => value.length <= maximum
    case 'greater_than':
      return typeof limit === 'number'
        ? (value: number) => (inclusive ? value >= limit : value > limit)
        : null
    case 'less_than':
      return typeof limit === 'number'
        ? (value: number) => (inclusive ? value <= limit : value < limit)
        : null
    case 'number_format':
      return def.format === 'safeint' ? Number.isSafeInteger : null
    case 'string_format':
      return def.format === 'regex' && isStateless(pattern) ? (value: string) => pattern.test(value) : null
    default:
      return null
  }
}

const isStateless = (pattern: RegExp | undefined): pattern is RegExp =>
  pattern !== undefined && !pattern.global && !pattern.sticky

const takeRuled =
  (take: Take, rules: readonly Rule[], whole: Take): Take =>
  (value) => {
    const taken = take(value)
    if (taken === unsure) return unsure
    for (const fits of rules) if (!fits(taken as never)) return whole(value)
    return taken
  }

const takers: Record<string, (schema: z.ZodType, def: Def, kind: Kind) => Take | null> = {
  string: (_, { format, pattern }) => takeText(format, pattern),
  number: (_, { format }) => (format === undefined ? takeNumber : format === 'safeint' ? takeInteger : null),
  boolean: () => (value) => (typeof value === 'boolean' ? value : unsure),
  unknown: () => (value) => value,
  enum: takeOneOf,
  literal: takeOneOf,
  nullable: (_, { innerType }, kind) => orElse(null, takeOf(innerType!, kind)),
  optional: (schema, { innerType }, kind) =>
    mayBeAbsent(schema) ? orElse(undefined, takeOf(innerType!, kind)) : null,
  array: (_, { element }, kind) => takeList(takeOf(element!, kind)),
  record: (schema, { keyType, valueType }) =>
    isPlainText(keyType!) && defOf(valueType!).type === 'unknown' ? takeRecord(byShape(schema)) : null,
  // What does not fit one of several inputs fits none of them only if that is sure.
  union: (_, def, kind) => (kind === 'input' ? takeUnion(def) : null),
  object: (schema, def, kind) =>
    kind === 'input'
      ? takeInputObject(schema, def)
      : def.catchall === undefined
        ? takeObject(def.shape!)
        : null,
}

/** Whether nothing stays nothing: a default inside would become a value. */
const mayBeAbsent = (schema: z.ZodType): boolean => {
  const { type, innerType } = defOf(schema)
  return type === 'optional' && innerType!._zod.optin === undefined
}

const takeNumber: Take = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : unsure)
const takeInteger: Take = (value) => (Number.isSafeInteger(value) ? value : unsure)

function takeText(format: string | undefined, pattern: RegExp | undefined): Take | null {
  if (format === undefined) return (value) => (typeof value === 'string' ? value : unsure)
  // Other formats have rules besides their pattern.
  if (!['uuid', 'datetime'].includes(format) || !isStateless(pattern)) return null
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
const takeRecord =
  (whole: Take): Take =>
  (value) =>
    isPlain(value) && !Object.hasOwn(value, '__proto__') ? value : whole(value)

/** The first option that fits, or the one that its discriminator names. */
function takeUnion({ options, discriminator, inclusive, unionFallback }: Def): Take | null {
  const takes = options!.map((option) => lazily(() => takeOf(option, 'input')))
  if (discriminator !== undefined)
    return unionFallback ? null : takeDiscriminated(options!, takes, discriminator)
  // Of an exclusive one exactly one must fit.
  if (inclusive === false) return null
  return (value) => {
    for (const take of takes) {
      const taken = take(value)
      if (taken !== unsure) return taken
    }
    return unsure
  }
}

function takeDiscriminated(options: readonly z.ZodType[], takes: readonly Take[], name: string): Take | null {
  const byValue = new Map<unknown, Take>()
  for (const [i, option] of options.entries())
    for (const value of option._zod.propValues?.[name] ?? []) {
      if (byValue.has(value)) return null
      byValue.set(value, takes[i]!)
    }
  return (value) => {
    if (!isObject(value)) return unsure
    const take = byValue.get((value as Record<string, unknown>)[name])
    return take ? take(value) : unsure
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  const takes = names.map((name) => lazily(() => takeOf(shape[name]!, 'response')))
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

/**
 * As the shape makes it: a field that is absent stays absent, and a field that is unknown is left out or refused. Where a field
 * is undefined that must not be, which JSON cannot say, the shape decides.
 */
function takeInputObject(schema: z.ZodType, { shape, catchall }: Def): Take | null {
  const names = Object.keys(shape!)
  const isStrict = catchall !== undefined && defOf(catchall).type === 'never'
  if ((catchall !== undefined && !isStrict) || names.includes('__proto__')) return null
  const fields = names.map((name, i) => inputField(name, i, shape![name]!))
  const body = `return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unsure
    ${isStrict ? 'for (const key in value) if (!known.has(key)) return unsure' : ''}
    ${fields.map(({ read }) => read).join('\n    ')}
    const result = {}
    ${fields.map(({ write }) => write).join('\n    ')}
    return result
  }`
  return new Function('takes', 'defs', 'known', 'whole', 'unsure', body)(
    names.map((name) => lazily(() => takeOf(withoutAbsence(shape![name]!), 'input'))),
    names.map((name) => defOf(shape![name]!)),
    new Set(names),
    byShape(schema),
    unsure,
  ) as Take
}

const isDefaulted = (schema: z.ZodType): boolean => {
  const { type, checks = [] } = defOf(schema)
  return type === 'default' && checks.length === 0
}
const isOptional = (schema: z.ZodType): boolean => mayBeAbsent(schema) && !defOf(schema).checks?.length

/** What a field must be where it is given. */
const withoutAbsence = (schema: z.ZodType): z.ZodType =>
  isDefaulted(schema) || isOptional(schema) ? defOf(schema).innerType! : schema

function inputField(fieldName: string, i: number, schema: z.ZodType): { read: string; write: string } {
  const name = JSON.stringify(fieldName)
  const test = testOf(withoutAbsence(schema), `v${i}`)
  const check =
    test === null
      ? `{ v${i} = takes[${i}](v${i}); if (v${i} === unsure) return unsure }`
      : `{ if (!(${test})) return unsure }`
  const read = `let v${i} = value[${name}]`
  const write = `result[${name}] = v${i}`
  if (isOptional(schema))
    return {
      read: `${read}; if (v${i} !== undefined) ${check}`,
      write: `if (v${i} !== undefined || ${name} in value) ${write}`,
    }
  if (isDefaulted(schema))
    return {
      read: `${read}; if (v${i} !== undefined) ${check}; if (v${i} === undefined) v${i} = defs[${i}].defaultValue`,
      write,
    }
  return { read: `${read}; if (v${i} === undefined) return whole(value); ${check}`, write }
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
