/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 uses it. */
export type Schema = { readonly [keyword: string]: unknown }

type Json = Record<string, unknown>
type Rule = (limit: unknown, value: unknown, validator: Validator, path: string, schema: Schema) => string[]
type Validator = {
  check(schema: unknown, value: unknown, path: string): string[]
  resolve(ref: string): unknown
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeTests: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
}

const formats: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  email: /^[^\s@]+@[^\s@]+$/,
  binary: /^/,
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)
const must = (isMet: boolean, path: string, rule: string) => (isMet ? [] : [`${path || '/'} ${rule}`])
const lengthOf = (value: string) => [...value].length

function checkType(expected: unknown, value: unknown, path: string): string[] {
  const names = [expected].flat() as string[]
  return must(
    names.some((name) => typeTests[name]!(value)),
    path,
    `is no ${names.join(' or ')}`,
  )
}

/** Schema generators have their own names for formats; such a one means something only beside a pattern. */
function checkFormat(name: unknown, value: unknown, path: string, schema: Schema): string[] {
  const form = formats[String(name)]
  if (!form) return must('pattern' in schema, path, `has the unknown format ${name} and no pattern`)
  return must(typeof value !== 'string' || form.test(value), path, `is no ${name}`)
}

function checkOneOf(options: unknown[], value: unknown, validator: Validator, path: string): string[] {
  const fitting = options.filter((option) => validator.check(option, value, path).length === 0)
  return must(fitting.length === 1, path, `fits ${fitting.length} of oneOf`)
}

function checkMembers(properties: Json, value: unknown, validator: Validator, path: string): string[] {
  if (!isObject(value)) return []
  return Object.entries(properties).flatMap(([name, schema]) =>
    name in value ? validator.check(schema, value[name], `${path}/${name}`) : [],
  )
}

function checkOthers(rest: unknown, value: unknown, validator: Validator, path: string, schema: Schema) {
  if (!isObject(value)) return []
  const known = Object.keys((schema.properties as Json | undefined) ?? {})
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .flatMap((name) => validator.check(rest, value[name], `${path}/${name}`))
}

const numeric =
  (compare: (value: number, limit: number) => boolean, rule: string): Rule =>
  (limit, value, _validator, path) =>
    must(typeof value !== 'number' || compare(value, limit as number), path, `${rule} ${limit}`)

const sized =
  (
    test: (value: unknown) => value is string | unknown[],
    compare: (size: number, limit: number) => boolean,
  ): Rule =>
  (limit, value, _validator, path) =>
    must(
      !test(value) || compare(typeof value === 'string' ? lengthOf(value) : value.length, limit as number),
      path,
      `breaks the size limit ${limit}`,
    )

const isText = (value: unknown): value is string => typeof value === 'string'
const isList = (value: unknown): value is unknown[] => Array.isArray(value)
const silent: Rule = () => []

const rules: Record<string, Rule> = {
  type: (expected, value, _validator, path) => checkType(expected, value, path),
  const: (expected, value, _validator, path) =>
    must(same(expected, value), path, `is not ${JSON.stringify(expected)}`),
  enum: (options, value, _validator, path) =>
    must(
      (options as unknown[]).some((option) => same(option, value)),
      path,
      `is none of ${JSON.stringify(options)}`,
    ),
  format: (name, value, _validator, path, schema) => checkFormat(name, value, path, schema),
  pattern: (pattern, value, _validator, path) =>
    must(!isText(value) || new RegExp(String(pattern), 'u').test(value), path, `does not match ${pattern}`),
  minLength: sized(isText, (size, limit) => size >= limit),
  maxLength: sized(isText, (size, limit) => size <= limit),
  minItems: sized(isList, (size, limit) => size >= limit),
  maxItems: sized(isList, (size, limit) => size <= limit),
  minimum: numeric((value, limit) => value >= limit, 'is below'),
  maximum: numeric((value, limit) => value <= limit, 'is above'),
  exclusiveMinimum: numeric((value, limit) => value > limit, 'is not above'),
  exclusiveMaximum: numeric((value, limit) => value < limit, 'is not below'),
  multipleOf: numeric(
    (value, step) => Math.abs(value / step - Math.round(value / step)) < 1e-6,
    'is no multiple of',
  ),
  required: (names, value, _validator, path) =>
    isObject(value)
      ? (names as string[]).flatMap((name) => must(name in value, `${path}/${name}`, 'is missing'))
      : [],
  properties: (properties, value, validator, path) =>
    checkMembers(properties as Json, value, validator, path),
  additionalProperties: checkOthers,
  propertyNames: (schema, value, validator, path) =>
    isObject(value)
      ? Object.keys(value).flatMap((name) => validator.check(schema, name, `${path}/${name}`))
      : [],
  items: (schema, value, validator, path) =>
    isList(value) ? value.flatMap((item, at) => validator.check(schema, item, `${path}/${at}`)) : [],
  allOf: (options, value, validator, path) =>
    (options as unknown[]).flatMap((option) => validator.check(option, value, path)),
  anyOf: (options, value, validator, path) =>
    must(
      (options as unknown[]).some((option) => validator.check(option, value, path).length === 0),
      path,
      'fits none of anyOf',
    ),
  oneOf: (options, value, validator, path) => checkOneOf(options as unknown[], value, validator, path),
  $ref: (ref, value, validator, path) => validator.check(validator.resolve(String(ref)), value, path),
  title: silent,
  description: silent,
  default: silent,
  examples: silent,
}

/**
 * Returns how a value breaks a schema; nothing when it fits. An unknown keyword is reported, never ignored:
 * a check that silently does nothing would prove nothing. `root` is the document that `$ref` refers to.
 */
export function createValidator(root: unknown): (schema: Schema, value: unknown) => string[] {
  const resolve = (ref: string): unknown => {
    const steps = ref.replace(/^#\//, '').split('/')
    const found = steps.reduce<unknown>(
      (at, step) => (isObject(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      root,
    )
    if (found === undefined) throw new Error(`${ref} leads nowhere`)
    return found
  }
  const check = (schema: unknown, value: unknown, path: string): string[] => {
    if (schema === true) return []
    if (schema === false) return [`${path || '/'} is not allowed`]
    return Object.entries(schema as Json).flatMap(([keyword, limit]) => {
      const rule = rules[keyword]
      if (!rule) return [`${path || '/'} has a schema with the unknown keyword ${keyword}`]
      return rule(limit, value, { check, resolve }, path, schema as Schema)
    })
  }
  return (schema, value) => check(schema, value, '')
}
