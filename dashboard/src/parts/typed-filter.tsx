type TypedFilterProps = {
  label: string
  title?: string
  /** The id of a list of suggestions. */
  list?: string
  value: string
  onChange(value: string): void
}

/** A filter of free words: Enter, leaving the field or taking a suggestion applies it. */
export const TypedFilter = ({ label, title, list, value, onChange }: TypedFilterProps) => (
  <input
    key={value}
    className="input typed-filter"
    aria-label={label}
    title={title}
    list={list}
    placeholder={label}
    defaultValue={value}
    data-set={value === '' ? undefined : ''}
    spellCheck={false}
    autoCapitalize="none"
    autoComplete="off"
    onBlur={(event) => event.target.value.trim() !== value && onChange(event.target.value.trim())}
    onInput={(event) => {
      // Browsers mark what was chosen from the list, and nothing that was typed.
      const { inputType } = event.nativeEvent as InputEvent
      if (list && inputType === 'insertReplacementText') onChange(event.currentTarget.value.trim())
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onChange(event.currentTarget.value.trim())
    }}
  />
)
