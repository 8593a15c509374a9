import { useTimeZone } from '../../state/time-zone.ts'

/** After a number of days: the ledger sums by days of UTC, which are not those of a page in another time zone. */
export const useUtcNote = (): string => (useTimeZone() === 'UTC' ? '' : ' (UTC)')
