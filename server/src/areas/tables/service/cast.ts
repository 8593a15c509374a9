import { parseJsonOf } from '../../../kernel/http/request/json.ts'
import type { Collection } from '../schema/collection.ts'
import type { Field } from '../schema/field.ts'

/** Reads texts of a file as what their fields are; what cannot be read stays a text, and the schema says what is wrong. */
export function createCast({ fields }: Pick<Collection, 'fields'>) {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return (row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' ? cast(byName.get(name), value) : value,
      ]),
    )
}

const truths = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

function cast(field: Field | undefined, text: string): unknown {
  if (text === '') return null
  switch (field?.type) {
    case 'number':
    case 'integer': {
      const number = Number(text.trim())
      return text.trim() === '' || Number.isNaN(number) ? text : number
    }
    case 'boolean':
      return truths.get(text.trim().toLowerCase()) ?? text
    case 'json':
      try {
        return parseJsonOf(field.name, text)
      } catch {
        return text
      }
    default:
      return text
  }
}
