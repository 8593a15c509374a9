import { useId } from 'react'
import type { Choice } from './field.tsx'
import './segmented-control.css'

type SegmentsProps = {
  label: string
  value: string
  choices: readonly Choice[]
  onChange(value: string): void
}

/** One of a few, all of them in sight. The arrow keys move among them, as among all such choices of a browser. */
export function Segments({ label, value, choices, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="away">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="segment">
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}
