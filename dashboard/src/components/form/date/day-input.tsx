import CalendarIcon from 'lucide-react/icons/calendar'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../../actions/button.tsx'
import { useAnchoredPanel } from '../../actions/use-anchored-panel.ts'
import { Calendar } from './calendar.tsx'
import { type Day, parseDay } from './calendar-days.ts'
import '../../actions/menu.css'
import './day-input.css'

type DayInputProps = {
  /** What the day is for, said by the calendar and, without a label elsewhere, by the field. */
  label: string
  /** Empty where there is none. */
  value: Day | ''
  today: Day
  onChange(day: Day | ''): void
  /** What is typed and not, or not yet, a day. */
  onDraft?(text: string): void
  id?: string
  name?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}

/**
 * A day, typed as the API and URLs write it, or chosen from a calendar. What is typed counts as soon as it is a whole
 * day.
 */
export function DayInput({ label, value, today, onChange, onDraft, ...field }: DayInputProps) {
  const { text, isInvalid, type, check } = useTypedDay(value, onChange, onDraft)
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const close = (restoresFocus: boolean) => {
    if (restoresFocus) opener?.focus()
    setOpener(null)
  }
  const choose = (day: Day | '') => {
    close(true)
    onChange(day)
  }
  return (
    <span className="day-input">
      <input
        {...field}
        className="input"
        value={text}
        placeholder="YYYY-MM-DD"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isInvalid || field['aria-invalid'] || undefined}
        title={isInvalid ? 'Not a day. Type it as 2026-01-31.' : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={check}
      />
      <button
        type="button"
        className="day-input-button"
        aria-label={`Open calendar: ${label}`}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onClick={({ currentTarget }) => (opener ? close(true) : setOpener(currentTarget))}
      >
        <CalendarIcon size={14} aria-hidden />
      </button>
      {opener && (
        <CalendarPanel
          by={opener}
          label={label}
          value={value}
          today={today}
          onChoose={choose}
          onClose={close}
        />
      )}
    </span>
  )
}

/** What is typed, until it is a day. A value that changes otherwise replaces it. */
function useTypedDay(
  value: string,
  onChange: (day: Day | '') => void,
  onDraft: ((text: string) => void) | undefined,
) {
  const [text, setText] = useState(value)
  const [isChecked, setChecked] = useState(false)
  useEffect(() => setText(value), [value])
  const isInvalid = isChecked && text.trim() !== '' && parseDay(text) === null
  return {
    text,
    isInvalid,
    type(next: string): void {
      setChecked(false)
      setText(next)
      const day = next.trim() === '' ? '' : parseDay(next)
      if (day === null) onDraft?.(next)
      else if (day !== value) onChange(day)
    },
    check: () => setChecked(true),
  }
}

type CalendarPanelProps = {
  by: HTMLElement
  label: string
  value: Day | ''
  today: Day
  onChoose(day: Day | ''): void
  onClose(restoresFocus: boolean): void
}

function CalendarPanel({ by, label, value, today, onChoose, onClose }: CalendarPanelProps) {
  const ref = useAnchoredPanel({
    by,
    align: 'end',
    focusIn: (panel) => panel.querySelector<HTMLElement>('[data-day][tabindex="0"]'),
    onLeave: () => onClose(false),
  })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // A dialog around it stays open.
    event.preventDefault()
    event.stopPropagation()
    onClose(true)
  }
  return (
    <div
      ref={ref}
      popover="manual"
      className="menu calendar"
      role="dialog"
      aria-label={label}
      onKeyDown={press}
    >
      <Calendar value={parseDay(value)} today={today} onChoose={onChoose} />
      <div className="calendar-foot">
        <Button variant="ghost" onClick={() => onChoose(today)}>
          Today
        </Button>
        {value !== '' && (
          <Button variant="ghost" onClick={() => onChoose('')}>
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}
