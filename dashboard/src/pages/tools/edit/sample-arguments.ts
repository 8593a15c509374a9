import { type JsonSchema, resolve, shapeOf } from '../../../features/tools/schema-form/field-shape.ts'

const samples = {
  text: 'text',
  number: 1,
  boolean: true,
  list: [],
  choices: [],
  object: {},
  json: {},
  value: '',
}

/** Something to begin with: a value for each argument that must be there. */
export function sampleArguments(schemaText: string): string {
  try {
    const root = JSON.parse(schemaText) as JsonSchema
    const shape = shapeOf(resolve(root, root), root)
    const fields = shape.kind === 'object' ? shape.fields.filter(({ isRequired }) => isRequired) : []
    return JSON.stringify(
      Object.fromEntries(
        fields.map(({ name, schema }) => {
          const inner = shapeOf(resolve(schema, root), root)
          return [name, inner.kind === 'choice' ? inner.options[0] : samples[inner.kind]]
        }),
      ),
      null,
      2,
    )
  } catch {
    return '{}'
  }
}
