import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Field, type FieldProps } from './field.tsx'
import './combobox-field.css'

export type Offered = { label: string; value: unknown }

type ComboFieldProps = FieldProps & {
  /** What stands in the field while nobody types. */
  shown: string
  placeholder?: string
  isRequired?: boolean
  /** What can be chosen for what was typed so far; undefined while it is on its way. */
  offered: readonly Offered[] | undefined
  /** Told below what can be chosen: that there is none, that there are more, what went wrong. */
  note?: ReactNode
  onOpen(isOpen: boolean): void
  onSearch(text: string): void
  onChoose(chosen: Offered): void
  /** A value that is not offered, as it was typed. */
  onTyped(text: string): void
}

/** One of many that are looked up while one types, or whatever else was typed. */
export function ComboField(props: ComboFieldProps) {
  const listId = useId()
  const combo = useCombo(props)
  const { isOpen, active, entries } = combo
  return (
    <Field {...props}>
      {(described) => (
        <div className="combo">
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
            <div className="combo-window" onMouseDown={(event) => event.preventDefault()}>
              <div
                id={listId}
                ref={combo.list}
                role="listbox"
                aria-label={props.label}
                className="combo-list"
              >
                {entries.map((entry, at) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active one.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field.
                  <div
                    key={entry.key}
                    id={`${listId}-${at}`}
                    role="option"
                    className="combo-entry"
                    aria-selected={at === active}
                    onClick={() => combo.take(entry)}
                  >
                    {entry.label}
                  </div>
                ))}
              </div>
              {props.note && <div className="combo-note">{props.note}</div>}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}

/** Null stands for what was typed itself. */
type Entry = { key: string; label: string; chosen: Offered | null }

const sameWord = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function entriesOf(offered: readonly Offered[], typed: string): Entry[] {
  const isNamed = offered.some(({ label }) => sameWord(label, typed))
  return [
    ...offered.map((chosen, at) => ({ key: `${at} ${chosen.label}`, label: chosen.label, chosen })),
    ...(typed === '' || isNamed ? [] : [{ key: 'typed', label: `Use “${typed}”`, chosen: null }]),
  ]
}

function useCombo({ shown, offered = [], onOpen, onSearch, onChoose, onTyped }: ComboFieldProps) {
  // Null while nobody types: then the field shows what was chosen.
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const typed = text?.trim() ?? ''
  const entries = entriesOf(offered, typed)

  const put = (next: boolean) => {
    setActive(-1)
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
  /** Whoever types a name that is offered means what it stands for. */
  const takeTyped = () => {
    const named = typed === '' ? undefined : offered.find(({ label }) => sameWord(label, typed))
    if (named) onChoose(named)
    else if (text !== null && typed !== shown) onTyped(typed)
    put(false)
  }
  const move = (step: 1 | -1) => {
    if (!isOpen) return put(true)
    if (entries.length === 0) return
    const next = active === -1 && step === -1 ? entries.length - 1 : active + step
    const at = (next + entries.length) % entries.length
    setActive(at)
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const keys: Record<string, () => void> = { ArrowDown: () => move(1), ArrowUp: () => move(-1) }
    if (isOpen) {
      keys.Enter = () => (entries[active] ? take(entries[active]) : takeTyped())
      keys.Escape = () => put(false)
    }
    const act = keys[event.key]
    if (!act || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    act()
  }
  const type = (next: string) => {
    if (!isOpen) put(true)
    setActive(-1)
    setText(next)
    onSearch(next.trim())
  }
  return {
    ...{ text, isOpen, active, list, entries, take, press, type },
    open: () => isOpen || put(true),
    leave: () => isOpen && takeTyped(),
  }
}
