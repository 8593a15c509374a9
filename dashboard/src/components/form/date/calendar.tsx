import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../actions/button.tsx'
import {
  addMonths,
  type Day,
  dayAfterKey,
  firstWeekdayOf,
  fullDayName,
  monthName,
  weekdayName,
  weeksOf,
} from './calendar-days.ts'
import './calendar.css'

type CalendarProps = { value: Day | null; today: Day; onChoose(day: Day): void }

/** A month to choose a day of. One day has the focus, and the keys move it. */
export function Calendar({ value, today, onChoose }: CalendarProps) {
  const monthId = useId()
  const [active, setActive] = useState(value ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const movesFocus = useRef(false)
  const firstWeekday = firstWeekdayOf(navigator.language)
  const weeks = weeksOf(active, firstWeekday)
  useEffect(() => {
    if (!movesFocus.current) return
    movesFocus.current = false
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
  }, [active])
  const press = (event: KeyboardEvent) => {
    const next = dayAfterKey(active, event.key, firstWeekday, event.shiftKey)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    movesFocus.current = true
    setActive(next)
  }
  return (
    <>
      <div className="calendar-head">
        <IconButton
          label="Previous month"
          icon={<ChevronLeft size={16} aria-hidden />}
          onClick={() => setActive(addMonths(active, -1))}
        />
        <span id={monthId} className="calendar-month" aria-live="polite">
          {monthName(active)}
        </span>
        <IconButton
          label="Next month"
          icon={<ChevronRight size={16} aria-hidden />}
          onClick={() => setActive(addMonths(active, 1))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is a grid, by the ARIA practices. */}
      <table ref={grid} className="calendar-grid" role="grid" aria-labelledby={monthId} onKeyDown={press}>
        <thead>
          <tr>
            {weeks[0]!.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day)}>
                {weekdayName(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the cells of a grid are selected.
                <td key={day} aria-selected={day === value}>
                  <button
                    type="button"
                    className="calendar-day"
                    data-day={day}
                    data-outside={day.slice(0, -3) === active.slice(0, -3) ? undefined : ''}
                    aria-label={fullDayName(day)}
                    aria-current={day === today ? 'date' : undefined}
                    tabIndex={day === active ? 0 : -1}
                    onClick={() => onChoose(day)}
                  >
                    {Number(day.slice(-2))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
