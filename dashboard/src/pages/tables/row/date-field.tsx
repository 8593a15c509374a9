import { useRef, useState } from 'react'
import { DayInput } from '../../../components/form/date/day-input.tsx'
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
  // Decided once: what is being typed is no date yet, and the input must not be replaced by another meanwhile.
  const [isText] = useState(() => datePartsOf(value) === null)
  const lastTime = useRef('')
  if (isText) return <TextField {...labelled} value={value} onChange={onChange} placeholder={placeholder} />
  const known = datePartsOf(value)
  if (known) lastTime.current = known.time
  // What is no day, or not yet, is sent as it is and refused beside the field; the time stays meanwhile.
  const parts = known ?? { date: value, time: lastTime.current }
  return (
    <Field {...labelled}>
      {(described) => (
        <div className="row date-field">
          <DayInput
            {...described}
            label={labelled.label}
            name={labelled.name}
            value={parts.date}
            today={new Date().toISOString().slice(0, 10)}
            onChange={(date) => onChange(textOfDate({ ...parts, date }))}
            onDraft={onChange}
          />
          <input
            className="input"
            type="time"
            aria-label={`Time of ${labelled.name} in UTC`}
            value={parts.time}
            disabled={known?.date === ''}
            onChange={(event) => onChange(textOfDate({ ...parts, time: event.target.value }))}
          />
          <span className="muted small">UTC</span>
        </div>
      )}
    </Field>
  )
}
