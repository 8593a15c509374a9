export type JsonObject = { [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOr = (value: unknown): JsonObject => (isObject(value) ? value : {})

export const listOr = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The same object with every value changed; those that become undefined are left out. */
export const mapValues = (value: unknown, change: (value: unknown, key: string) => unknown): JsonObject =>
  Object.fromEntries(
    Object.entries(objectOr(value)).flatMap(([key, each]) => {
      const changed = change(each, key)
      return changed === undefined ? [] : [[key, changed]]
    }),
  )

/** What a JSON pointer of the same document points at. */
export function atPointer(document: JsonObject, pointer: string): unknown {
  const steps = pointer
    .replace(/^#\//, '')
    .split('/')
    .map((step) => decodeStep(step).replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>(
    (at, step) => (Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined),
    document,
  )
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
