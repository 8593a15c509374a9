import { z } from 'zod'
import { isUuid } from '../ids.ts'
import { calendar } from '../time-range.ts'

/**
 * Shapes for query parameters. Clients in the wild are sloppy: booleans come as `True` or `1`, lists repeated or
 * joined by commas. Every shape reads the texts a query string can hold and declares in `meta` what it represents,
 * because a shape that reads text cannot be expressed as JSON Schema by itself.
 */
const described = <S extends z.ZodType>(schema: S, jsonSchema: Record<string, unknown>): S =>
  schema.meta({ jsonSchema })

/**
 * Takes every object as it is. A record of Zod copies its fields one by one, which holds the process for 150 ms where there are
 * 85,000. Shapes that are derived from this one, with a description or a rule, are made by the same constructor.
 */
const OpenObject = z.core.$constructor<z.ZodRecord<z.ZodString, z.ZodUnknown>>('OpenObject', (shape, def) => {
  z.ZodRecord.init(shape, def)
  const { parse } = shape._zod
  shape._zod.parse = (payload, context) => {
    const { value } = payload
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return parse(payload, context)
    if (Object.hasOwn(value, '__proto__')) {
      // As a record: who copies this field by its name would change the prototype of the copy.
      const { ['__proto__']: _, ...fields } = value as Record<string, unknown>
      payload.value = fields
    }
    return payload
  }
})

/** An object with any fields, as `z.record(z.string(), z.unknown())` describes it. */
export const openObject = (value = z.unknown()) =>
  new OpenObject({ type: 'record', keyType: z.string(), valueType: value })

/** The same value twice, as some proxies and form libraries send it, has one meaning; two values have none. */
const scalar = z.union([z.string(), z.array(z.string())]).transform((value, context) => {
  if (typeof value === 'string') return value
  if (new Set(value).size === 1) return value[0]!
  context.addIssue({ code: 'custom', message: 'must be given once' })
  return z.NEVER
})

export const textParam = (maxLength: number) =>
  described(scalar.pipe(z.string().max(maxLength)), { type: 'string', maxLength })

export const uuidParam = () =>
  described(
    scalar.pipe(
      z
        .string()
        .refine(isUuid, 'must be a UUID')
        .transform((id) => id.toLowerCase()),
    ),
    { type: 'string', format: 'uuid' },
  )

export function integerParam({ min, max, fallback }: { min: number; max?: number; fallback?: number }) {
  const range = max === undefined ? z.number().min(min) : z.number().min(min).max(max)
  const schema = scalar
    .pipe(z.string().regex(/^-?\d{1,15}$/, 'must be a whole number'))
    .transform(Number)
    .pipe(range)
  const jsonSchema = {
    type: 'integer',
    minimum: min,
    ...(max === undefined ? {} : { maximum: max }),
    ...(fallback === undefined ? {} : { default: fallback }),
  }
  return described(schema, jsonSchema)
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

export const booleanParam = ({ fallback }: { fallback?: boolean } = {}) =>
  described(
    scalar.transform((text, context) => {
      const value = booleans.get(text.toLowerCase())
      if (value !== undefined) return value
      context.addIssue({ code: 'custom', message: 'must be true or false' })
      return z.NEVER
    }),
    { type: 'boolean', ...(fallback === undefined ? {} : { default: fallback }) },
  )

export const choiceParam = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback?: T[number],
) =>
  described(scalar.pipe(z.enum(values)), {
    type: 'string',
    enum: values,
    ...(fallback === undefined ? {} : { default: fallback }),
  })

/** A choice whose letters may be of either case, as in `asc` for `ASC`. */
export const anyCaseChoiceParam = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback?: T[number],
) =>
  described(scalar.transform((text) => text.toUpperCase()).pipe(z.enum(values)), {
    type: 'string',
    enum: values,
    ...(fallback === undefined ? {} : { default: fallback }),
  })

/** Several values, repeated or joined by commas; blanks between commas are passed over. */
export const listParam = <const T extends readonly [string, ...string[]]>(values: T) =>
  described(
    z
      .union([z.string(), z.array(z.string())])
      .transform(names)
      .pipe(z.array(z.enum(values))),
    { type: 'array', items: { type: 'string', enum: values } },
  )

const names = (value: string | string[]): string[] =>
  [value]
    .flat()
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter(Boolean)

/** Several free texts, such as names or slugs, repeated or joined by commas. */
export const textsParam = ({ maxLength, maxItems = 100 }: { maxLength: number; maxItems?: number }) =>
  described(
    z
      .union([z.string(), z.array(z.string())])
      .transform(names)
      .pipe(z.array(z.string().max(maxLength)).max(maxItems)),
    { type: 'array', items: { type: 'string', maxLength }, maxItems },
  )

/** Several ids, repeated or joined by commas. */
export const uuidsParam = (maxItems = 100) =>
  described(
    z
      .union([z.string(), z.array(z.string())])
      .transform(names)
      .pipe(
        z
          .array(
            z
              .string()
              .refine(isUuid, 'must be a UUID')
              .transform((id) => id.toLowerCase()),
          )
          .max(maxItems),
      ),
    { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems },
  )

const dateOnly = /^\d{4}-\d{2}-\d{2}$/

/** An ISO 8601 time with an offset, or a date, which means midnight UTC. */
export const timestampParam = () =>
  described(
    scalar
      .transform((text) => (dateOnly.test(text) ? `${text}T00:00:00Z` : text))
      .pipe(z.iso.datetime({ offset: true, message: 'must be an ISO 8601 time with an offset or Z' }))
      // An offset may lead out of the years that can be represented: nothing stored lies there.
      .transform((text) => new Date(Math.min(Math.max(Date.parse(text), calendar.first), calendar.last))),
    { type: 'string', format: 'date-time' },
  )

/** How many items a list has on a page, unless the caller says so. */
export const limitParam = (fallback: number) => integerParam({ min: 1, max: 100, fallback }).default(fallback)

/** The paging parameters every list takes. */
export const pageParams = {
  page: integerParam({ min: 1, fallback: 1 }).default(1),
  limit: limitParam(20),
  offset: integerParam({ min: 0 }).optional().describe('Number of items to skip; overrides `page`.'),
  fields: textsParam({ maxLength: 100 })
    .optional()
    .describe('Only return these fields of each item; comma-separated or repeated.'),
}

export const sortOrders = ['ASC', 'DESC'] as const

/** Shapes of fields that many responses have. */
export const Timestamp = z.iso.datetime()
/** What a key or token may be narrowed to. */
export const PermissionName = z
  .string()
  .regex(/^[a-z-]+:(read|write|execute|\*)$/, 'must look like area:read')

/** Ids are compared as texts, so they are brought to one case first. */
export const Uuid = z.uuid().toLowerCase()
export const IdParams = z.object({ id: Uuid })

const latest = Date.UTC(9999, 0, 1)

/** A time that a caller sets: one that the database can store and every response can represent. */
export const TimeInput = z.iso
  .datetime({ offset: true })
  .max(40)
  .refine((text) => {
    const time = Date.parse(text)
    return time >= 0 && time < latest
  }, 'must be a time between 1970 and 9999')
  .transform((text) => new Date(text).toISOString())
