import { Field, TextField } from '../../../components/form/field.tsx'
import { datePartsOf, textOfDate } from './date-value.ts'

type DateFieldProps = {
  label: string
  name: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  placeholder: string
  onChange(value: string): void
}

/** A date with a time of day or none. What two inputs cannot hold is edited as text. */
export function DateField({ value, placeholder, onChange, ...labelled }: DateFieldProps) {
  const parts = datePartsOf(value)
  if (parts === null)
    return <TextField {...labelled} value={value} onChange={onChange} placeholder={placeholder} />
  return (
    <Field {...labelled}>
      {(described) => (
        <div className="row date-field">
          <input
            {...described}
            className="input"
            type="date"
            name={labelled.name}
            value={parts.date}
            onChange={(event) => onChange(textOfDate({ ...parts, date: event.target.value }))}
          />
          <input
            className="input"
            type="time"
            aria-label={`Time of ${labelled.name} in UTC`}
            value={parts.time}
            disabled={parts.date === ''}
            onChange={(event) => onChange(textOfDate({ ...parts, time: event.target.value }))}
          />
          <span className="muted small">UTC</span>
        </div>
      )}
    </Field>
  )
}
