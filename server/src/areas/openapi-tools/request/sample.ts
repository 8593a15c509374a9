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
export function sampleOf(root: Json, given: unknown = root, depth = 0): unknown {
  if (!isJson(given) || depth > 12) return depth > 12 ? null : 'x'
  const reference = memberOf(given, '$ref')
  if (typeof reference === 'string')
    return sampleOf(root, memberOf(memberOf(root, '$defs'), reference.split('/').at(-1)!), depth + 1)
  if (given.const !== undefined) return given.const
  const [first] = listOf(given.enum)
  if (first !== undefined) return first
  const [choice] = [...listOf(given.oneOf), ...listOf(given.anyOf)]
  if (choice !== undefined && given.properties === undefined) return sampleOf(root, choice, depth + 1)
  const parts = listOf(given.allOf)
  if (parts.length > 0)
    return Object.assign(
      {},
      ...parts.map((part) => sampleOf(root, part, depth + 1)),
      objectOf(root, given, depth),
    )
  const type = [given.type].flat()[0] ?? (given.properties ? 'object' : 'string')
  switch (type) {
    case 'object':
      return objectOf(root, given, depth)
    case 'array':
      return Array.from({ length: Number(given.minItems ?? 1) || 1 }, () =>
        sampleOf(root, given.items, depth + 1),
      )
    case 'integer':
    case 'number':
      return numberFor(given)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textFor(given)
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
