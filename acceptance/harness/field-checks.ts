import assert from 'node:assert/strict'

/** Whether a value is of the type that the specification gives its field. */
export type Check = (value: unknown) => boolean

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const timestampForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

export const text: Check = (value) => typeof value === 'string'
export const filledText: Check = (value) => typeof value === 'string' && value !== ''
export const uuid: Check = (value) => typeof value === 'string' && uuidForm.test(value)
export const timestamp: Check = (value) =>
  typeof value === 'string' && timestampForm.test(value) && !Number.isNaN(Date.parse(value))
export const flag: Check = (value) => typeof value === 'boolean'
export const amount: Check = (value) => typeof value === 'number' && Number.isFinite(value)
export const record: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
export const form =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
export const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
/** The field is optional; a required field has another check. */
export const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/**
 * Every field is there with its type. Fields beside them are accepted: the interface may grow inside one version.
 */
export function assertFields(value: unknown, checks: Readonly<Record<string, Check>>, what: string): void {
  assert.ok(record(value), `${what} is not an object: ${JSON.stringify(value)}`)
  for (const [name, check] of Object.entries(checks)) {
    const found = (value as Record<string, unknown>)[name]
    assert.ok(check(found), `${what}: ${name} is ${JSON.stringify(found)}`)
  }
}
