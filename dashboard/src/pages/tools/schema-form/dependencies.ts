import type { JsonSchema, ObjectField } from './field-shape.ts'

/** The names of the other fields by which the choices of a field change; null when it has none to be asked for. */
export function dependsOnOf(schema: JsonSchema): string[] | null {
  const asked = schema['x-options'] as { dependsOn?: unknown } | undefined
  if (typeof asked !== 'object' || asked === null) return null
  return Array.isArray(asked.dependsOn) ? asked.dependsOn.map(String) : []
}

/** As they are given, but what others depend on comes before them: a room is chosen before its lamp. */
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
