import { useId } from 'react'
import type { Choice } from './field.tsx'
import './segmented-control.css'

type SegmentedControlProps = {
  label: string
  value: string
  choices: readonly Choice[]
  onChange(value: string): void
}

/** One of a few, all of them in sight. The arrow keys move among them, as among all such choices of a browser. */
export function SegmentedControl({ label, value, choices, onChange }: SegmentedControlProps) {
  const name = useId()
  return (
    <fieldset className="segmented-control">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="segmented-option">
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
