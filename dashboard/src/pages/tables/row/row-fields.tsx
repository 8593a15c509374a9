import type { TableCollection } from '@stoa/sdk'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import type { useForm } from '../../../components/form/use-form.ts'
import type { Field } from '../../../features/tables/tables-api.ts'
import { readValue, textOf } from '../cell-values.ts'

/** The name under which what no schema names is typed; no field can bear it. */
export const othersName = '(others)'

export const emptyTexts = (table: TableCollection): Record<string, string> => ({
  ...Object.fromEntries(table.schema.fields.map(({ name }) => [name, ''])),
  [othersName]: '',
})

/** Only what was filled in: the rest gets its default. */
export function bodyOf(texts: Record<string, string>, table: TableCollection): Record<string, unknown> {
  const body: Record<string, unknown> = parseJsonObject(
    texts[othersName] ?? '',
    'other fields',
    '{"note": "hi"}',
  )
  for (const { name, type } of table.schema.fields) {
    const text = texts[name] ?? ''
    if (text !== '') body[name] = readValue(text, type)
  }
  return body
}

type RowForm = ReturnType<typeof useForm<Record<string, string>>>

export const RowFields = ({ table, form }: { table: TableCollection; form: RowForm }) => (
  <>
    {table.schema.fields.map((field, at) => (
      <RowField key={field.name} field={field} form={form} hasInitialFocus={at === 0} />
    ))}
    {table.mode === 'flexible' && (
      <AreaField
        {...form.bind(othersName)}
        label="Other fields"
        isMono
        rows={3}
        placeholder={'{"note": "anything else"}'}
        hint="A JSON object."
      />
    )}
  </>
)

function RowField({
  field,
  form,
  hasInitialFocus,
}: {
  field: Field
  form: RowForm
  hasInitialFocus: boolean
}) {
  const { name, type, required, options = [], description } = field
  const shared = {
    ...form.bind(name),
    label: required ? `${name} *` : name,
    hint: description ?? hintOf(field),
  }
  if (type === 'boolean' || type === 'select') {
    const values = type === 'boolean' ? ['true', 'false'] : options
    const none = { value: '', label: field.default === undefined ? 'null' : 'the default' }
    return <SelectField {...shared} choices={[none, ...values.map((value) => ({ value, label: value }))]} />
  }
  if (type === 'json') return <AreaField {...shared} isMono rows={3} placeholder='{"a": 1}' />
  return (
    <TextField
      {...shared}
      type={type === 'number' || type === 'integer' ? 'number' : type === 'email' ? 'email' : 'text'}
      isRequired={required}
      hasInitialFocus={hasInitialFocus}
      placeholder={placeholderOf(field)}
    />
  )
}

function placeholderOf({ type, default: defaultValue }: Field): string {
  if (defaultValue !== undefined) return `default: ${textOf(defaultValue)}`
  if (type === 'date') return '2026-01-31 or 2026-01-31T09:30:00Z'
  if (type === 'relation') return 'Row ID'
  return type === 'file' ? 'File ID' : ''
}

const hintOf = ({ type }: Field): string | undefined =>
  type === 'file' ? 'The ID of a file in Files.' : undefined
