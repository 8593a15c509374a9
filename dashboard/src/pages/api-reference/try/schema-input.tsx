import { CheckboxList } from '../../../components/form/checkbox-list.tsx'
import { Checkbox, SelectField, TextField } from '../../../components/form/field.tsx'
import type { OpenApiDocument, Schema, SchemaOrBoolean } from '../spec/document.ts'
import { heldBy, resolve } from '../spec/schema.ts'

export type InputValue = string | readonly string[]

type SchemaInputProps = {
  document: OpenApiDocument
  name: string
  schema: SchemaOrBoolean
  isRequired: boolean
  value: InputValue | undefined
  error?: string | undefined
  onChange(value: InputValue): void
}

/**
 * An input for a parameter. It suggests but does not enforce: sending something wrong and reading the error is one of
 * the things the form is for.
 */
export function SchemaInput({ document, schema: input, value = '', onChange, ...props }: SchemaInputProps) {
  const { schema } = resolve(document, input)
  const held = heldBy(document, schema)
  const label = props.isRequired ? `${props.name} *` : props.name
  if (schema.type === 'array' && held.enum)
    return <ChoiceBoxes label={label} choices={held.enum.map(String)} value={value} onChange={onChange} />
  const field = { name: props.name, label, error: props.error, value: String(value), onChange }
  const choices = schema.enum ?? (schema.type === 'boolean' ? [true, false] : null)
  if (choices === null)
    return <TextField {...field} isMono isRequired={props.isRequired} placeholder={placeholderOf(schema)} />
  const unset = schema.default === undefined ? 'Not set' : `Not set (${schema.default})`
  const options = choices.map((choice) => ({ value: String(choice), label: String(choice) }))
  return (
    <SelectField
      {...field}
      choices={[{ value: '', label: props.isRequired ? 'Select a value' : unset }, ...options]}
    />
  )
}

function placeholderOf(schema: Schema): string {
  if (schema.default !== undefined) return String(schema.default)
  if (schema.format === 'date-time') return '2026-01-31T09:00:00Z'
  if (schema.type === 'array') return 'a,b,c'
  return schema.format ?? (typeof schema.type === 'string' ? schema.type : '')
}

type ChoiceBoxesProps = {
  label: string
  choices: readonly string[]
  value: InputValue
  onChange(value: InputValue): void
}

function ChoiceBoxes({ label, choices, value, onChange }: ChoiceBoxesProps) {
  const chosen = new Set([value].flat())
  return (
    <CheckboxList label={label} hint="">
      {choices.map((choice) => (
        <Checkbox
          key={choice}
          label={choice}
          isOn={chosen.has(choice)}
          onChange={(isOn) => onChange(choices.filter((each) => (each === choice ? isOn : chosen.has(each))))}
        />
      ))}
    </CheckboxList>
  )
}
