import type { TableCollection } from '@stoa/sdk'
import { AreaField, SelectField, TextField } from '../../../components/form/field.tsx'
import type { useForm } from '../../../components/form/use-form.ts'
import type { Field } from '../../../features/tables/tables-api.ts'
import { textOf } from '../cell-values.ts'
import { DateField } from './date-field.tsx'
import { ReferenceField } from './reference-field.tsx'
import { othersName } from './row-values.ts'
import { isReference } from './use-candidates.ts'

type RowForm = ReturnType<typeof useForm<Record<string, string>>>

type RowFieldsProps = {
  table: TableCollection
  form: RowForm
  /** What rows and files are called that the row refers to. */
  labelOf?(name: string): string | undefined
  /** Whether the first field has the focus when the dialog opens. */
  hasInitialFocus?: boolean
}

/** One input for every declared field, by its type, and one for what no schema names. */
export const RowFields = ({
  table,
  form,
  labelOf = () => undefined,
  hasInitialFocus = false,
}: RowFieldsProps) => (
  <>
    {table.schema.fields.map((field, at) => (
      <RowField
        key={field.name}
        field={field}
        form={form}
        hasInitialFocus={hasInitialFocus && at === 0}
        knownLabel={labelOf(field.name)}
      />
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

type RowFieldProps = {
  field: Field
  form: RowForm
  hasInitialFocus: boolean
  knownLabel: string | undefined
}

const inputTypes = { number: 'number', integer: 'number', email: 'email', url: 'url' } as const
const longText = 80

function RowField({ field, form, hasInitialFocus, knownLabel }: RowFieldProps) {
  const { name, type, required, options = [], description } = field
  const bound = form.bind(name)
  const shared = {
    ...bound,
    label: required ? `${name} *` : name,
    hint: description,
    placeholder: placeholderOf(field),
  }
  if (type === 'boolean' || type === 'select') {
    const values = type === 'boolean' ? ['true', 'false'] : options
    const none = { value: '', label: field.default === undefined ? 'No value' : 'Default' }
    return <SelectField {...shared} choices={[none, ...values.map((value) => ({ value, label: value }))]} />
  }
  if (isReference(field)) return <ReferenceField {...shared} field={field} knownLabel={knownLabel} />
  if (type === 'date') return <DateField {...shared} />
  if (type === 'json') return <AreaField {...shared} isMono rows={4} placeholder='{"a": 1}' />
  if (type === 'text' && (bound.value.length > longText || bound.value.includes('\n')))
    return <AreaField {...shared} rows={5} />
  return (
    <TextField
      {...shared}
      type={inputTypes[type as keyof typeof inputTypes] ?? 'text'}
      isRequired={required}
      hasInitialFocus={hasInitialFocus}
    />
  )
}

function placeholderOf({ type, default: defaultValue }: Field): string {
  if (defaultValue !== undefined) return `default: ${textOf(defaultValue)}`
  if (type === 'date') return '2026-01-31 or 2026-01-31T09:30:00Z'
  return type === 'relation' ? 'Row ID' : ''
}
