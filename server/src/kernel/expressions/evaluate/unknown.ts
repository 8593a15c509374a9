import { nearMatch } from '../../text/near-match.ts'
import { Fault, type Span } from '../error.ts'
import { findMethods, functionNames, methodNames, methodsOn } from '../functions/table.ts'
import type { Call, Name } from '../language/ast.ts'
import { describeKinds, type Kinds, kinds, namesOf } from '../values/kind.ts'

const mostListed = 12
const longestCompared = 40
// Comparing two words takes time by the product of their lengths.
const mostLetters = 40_000

/** Those that begin or end alike first; only as many as can be compared quickly. */
function candidates(name: string, known: readonly string[]): string[] {
  const isAlike = (each: string) => each[0] === name[0] || each.at(-1) === name.at(-1)
  const most = Math.max(10, Math.floor(mostLetters / (name.length + 1) ** 2))
  return known.filter(isAlike).slice(0, most)
}

/** "did you mean x?" or "use a, b, c." */
function suggestion(name: string, known: readonly string[], isSearched = true): string {
  const near = !isSearched || name.length > longestCompared ? null : nearMatch(name, candidates(name, known))
  if (near !== null) return `did you mean ${near}?`
  return known.length === 0 || known.length > mostListed * 5
    ? 'use one that is listed in the reference or the schema.'
    : `use ${known.slice(0, mostListed).join(', ')}.`
}

const short = (name: string) => (name.length > longestCompared ? `${name.slice(0, longestCompared)}…` : name)

export function unknownName({ name, from, to }: Name, known: readonly string[]): Fault {
  return new Fault('unknown_name', `There is no ${short(name)} here; ${suggestion(name, known)}`, {
    from,
    to,
  })
}

/** Without a search for a similar name where many are unknown: objects may have thousands of fields. */
export function unknownField(key: string, span: Span, known: readonly string[], isSearched: boolean): Fault {
  return new Fault(
    'unknown_field',
    `There is no field ${short(key)}; ${suggestion(key, known, isSearched)}`,
    span,
  )
}

export function unknownFunction({ name, nameSpan }: Call): Fault {
  const asMethod = findMethods(name)
  const fix = asMethod
    ? `it is a method: write ${[...asMethod.values()][0]!.example[0]}.`
    : suggestion(name, functionNames)
  return new Fault('unknown_function', `There is no function ${short(name)}; ${fix}`, nameSpan)
}

/** `found` are the kinds it was called on, or 0 when no kind has such a method. */
export function unknownMethod({ name, nameSpan }: Call, found: Kinds): Fault {
  if (found === kinds.null)
    return new Fault(
      'type_mismatch',
      `${name}() is called on null; write ?.${name}() to get null, or ?? a default before it.`,
      nameSpan,
    )
  const names =
    found === 0 ? methodNames : namesOf(found).flatMap((kind) => methodsOn(kind).map((each) => each.name))
  const owner = found === 0 ? 'There is no method' : `${describeKinds(found)} has no method`
  const others = found === 0 ? undefined : findMethods(name)
  const fix = others
    ? `it is a method of ${describeKinds([...others.keys()].reduce((set, kind) => set | kind, 0))}.`
    : suggestion(name, names)
  // Nothing else can be called on it, whatever the data is.
  const code = others ? 'type_mismatch' : 'unknown_method'
  return new Fault(code, `${owner} ${short(name)}(); ${fix}`, nameSpan)
}
