import { useId } from 'react'
import { type TriggerKind, triggerKinds } from '../trigger-kind.tsx'

type KindFieldsetProps = { value: TriggerKind; onChange(kind: TriggerKind): void }

/** What starts it: all kinds in sight, each with a line about it. */
export function KindFieldset({ value, onChange }: KindFieldsetProps) {
  const name = useId()
  return (
    <fieldset className="trigger-kinds">
      <legend className="visually-hidden">Kind of trigger</legend>
      {Object.entries(triggerKinds).map(([kind, { label, about, Icon }]) => (
        <label key={kind}>
          <input
            type="radio"
            name={name}
            value={kind}
            checked={kind === value}
            data-autofocus={kind === value ? '' : undefined}
            onChange={() => onChange(kind as TriggerKind)}
          />
          <Icon size={16} aria-hidden />
          <span>{label}</span>
          <span className="muted small">{about}</span>
        </label>
      ))}
    </fieldset>
  )
}
