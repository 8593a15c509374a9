import { useFilters } from '../../filters.ts'
import { useTimeZone } from '../../state/time-zone.ts'
import { boundsOf, type Days } from './day-presets.ts'

/** What a list with a `DaySpan` sends as `from` and `to`. */
export function useDayBounds(): Days {
  const { filters } = useFilters()
  return boundsOf(filters, useTimeZone())
}
