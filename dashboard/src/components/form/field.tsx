import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ReactNode, useId } from 'react'
import './field.css'
import './select.css'

export type FieldProps = { label: string; name: string; hint?: ReactNode; error?: string | undefined }

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean | undefined }

export function Field({
  label,
  hint,
  error,
  children,
}: FieldProps & { children(props: Described): ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(hint || error)
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasNote && (
        <div id={noteId}>
          {error && (
            <p className="field-error">
              <CircleAlert size={13} aria-hidden />
              {error}
            </p>
          )}
          {hint && <p className="field-hint">{hint}</p>}
        </div>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps & {
  value: string
  onChange(value: string): void
  type?: 'text' | 'email' | 'password' | 'url' | 'number'
  placeholder?: string
  autoComplete?: string
  isMono?: boolean
  isRequired?: boolean
  /** Has the focus when the page or the dialog around it opens. */
  hasInitialFocus?: boolean
}

export const TextField = (props: TextFieldProps) => (
  <Field {...props}>
    {(described) => (
      <input
        {...described}
        className="input"
        data-mono={props.isMono ? '' : undefined}
        name={props.name}
        type={props.type ?? 'text'}
        dir="auto"
        value={props.value}
        placeholder={props.placeholder}
        autoComplete={props.autoComplete ?? 'off'}
        autoCapitalize="none"
        spellCheck={false}
        aria-required={props.isRequired}
        // biome-ignore lint/a11y/noAutofocus: the first field of a form that was just opened.
        autoFocus={props.hasInitialFocus}
        data-autofocus={props.hasInitialFocus ? '' : undefined}
        step={props.type === 'number' ? 'any' : undefined}
        onChange={(event) => props.onChange(event.target.value)}
      />
    )}
  </Field>
)

type AreaFieldProps = FieldProps & {
  value: string
  onChange(value: string): void
  isMono?: boolean
  rows?: number
  placeholder?: string
  /** Has the focus when the form or the dialog around it opens. */
  hasInitialFocus?: boolean
}

export const AreaField = (props: AreaFieldProps) => (
  <Field {...props}>
    {(described) => (
      <textarea
        {...described}
        className="input"
        data-mono={props.isMono ? '' : undefined}
        name={props.name}
        rows={props.rows ?? 3}
        dir="auto"
        value={props.value}
        placeholder={props.placeholder}
        spellCheck={!props.isMono}
        // biome-ignore lint/a11y/noAutofocus: the first field of a form that was just opened.
        autoFocus={props.hasInitialFocus}
        data-autofocus={props.hasInitialFocus ? '' : undefined}
        onChange={(event) => props.onChange(event.target.value)}
      />
    )}
  </Field>
)

export type Choice = { value: string; label: string }

type SelectFieldProps = FieldProps & {
  value: string
  onChange(value: string): void
  choices: readonly Choice[]
}

export const SelectField = (props: SelectFieldProps) => (
  <Field {...props}>
    {(described) => (
      <select
        {...described}
        className="input"
        name={props.name}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
)

type CheckboxProps = {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  onChange(isOn: boolean): void
  name?: string
}

export function Checkbox({ label, hint, isOn, onChange, name }: CheckboxProps) {
  const id = useId()
  return (
    <div className="choice">
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>
        {label}
        {hint && <span className="field-hint"> {hint}</span>}
      </label>
    </div>
  )
}
