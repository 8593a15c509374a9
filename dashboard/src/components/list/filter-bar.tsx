import Search from 'lucide-react/icons/search'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { type Filters, useFilters } from '../../filters.ts'
import { useTimeZone } from '../../state/time-zone.ts'
import { Button, IconButton } from '../actions/button.tsx'
import { DayInput } from '../form/date/day-input.tsx'
import type { Choice } from '../form/field.tsx'
import { dayOf, firstDayOf, presetChoices, presetOf } from './day-presets.ts'
import { useDebouncedInput } from './use-debounced-input.ts'
import '../form/field.css'
import '../form/select.css'
import './filter-bar.css'

// Long enough to search once per word, short enough not to be noticed.
const pauseMs = 180

type SearchBoxProps = {
  label: string
  value: string
  onChange(value: string): void
  /** Nothing more is typed: what comes next is another search. */
  onEnd?(): void
}

export function SearchBox({ label, value, onChange, onEnd }: SearchBoxProps) {
  const { text, change, tell: success } = useDebouncedInput(value, onChange, pauseMs)
  return (
    <div className="filter-search">
      <Search size={14} aria-hidden />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        data-filter=""
        spellCheck={false}
        onChange={(event) => change(event.target.value)}
        onBlur={() => {
          success()
          onEnd?.()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            success()
            onEnd?.()
          }
          if (event.key !== 'Escape') return
          // Browsers would clear the field.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      <kbd>/</kbd>
    </div>
  )
}

type FilterProps = {
  label: string
  value: string
  /** Without the one that narrows nothing, which is named after the label. */
  choices: readonly Choice[]
  onChange(value: string): void
  any?: string
}

export function Filter({ label, value, choices, onChange, any = `${label}: all` }: FilterProps) {
  const isUnknown = value !== '' && choices.every((choice) => choice.value !== value)
  return (
    <UrlSelect label={label} value={value} isSet={value !== ''} onChange={onChange}>
      <option value="">{any}</option>
      {/* It narrows the list also before the choices are read, and where what was chosen is deleted. */}
      {isUnknown && <option value={value}>{`${label}: …`}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </UrlSelect>
  )
}

type UrlSelectProps = {
  label: string
  value: string
  onChange(value: string): void
  /** It narrows what is shown. */
  isSet?: boolean
  /** The slash key leads to it: there is no search box on the page. */
  isMain?: boolean
  children: ReactNode
}

/** A choice that is stored in the URL. */
export function UrlSelect({ label, value, onChange, isSet, isMain, children }: UrlSelectProps) {
  const { text, change } = useDebouncedInput(value, onChange, 0)
  return (
    <select
      className="input filter-choice"
      aria-label={label}
      value={text}
      data-set={isSet ? '' : undefined}
      data-filter={isMain ? '' : undefined}
      onChange={(event) => change(event.target.value)}
    >
      {children}
    </select>
  )
}

type FilterBarProps = { children: ReactNode; hasFilters: boolean; onClear(): void }

/** On small screens all but the search is collapsed until it is opened. */
export function FilterBar({ children, hasFilters, onClear }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    onClear()
    // What a filter holds besides the URL goes too.
    setCleared(cleared + 1)
  }
  return (
    <search className="filter-bar" data-open={isOpen ? '' : undefined}>
      <span className="filter-fold">
        <IconButton
          label={isOpen ? 'Hide filters' : 'Filters'}
          aria-expanded={isOpen}
          variant={hasFilters ? 'secondary' : 'ghost'}
          icon={<SlidersHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        />
      </span>
      <Fragment key={cleared}>{children}</Fragment>
      {hasFilters && (
        <span className="filter-clear">
          <Button variant="ghost" icon={<X size={14} aria-hidden />} onClick={clear}>
            Clear
          </Button>
        </span>
      )}
    </search>
  )
}

type DayFilterProps = {
  label: string
  value: string | undefined
  /** The present day, where it is not that of UTC. */
  today?: string
  onChange(day: string): void
}

/** Days are those of UTC, as in the API, unless a list sends when they begin elsewhere. */
export const DayFilter = ({ label, value = '', today, onChange }: DayFilterProps) => (
  <span className="day-filter">
    <DayInput
      label={label}
      aria-label={label}
      value={value}
      today={today ?? new Date().toISOString().slice(0, 10)}
      onChange={onChange}
    />
  </span>
)

/**
 * The last days, or from one day to before another, both in the URL. The verb says what happened on them. The two days are
 * shown once they are wanted: most lists have many filters beside them.
 */
export function DaySpan({ verb }: { verb: string }) {
  const { filters, set } = useFilters()
  const zone = useTimeZone()
  const now = new Date()
  const span = spanOf(filters)
  // The days for which both fields are shown, and those that were just chosen and are not yet in the URL: Back leads to others.
  const [own, setOwn] = useState<readonly string[]>([])
  const isOwn = own.includes(span)
  useEffect(() => {
    if (isOwn && own.at(-1) === span) setOwn([span])
  }, [span])
  const preset = isOwn ? 'own' : presetOf(filters, now, zone)
  const choose = (value: string) => {
    setOwn(value === 'own' ? [span] : [])
    if (value === 'own') return
    set({ from: value === '' ? undefined : firstDayOf(Number(value), now, zone), to: undefined })
  }
  const change = (days: { from?: string; to?: string }) => {
    // Without both the fields stay: another day is chosen next.
    setOwn([span, spanOf({ ...filters, ...days })])
    set(days)
  }
  const bound = (name: 'from' | 'to') => ({
    value: dayOf(filters[name], zone),
    today: firstDayOf(1, now, zone),
    onChange: (day: string) => change({ [name]: day }),
  })
  return (
    <span className="day-span">
      <span className="muted small">{verb}</span>
      <Filter
        label={`${verb}: range`}
        any="Any time"
        value={preset}
        choices={presetChoices}
        onChange={choose}
      />
      {preset === 'own' && (
        <>
          <DayFilter label={`${verb} from`} {...bound('from')} />
          <span aria-hidden>–</span>
          <DayFilter label={`${verb} before`} {...bound('to')} />
        </>
      )}
    </span>
  )
}

const spanOf = ({ from = '', to = '' }: Filters): string => `${from} ${to}`

type TextFilterProps = {
  label: string
  title?: string
  /** The id of a list of suggestions. */
  list?: string
  value: string
  onChange(value: string): void
}

/** For free words: Enter, leaving the field or taking a suggestion applies it. */
export const TextFilter = ({ label, title, list, value, onChange }: TextFilterProps) => (
  <input
    key={value}
    className="input text-filter"
    aria-label={label}
    title={title}
    list={list}
    placeholder={label}
    defaultValue={value}
    data-set={value === '' ? undefined : ''}
    spellCheck={false}
    autoCapitalize="none"
    onBlur={(event) => event.target.value.trim() !== value && onChange(event.target.value.trim())}
    onInput={(event) => {
      // Browsers report this input type for a suggestion from the list, and never for typing.
      const { inputType } = event.nativeEvent as InputEvent
      if (list && inputType === 'insertReplacementText') onChange(event.currentTarget.value.trim())
    }}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onChange(event.currentTarget.value.trim())
    }}
  />
)
