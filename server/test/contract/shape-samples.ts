import type { z } from 'zod'

type Random = () => number
type Def = {
  type: string
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  in?: z.ZodType
  getter?: () => z.ZodType
  shape?: Record<string, z.ZodType>
  options?: readonly z.ZodType[]
}

const texts = [
  'hello',
  'x',
  '',
  '0199f1a0-0000-7000-8000-000000000061',
  '2026-11-19T05:00:00.000Z',
  '2026-11-19',
  'https://example.com/a',
  'a@example.com',
  '12',
  'true',
  'name.asc',
  '😀',
]
const numbers = [1, 0, 5, 100, 0.5, -1, 1_000_000]
const anything = ['text', 7, null, true, { a: { b: [1] } }, ['x']]
const maxDepth = 6

/** A value that the shape may take, and mostly does; by a generator of random numbers, so that it can be made again. */
export function sampleOf(schema: z.ZodType, random: Random, depth = 0): unknown {
  const def = schema._zod.def as unknown as Def
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const inner = (of: z.ZodType) => sampleOf(of, random, depth + 1)
  if (depth > maxDepth) return pick(anything)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape!).flatMap(([name, each]) =>
          each._zod.optin !== undefined && random() < 0.6 ? [] : [[name, inner(each)]],
        ),
      )
    case 'array':
      return Array.from({ length: pick([0, 1, 1, 2]) }, () => inner(def.element!))
    case 'record':
      return { some: inner(def.valueType!) }
    case 'union':
      return inner(pick(def.options!))
    case 'nullable':
      return random() < 0.2 ? null : inner(def.innerType!)
    case 'pipe':
      return inner(def.in!)
    case 'lazy':
      return inner(def.getter!())
    case 'string':
    case 'number':
      return leafOf(schema, def.type === 'string' ? texts : numbers, pick)
    case 'boolean':
      return random() < 0.5
    default:
      if (schema._zod.values) return pick([...schema._zod.values])
      return def.innerType ? inner(def.innerType) : pick(anything)
  }
}

/** One that fits where there is one. */
function leafOf(
  schema: z.ZodType,
  values: readonly unknown[],
  pick: (values: readonly unknown[]) => unknown,
): unknown {
  const fitting = values.filter((value) => schema.safeParse(value).success)
  return pick(fitting.length > 0 ? fitting : values)
}
