type Schema = {
  type?: string
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, Schema>
  required?: string[]
}

/** The least that the schema of a tool requires. */
export function argumentsFor({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  const values: Record<string, unknown> = {
    string: 'a',
    number: 1,
    integer: 1,
    boolean: true,
    array: [],
    object: {},
  }
  const needed = required.map((name) => {
    const { default: given, enum: choices, type = 'string' } = properties[name] ?? {}
    return [name, given ?? choices?.[0] ?? values[type]]
  })
  return { ...Object.fromEntries(needed), ...(properties.duration ? { duration: 0.05, steps: 1 } : {}) }
}
