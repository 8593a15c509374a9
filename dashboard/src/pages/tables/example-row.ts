import type { Field } from '../../features/tables/tables-api.ts'

type Example = Pick<Field, 'name' | 'type' | 'required' | 'options' | 'min' | 'max'>

const displayLimit = 3

/** A valid example value of the field. Undefined where only an existing row is valid. */
function exampleOf({ type, options, min, max }: Example): unknown {
  const number = Math.min(Math.max(1, min ?? 1), max ?? Number.POSITIVE_INFINITY)
  const values: Record<Field['type'], unknown> = {
    text: 'Example'.padEnd(min ?? 0, '.').slice(0, max ?? undefined),
    number,
    integer: Math.ceil(number),
    boolean: true,
    date: '2026-01-31',
    json: { example: true },
    select: options?.[0],
    email: 'ada@example.com',
    url: 'https://example.com',
    relation: undefined,
    file: undefined,
  }
  return values[type]
}

/** The first fields of a table and all that it requires, filled so that the row can be sent as it is shown. */
export function exampleRow(fields: readonly Example[]): Record<string, unknown> {
  const shown = fields.filter(({ required }, at) => required || at < displayLimit)
  const filled = shown.map((field) => [field.name, exampleOf(field)] as const)
  const row = Object.fromEntries(filled.filter(([, value]) => value !== undefined))
  return fields.length === 0 ? { name: 'Ada' } : row
}
