import type { Endpoint } from '../../src/kernel/http/endpoint.ts'
import { jsonSchemaOf } from '../../src/kernel/http/openapi.ts'
import { sizeOf, someOf } from '../size.ts'

/** Of a body with many fields each gets some of the wrong values: the next ones of the list. */
const manyFields = 60
const valuesOfMany = sizeOf({ short: 1, long: 18 })
/** Of those of one body, in the short version. */
const fieldsOfMany = 24

/** Every byte of an example up to this one is a place to cut it; behind it and in wider bodies, one of so many. */
const everyByteUpTo = 2_000
const sampledEvery = 97

const isJsonObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The beginnings of a body: of an example at every byte, of others at some. */
export function* truncated(sample: unknown, isExample: boolean, step = 1): Generator<Buffer> {
  const whole = Buffer.from(JSON.stringify(sample))
  const everyByte = isExample ? everyByteUpTo : 0
  for (let end = 1; end < whole.length; end += end < everyByte ? step : sampledEvery)
    yield whole.subarray(0, end)
}

type Path = readonly (string | number)[]

/** Every place in the value, from the outside to the inside. */
const pathsIn = (value: unknown, at: Path = []): Path[] => {
  if (!isJsonObject(value)) return []
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => [
    [...at, key],
    ...pathsIn((value as Record<string, unknown>)[key], [...at, key]),
  ])
}

/** The fields of the shape also where the sample leaves them out. */
function fieldsOf({ body }: Endpoint, sample: unknown): Path[] {
  const { properties = {} } = jsonSchemaOf(body!, 'input') as { properties?: object }
  const missing = Object.keys(properties).filter((field) => !Object.hasOwn(sample as object, field))
  return [...pathsIn(sample), ...missing.map((field) => [field])]
}

/** A copy with another value at one place. */
function withValue(sample: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value
  const copy = Array.isArray(sample) ? [...sample] : { ...(sample as object) }
  const fields = copy as Record<string | number, unknown>
  fields[key] = withValue(fields[key], rest, value)
  return copy
}

const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '__proto__',
  'a\u0000\ud800',
  '{{ input.name',
  'x'.repeat(100_000),
  '{{ '.repeat(30_000),
  [],
  [null, 'x', {}],
  {},
  { type: 'x', $ref: '#', constructor: 1 },
  { toString: 1, valueOf: 2 },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`),
]

/** Which of them the field at this index gets. */
function valuesFor(index: number, areMany: boolean): readonly unknown[] {
  if (!areMany) return wrongValues
  return Array.from(
    { length: valuesOfMany },
    (_, i) => wrongValues[(index * valuesOfMany + i) % wrongValues.length],
  )
}

const shortened = (value: unknown) => (JSON.stringify(value) ?? '').slice(0, 60)

/** The sample with one wrong value, for each of its fields. */
export function* wrongBodiesOf(endpoint: Endpoint, sample: unknown, { isSampled = false } = {}) {
  const all = fieldsOf(endpoint, sample)
  const fields = isSampled ? someOf(all, fieldsOfMany) : all
  const areMany = isSampled || fields.length >= manyFields
  for (const [index, path] of fields.entries())
    for (const value of valuesFor(index, areMany))
      yield { what: `${path.join('.')} = ${shortened(value)}`, body: withValue(sample, path, value) }
}
