import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import './combobox-field.css'

export type ComboboxOption = {
  label: string
  value: unknown
  /** What distinguishes it for people, behind the label. */
  about?: string
}

type ComboboxFieldProps = FieldProps & {
  /** The text of the field while it is not being edited. */
  shown: string
  placeholder?: string
  isRequired?: boolean
  /** The options for the typed text; undefined while they load. */
  options: readonly ComboboxOption[] | undefined
  /** Below the options: that there are none, that there are more, or what went wrong. */
  note?: ReactNode
  onOpen(isOpen: boolean): void
  onSearch(text: string): void
  onChoose(chosen: ComboboxOption): void
  /** A value that is not offered, as it was typed. */
  onTyped(text: string): void
}

/** One of many that are looked up while one types, or whatever else was typed. */
export function ComboboxField(props: ComboboxFieldProps) {
  const listId = useId()
  const combo = useCombobox(props)
  const { isOpen, active, entries } = combo
  return (
    <Field {...props}>
      {(described) => (
        <div className="combobox">
          <input
            {...described}
            className="input"
            role="combobox"
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
            aria-required={props.isRequired}
            name={props.name}
            value={combo.text ?? props.shown}
            placeholder={props.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onClick={combo.open}
            onBlur={combo.leave}
            onKeyDown={combo.press}
            onChange={(event) => combo.type(event.target.value)}
          />
          <ChevronDown size={14} aria-hidden />
          {isOpen && (
            // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed here must not take the focus from the field.
            <div className="combobox-popup" onMouseDown={(event) => event.preventDefault()}>
              <div
                id={listId}
                ref={combo.list}
                role="listbox"
                aria-label={props.label}
                className="combobox-list"
              >
                {entries.map((entry, at) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active one.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field.
                  <div
                    key={entry.key}
                    id={`${listId}-${at}`}
                    role="option"
                    className="combobox-option"
                    aria-selected={at === active}
                    onClick={() => combo.take(entry)}
                  >
                    {entry.label}
                    {entry.chosen?.about && <span className="muted small">{entry.chosen.about}</span>}
                  </div>
                ))}
              </div>
              {props.note && <div className="combobox-note">{props.note}</div>}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** Null means the typed text itself. */
type Entry = { key: string; label: string; chosen: ComboboxOption | null }

const sameWord = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function entriesOf(options: readonly ComboboxOption[], typed: string): Entry[] {
  const isNamed = options.some(({ label }) => sameWord(label, typed))
  return [
    ...options.map((chosen, at) => ({ key: `${at} ${chosen.label}`, label: chosen.label, chosen })),
    ...(typed === '' || isNamed ? [] : [{ key: 'typed', label: `Use “${typed}”`, chosen: null }]),
  ]
}

/** The highlighted entry of the list. It moves in a circle; from none, upwards begins at the last. */
function useActiveEntry(count: number) {
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  return {
    active,
    list,
    deactivate: () => setActive(-1),
    step(by: 1 | -1): void {
      if (count === 0) return
      const at = ((active === -1 && by === -1 ? -1 : active + by) + count) % count
      setActive(at)
      list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
    },
  }
}

function runKey(
  event: KeyboardEvent<HTMLInputElement>,
  keys: Readonly<Record<string, false | (() => void)>>,
): void {
  const act = keys[event.key]
  if (!act || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  act()
}

function useCombobox({ shown, options = [], onOpen, onSearch, onChoose, onTyped }: ComboboxFieldProps) {
  // Null while the field is not edited: it then shows the chosen option.
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const typed = text?.trim() ?? ''
  const entries = entriesOf(options, typed)
  const { active, list, deactivate, step } = useActiveEntry(entries.length)

  const put = (next: boolean) => {
    deactivate()
    setOpen(next)
    onOpen(next)
    if (next) return
    setText(null)
    onSearch('')
  }
  const take = ({ chosen }: Entry) => {
    if (chosen) onChoose(chosen)
    else onTyped(typed)
    put(false)
  }
  /** A typed text that equals the label of an option chooses it. */
  const takeTyped = () => {
    const named = typed === '' ? undefined : options.find(({ label }) => sameWord(label, typed))
    if (named) onChoose(named)
    else if (text !== null && typed !== shown) onTyped(typed)
    put(false)
  }
  const move = (by: 1 | -1) => (isOpen ? step(by) : put(true))
  const keys = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: isOpen && (() => (entries[active] ? take(entries[active]) : takeTyped())),
    Escape: isOpen && (() => put(false)),
  }
  const type = (next: string) => {
    if (!isOpen) put(true)
    deactivate()
    setText(next)
    onSearch(next.trim())
  }
  return {
    text,
    isOpen,
    active,
    list,
    entries,
    take,
    press: (event: KeyboardEvent<HTMLInputElement>) => runKey(event, keys),
    type,
    open: () => isOpen || put(true),
    leave: () => isOpen && takeTyped(),
  }
}
