/** Numbers that come again with the same seed, so that a failure can be repeated (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Node = { readonly [key: string]: unknown }

const texts = [
  '',
  ' ',
  '\n',
  '\0',
  '\ud800',
  '\u202e',
  '😀',
  'ß',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'a',
  '0',
  '-1',
  '1e999',
  'NaN',
  'null',
  'true',
  '%',
  '%zz',
  '{{x}}',
  '(',
  '[',
  '*',
  '\\',
  '/',
  '..',
  '.',
  '$',
  '$.a',
  '$..*',
  '$[?(@.a)]',
  '/a/0',
  '#/a',
  '~',
  'a.b.c',
  'a,b\n"c',
  'a,,b\n1,2,3',
  ',\n,',
  '"',
  "'",
  '2024-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-19',
  '2024-01-01T00:00:00+99:99',
  'P1Y',
  'P999999999Y',
  'PT',
  'Europe/Berlin',
  'Nowhere/Land',
  'yyyy-MM-dd',
  'aGVsbG8=',
  'data:;base64,!',
  'http://[::1%25eth0]/',
  'http://',
  'javascript:1',
  'file:///etc/passwd',
  '<a><b>',
  '<![CDATA[',
  '&#xFFFFFF;',
  '| a |\n|--|',
  '# x\n- y',
  '1/0',
  '2^99999',
  '((((',
  'a'.repeat(3000),
  '$2b$10$abc',
  'eyJhbGciOiJub25lIn0.e30.',
  '-----BEGIN KEY-----',
  '0199f1a0-0000-7000-8000-000000000001',
]
const numbers = [
  0,
  -0,
  1,
  -1,
  2,
  0.1,
  -0.5,
  59,
  60,
  255,
  1000,
  300_000,
  -300_000,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  1e15,
  1e21,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
]

/** Values that fit a schema and are hostile. */
export function createHostileValues(random: () => number) {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const numberOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)

  function textFor({ minLength, maxLength }: Node): string {
    const least = numberOr(minLength, 0)
    const value = random() < 0.2 ? pick(texts) + pick(texts) : pick(texts)
    return value.padEnd(least, 'x').slice(0, numberOr(maxLength, Number.POSITIVE_INFINITY))
  }

  function numberFor({ type, minimum, maximum }: Node): number {
    const [least, most] = [numberOr(minimum, -Infinity), numberOr(maximum, Infinity)]
    const value = Math.min(most, Math.max(least, pick([...numbers, least, most].filter(Number.isFinite))))
    return type === 'integer' ? Math.trunc(value) : value
  }

  function anything(depth: number): unknown {
    if (depth > 3 || random() < 0.6) return pick([pick(texts), pick(numbers), true, false, null, [], {}])
    if (random() < 0.5) return Array.from({ length: Math.floor(random() * 4) }, () => anything(depth + 1))
    const names = Array.from({ length: Math.floor(random() * 4) }, () => pick(texts.filter(isSafeName)))
    return Object.fromEntries(names.map((name) => [name, anything(depth + 1)]))
  }

  function objectFor({ properties = {}, required = [] }: Node, depth: number): unknown {
    const entries = Object.entries(properties as Record<string, Node>)
    if (entries.length === 0) return anything(depth) ?? {}
    return Object.fromEntries(
      entries
        .filter(([name]) => (required as string[]).includes(name) || random() < 0.5)
        .map(([name, schema]) => [name, valueFor(schema, depth + 1)]),
    )
  }

  function valueFor(schema: Node, depth = 0): unknown {
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return pick(schema.enum)
    const choices = (schema.oneOf ?? schema.anyOf) as Node[] | undefined
    if (choices) return valueFor(pick(choices), depth + 1)
    const type = Array.isArray(schema.type) ? pick(schema.type as string[]) : schema.type
    switch (type) {
      case 'string':
        return textFor(schema)
      case 'number':
      case 'integer':
        return numberFor({ ...schema, type })
      case 'boolean':
        return random() < 0.5
      case 'null':
        return null
      case 'array': {
        const least = numberOr(schema.minItems, 0)
        const count = Math.min(numberOr(schema.maxItems, 4), least + Math.floor(random() * 4))
        return Array.from({ length: count }, () => valueFor((schema.items ?? {}) as Node, depth + 1))
      }
      case 'object':
        return objectFor(schema, depth)
      default:
        return anything(depth)
    }
  }

  return {
    /** Arguments made up as a whole, or those of an example with some of them replaced. */
    argumentsFor(schema: Node, example: Readonly<Record<string, unknown>>): Record<string, unknown> {
      const made = valueFor(schema) as Record<string, unknown>
      if (random() < 0.4) return made
      const replaced = Object.entries(made).filter(() => random() < 0.5)
      return { ...example, ...Object.fromEntries(replaced) }
    },
  }
}

// As keys of JSON these are refused before anything sees them.
const isSafeName = (name: string) => name !== '__proto__' && name !== 'constructor'
