import './switch.css'

type SwitchProps = {
  label: string
  /** Shown beside it. */
  words?: string | undefined
  isOn: boolean
  isDisabled?: boolean
  onChange(isOn: boolean): void
}

export function Switch({ label, words, isOn, isDisabled = false, onChange }: SwitchProps) {
  const control = (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-label={label}
      aria-checked={isOn}
      disabled={isDisabled}
      onClick={() => onChange(!isOn)}
    />
  )
  if (words === undefined) return control
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the button is the control.
    <label className="switch-labelled">
      {words}
      {control}
    </label>
  )
}
