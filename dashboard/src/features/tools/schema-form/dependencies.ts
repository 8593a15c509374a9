import type { JsonSchema, ObjectField } from './field-shape.ts'

/** The fields that the dynamic options of a field depend on; null when it has no dynamic options. */
export function dependsOnOf(schema: JsonSchema): string[] | null {
  const requested = schema['x-options'] as { dependsOn?: unknown } | undefined
  if (typeof requested !== 'object' || requested === null) return null
  return Array.isArray(requested.dependsOn) ? requested.dependsOn.map(String) : []
}

/** In the given order, but a field comes after those it depends on. */
export function inOrderOfNeed(fields: readonly ObjectField[]): ObjectField[] {
  const left = [...fields]
  const ordered: ObjectField[] = []
  while (left.length > 0) {
    const waitsFor = ({ name, schema }: ObjectField) =>
      (dependsOnOf(schema) ?? []).some((each) => each !== name && left.some((other) => other.name === each))
    // Two that depend on each other have no order: the first goes first.
    const next = left.find((field) => !waitsFor(field)) ?? left[0]!
    ordered.push(next)
    left.splice(left.indexOf(next), 1)
  }
  return ordered
}
