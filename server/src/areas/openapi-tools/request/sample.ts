import type { Json } from '../document/clean-tree.ts'
import { entriesOf, isJson, listOf, memberOf } from '../document/pointer.ts'

const formats: Record<string, string> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  uuid: '0199f1a0-0000-7000-8000-000000000001',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  email: 'ann@example.com',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
  byte: 'aGk=',
}

/** A value that fits a schema well enough for a test; what is required is there, and what is optional down to a depth. */
export function sampleOf(root: Json, input: unknown = root, depth = 0): unknown {
  if (!isJson(input) || depth > 12) return depth > 12 ? null : 'x'
  const reference = memberOf(input, '$ref')
  if (typeof reference === 'string')
    return sampleOf(root, memberOf(memberOf(root, '$defs'), reference.split('/').at(-1)!), depth + 1)
  if (input.const !== undefined) return input.const
  const [first] = listOf(input.enum)
  if (first !== undefined) return first
  const [choice] = [...listOf(input.oneOf), ...listOf(input.anyOf)]
  if (choice !== undefined && input.properties === undefined) return sampleOf(root, choice, depth + 1)
  const parts = listOf(input.allOf)
  if (parts.length > 0)
    return Object.assign(
      {},
      ...parts.map((part) => sampleOf(root, part, depth + 1)),
      objectOf(root, input, depth),
    )
  const type = [input.type].flat()[0] ?? (input.properties ? 'object' : 'string')
  switch (type) {
    case 'object':
      return objectOf(root, input, depth)
    case 'array':
      return Array.from({ length: Number(input.minItems ?? 1) || 1 }, () =>
        sampleOf(root, input.items, depth + 1),
      )
    case 'integer':
    case 'number':
      return numberFor(input)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textFor(input)
  }
}

function objectOf(root: Json, schema: Json, depth: number): Record<string, unknown> {
  const required = new Set(listOf(schema.required))
  const visible = entriesOf(schema.properties).filter(([name]) => required.has(name) || depth < 2)
  return Object.fromEntries(visible.map(([name, child]) => [name, sampleOf(root, child, depth + 1)]))
}

function numberFor({ minimum, exclusiveMinimum, maximum, multipleOf }: Json): number {
  const low = Number(minimum ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1))
  const value = maximum === undefined ? low : Math.min(low, Number(maximum))
  return multipleOf === undefined ? value : Math.ceil(value / Number(multipleOf)) * Number(multipleOf)
}

function textFor({ format, pattern, minLength, maxLength }: Json): string {
  const formatted = formats[String(format)]
  if (formatted !== undefined) return formatted
  if (pattern !== undefined) {
    const tries = [
      '/a',
      '+4912345678',
      'a'.repeat(64),
      'x',
      'abc',
      '1',
      '1.0',
      'A1',
      'https://example.com/a',
      'a:read',
      'data:,x',
      '2026-01-02',
      'en',
      'US',
    ]
    const fitting = tries.find(
      (text) =>
        new RegExp(String(pattern), 'u').test(text) &&
        text.length >= Number(minLength ?? 0) &&
        text.length <= Number(maxLength ?? text.length),
    )
    if (fitting !== undefined) return fitting
  }
  return 'x'.repeat(Math.max(1, Number(minLength ?? 1))).slice(0, Number(maxLength ?? 1000))
}
