import type { Data } from '../../schema/values.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** RFC 7396 for the fields of a document: null clears; objects inside are replaced, or merged when `isDeep`. */
export function merged(data: Data, patch: Record<string, unknown>, isDeep: boolean): Record<string, unknown> {
  const result: Record<string, unknown> = { ...data }
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name]
    else if (isDeep && isObject(value)) {
      const inner = result[name]
      result[name] = merged((isObject(inner) ? inner : {}) as Data, value, true)
    } else result[name] = value
  }
  return result
}
