import { AppError } from '../../errors.ts'
import { isKnown } from './render.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** The tag and the date of one state of some content. */
export type Validators = { etag: string; modifiedAt: Date }

/** Dates of HTTP have whole seconds. */
export const lastModifiedOf = ({ modifiedAt }: Validators): string => modifiedAt.toUTCString()

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000)

// As they are sent today, and the two forms of the past that are still read. Other dates would count, such as "99999".
const current = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/
const withDashes = /^[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT$/
const withoutZone = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/

/** Null for what is no date, which counts as absent. */
function dateIn(header: string | undefined): number | null {
  const text = header?.trim() ?? ''
  if (![current, withDashes, withoutZone].some((each) => each.test(text))) return null
  const ms = Date.parse(withoutZone.test(text) ? `${text} GMT` : text)
  return Number.isNaN(ms) ? null : Math.floor(ms / 1000)
}

/** Refuses a read of another state than the one that is named: `If-Match`, or without it `If-Unmodified-Since`. */
export function checkUnchanged(headers: Headers, { etag, modifiedAt }: Validators): void {
  const match = headers['if-match']
  const date = dateIn(headers['if-unmodified-since'])
  // A weak tag names no bytes.
  const isSame =
    match !== undefined
      ? match.trim() === '*' || match.split(',').some((each) => each.trim() === etag)
      : date === null || secondsOf(modifiedAt) <= date
  if (isSame) return
  throw new AppError('precondition_failed', 'The content is not the one that the request names', {
    facts: { etag },
    hint: 'Read it again without If-Match and If-Unmodified-Since.',
  })
}

/** Whether the caller has this state: `If-None-Match`, or without it `If-Modified-Since`. */
export function hasSame(headers: Headers, { etag, modifiedAt }: Validators): boolean {
  if (headers['if-none-match'] !== undefined) return isKnown(headers['if-none-match'], etag)
  const date = dateIn(headers['if-modified-since'])
  return date !== null && secondsOf(modifiedAt) <= date
}

/** Whether a range may be taken: a piece of one state would be glued to a piece of another. */
export function mayTakeRange(headers: Headers, validators: Validators): boolean {
  const condition = headers['if-range']?.trim()
  return condition === undefined || condition === validators.etag || condition === lastModifiedOf(validators)
}
