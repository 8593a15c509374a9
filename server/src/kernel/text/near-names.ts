import { AppError } from '../errors.ts'
import { isPermitted } from '../http/auth/authorize.ts'
import { isUuid } from '../ids.ts'
import type { Scope } from '../scope.ts'
import { editsBetween } from './near-match.ts'

// Two neighbouring letters as one number: texts of them would be most of the work.
const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1)

function pairsOf(text: string): Set<number> {
  const pairs = new Set<number>()
  for (let i = 0; i + 1 < text.length; i++) pairs.add(pairAt(text, i))
  return pairs
}

// Vendors do not agree on `4.5` or `4-5`, nor on capitals; neither distinguishes names.
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9/]/g, '')

/** How alike two texts are, from 0 to about 1, by the pairs of letters they share (after Dice). */
function similarity(pairs: ReadonlySet<number>, text: string): number {
  let shared = 0
  for (let i = 0; i + 1 < text.length; i++) if (pairs.has(pairAt(text, i))) shared++
  return (2 * shared) / Math.max(1, pairs.size + text.length - 1)
}

// Below this, what is found has only its version number or its vendor in common with the requested one.
const minSimilarity = 0.5
const maxMatches = 3

/** The same by the letters to change: of short names two that are swapped leave few pairs. */
function closeness(text: string, name: string): number {
  const longest = Math.max(text.length, name.length)
  const most = Math.floor(longest / 4)
  if (Math.abs(text.length - name.length) > most) return 0
  const edits = editsBetween(text, name, most)
  return edits > most ? 0 : 1 - edits / longest
}

/** Rates a name from 0 to about 1. Its forms are shorter ways to write it. */
function rate(sought: string, pairs: ReadonlySet<number>, whole: string, forms: readonly string[]): number {
  const alike = Math.max(...forms.map((form) => similarity(pairs, form)))
  return alike >= minSimilarity ? alike : closeness(sought, whole)
}

const nearest = (rated: readonly { name: string; score: number }[]): string[] =>
  rated
    .filter(({ score }) => score >= minSimilarity)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxMatches)
    .map(({ name }) => name)

/**
 * The names that `text` may mean, the nearest first. Users leave out the provider of a model more often than they
 * misspell, so a name is also compared without what is before a slash.
 */
export function nearMatches(text: string, names: readonly string[]): string[] {
  const sought = plain(text.slice(0, 100))
  const pairs = pairsOf(sought)
  return nearest(
    names.map((name) => {
      const whole = plain(name)
      const forms = [whole, whole.slice(whole.indexOf('/') + 1), whole.slice(whole.lastIndexOf('/') + 1)]
      return { name, score: rate(sought, pairs, whole, forms) }
    }),
  )
}

/** The same for names with their texts: each has the requested text and the forms to compare it with. */
export function nearestByForm(
  candidates: readonly { name: string; sought: string; forms: readonly string[] }[],
): string[] {
  return nearest(
    candidates.map(({ name, sought, forms }) => {
      const requested = plain(sought.slice(0, 200))
      const texts = forms.map(plain)
      return { name, score: rate(requested, pairsOf(requested), texts[0]!, texts) }
    }),
  )
}

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' })

export const didYouMean = (matches: readonly string[]): string =>
  `Did you mean ${alternatives.format(matches)}?`

/** A 404 with the names that were probably meant, of those that the caller may read. An id is near to no name. */
export function withNearMatches(error: AppError, requested: string, names: readonly string[]): AppError {
  const matches = isUuid(requested) ? [] : nearMatches(requested, names)
  if (matches.length === 0) return error
  const { code, message, extras } = error
  return new AppError(code, message, {
    ...extras,
    facts: { ...extras.facts, nearMatches: matches },
    hint: didYouMean(matches),
  })
}

type Readable = {
  scope: Scope
  /** Without it the caller cannot list the names, and learns none. */
  permission: string
  list(): Promise<readonly string[]>
}

/** A 404 with the names that were probably meant, of those that the caller may read. */
export async function notFoundNear(
  error: AppError,
  requested: string,
  { scope, permission, list }: Readable,
): Promise<AppError> {
  const { actor, permissions } = scope
  const mayList = actor.kind !== 'end-user-token' && isPermitted(permissions, permission)
  return mayList && !isUuid(requested) ? withNearMatches(error, requested, await list()) : error
}
