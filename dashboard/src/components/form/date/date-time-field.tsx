import { useTimeZone } from '../../../state/time-zone.ts'
import { Field, type FieldProps } from '../field.tsx'
import { DayInput } from './day-input.tsx'
import { wallTimeOf } from './zoned-time.ts'

type DateTimeFieldProps = FieldProps & { value: string; onChange(value: string): void }

/**
 * A day and a time as the clock in the chosen time zone shows them (`2026-01-31T09:30`), or nothing. The zone is named:
 * it need not be that of the browser.
 */
export function DateTimeField({ value, onChange, hint, ...field }: DateTimeFieldProps) {
  const zone = useTimeZone()
  // What is typed may have the letter too.
  const at = value.lastIndexOf('T')
  const [day, time] = at < 0 ? ['', ''] : [value.slice(0, at), value.slice(at + 1)]
  return (
    <Field
      {...field}
      hint={
        <>
          {hint} Time zone: {zone.replaceAll('_', ' ')}.
        </>
      }
    >
      {(described) => (
        <div className="date-time">
          <DayInput
            {...described}
            label={field.label}
            name={field.name}
            value={day}
            today={wallTimeOf(new Date(), zone).slice(0, 10)}
            onChange={(next) => onChange(next === '' ? '' : `${next}T${time || '00:00'}`)}
            onDraft={(text) => onChange(`${text}T${time || '00:00'}`)}
          />
          <input
            className="input"
            type="time"
            aria-label={`${field.label}: time`}
            aria-describedby={described['aria-describedby']}
            value={time}
            disabled={day === ''}
            onChange={(event) => onChange(`${day}T${event.target.value || '00:00'}`)}
          />
        </div>
      )}
    </Field>
  )
}
