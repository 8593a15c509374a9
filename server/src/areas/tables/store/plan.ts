import { type Statement, sql, sqlText } from '../../../kernel/db/db.ts'
import type { Index } from '../schema/collection.ts'
import type { Condition, Filter } from '../schema/filter.ts'
import type { Cursor, Sort } from '../schema/sort.ts'

/**
 * Which declared index serves a list. The choice is ours and not the database's, because all collections share the
 * tables and its statistics say nothing about a single one.
 */
export type Plan = {
  indexNumber: number
  /** Ranges of keys to be read one after the other; `cursor` narrows those that hold what was seen already. */
  ranges: Statement[]
  /** The keys come in the order of the list, read from the end when `isBackward`. */
  isOrdered: boolean
  isBackward: boolean
  /** The ranges say all that the filter says. */
  isExact: boolean
}

export type PlanRequest = {
  indexes: readonly Index[]
  required: ReadonlySet<string>
  filter: Filter | null
  sort: Sort
  cursor: Cursor | null
}

const maxExactLength = 200
const byte = (hex: string) => sqlText(`'\\x${hex}'::bytea`)
// Behind everything that begins with the key in front of it: no index has more than three parts.
const behind = byte('ffffffff')
const nothing = byte('ff')

/** Conditions that must all hold, by the field they are about. */
function conditionsOf(filter: Filter | null): Map<string, Condition[]> {
  const found = new Map<string, Condition[]>()
  const walk = (part: Filter) => {
    if (part.kind === 'and') part.parts.forEach(walk)
    if (part.kind !== 'is' || part.target.kind === 'hop') return
    const { name } = part.target
    found.set(name, [...(found.get(name) ?? []), part])
  }
  if (filter) walk(filter)
  return found
}

const countOf = (filter: Filter | null): number => {
  if (!filter) return 0
  if (filter.kind === 'is') return 1
  if (filter.kind === 'not') return Number.POSITIVE_INFINITY
  return filter.kind === 'or'
    ? Number.POSITIVE_INFINITY
    : filter.parts.reduce((sum, part) => sum + countOf(part), 0)
}

const isCut = (value: unknown) => typeof value === 'string' && value.length >= maxExactLength

/** The best plan: one that gives the order first, then one that narrows most. Null when no index helps. */
export function planFor(request: PlanRequest): Plan | null {
  const conditions = conditionsOf(request.filter)
  const plans = request.indexes
    .filter(({ state }) => state === 'ready')
    .flatMap((index) => planWith(index, conditions, request) ?? [])
  const score = ({ plan, equal, hasRange }: Rated) =>
    equal * 4 + (hasRange ? 2 : 0) + (plan.isOrdered ? 3 : 0)
  plans.sort((left, right) => score(right) - score(left))
  return plans[0]?.plan ?? null
}

type Rated = { plan: Plan; equal: number; hasRange: boolean }

function planWith(index: Index, conditions: Map<string, Condition[]>, request: PlanRequest): Rated | null {
  const { equal, used } = equalPrefix(index, conditions)
  const prefix = equal.reduce<Statement | null>(
    (left, right) => (left ? sql`${left} || ${right}` : right),
    null,
  )
  const rest = index.parts.slice(equal.length)
  const direction = directionOf(rest, request)
  const range = rest[0] && !rest[0].isDescending ? rangeOf(conditions.get(rest[0].field) ?? []) : null
  const isOrdered = direction !== null
  if (equal.length === 0 && !range && !isOrdered) return null
  const isBackward = direction === 'backward'
  const usedAll = used.length + (range?.used ?? 0)
  const isExact =
    usedAll === countOf(request.filter) && !used.some(({ value }) => isCut(value)) && !range?.isCut
  const plan = { indexNumber: index.number, isOrdered, isBackward, isExact }
  const ranges = range
    ? [keysWithin(prefix, range.low, range.high)]
    : isBackward && rest.length === 1
      ? [keysWithin(prefix, null, nothing), keysWithin(prefix, nothing, behind)]
      : [keysWithin(prefix, null, behind)]
  const narrowed = isOrdered && request.cursor ? goOn(request.cursor, plan, prefix, rest, ranges) : ranges
  return { plan: { ...plan, ranges: narrowed }, equal: equal.length, hasRange: range !== null }
}

/** The leading parts of the index that the filter fixes to one value. */
function equalPrefix(index: Index, conditions: Map<string, Condition[]>) {
  const equal: Statement[] = []
  const used: Condition[] = []
  for (const { field, isDescending } of index.parts) {
    const fixed = conditions.get(field)?.find(isFixing)
    if (!fixed) break
    used.push(fixed)
    const value = fixed.operator === '_eq' ? fixed.value : null
    equal.push(keyOf(value, isDescending))
  }
  return { equal, used }
}

const isFixing = ({ operator, value }: Condition) =>
  (operator === '_eq' && (value === null || typeof value !== 'object')) ||
  (operator === '_null' && value === true) ||
  (operator === '_nnull' && value === false)

const keyOf = (value: unknown, isDescending = false): Statement =>
  isDescending
    ? sql`document_key_desc(${JSON.stringify(value)}::jsonb)`
    : sql`document_key(${JSON.stringify(value)}::jsonb)`

/** Whether what is left of the index is the requested order, read from which end. */
function directionOf(rest: Index['parts'], { sort, required }: PlanRequest): 'forward' | 'backward' | null {
  if (rest.length !== sort.parts.length) return null
  if (rest.length === 0) return sort.isIdDescending ? 'backward' : 'forward'
  if (rest.some(({ field }, i) => field !== sort.parts[i]!.field)) return null
  const isSame = rest.every(({ isDescending }, i) => isDescending === sort.parts[i]!.isDescending)
  const isOpposite = rest.every(({ isDescending }, i) => isDescending !== sort.parts[i]!.isDescending)
  if (isSame) return sort.isIdDescending ? null : 'forward'
  if (!isOpposite || !sort.isIdDescending) return null
  // Read from the end, what is missing comes first; of one field it can be read apart, of several it cannot.
  return rest.length === 1 || rest.every(({ field }) => required.has(field)) ? 'backward' : null
}

type Range = { low: Statement | null; high: Statement; used: number; isCut: boolean }

/** The keys between which a field must lie by the conditions on it. */
function rangeOf(conditions: readonly Condition[]): Range | null {
  let low: Statement | null = null
  let high: Statement | null = null
  let kind: string | null = null
  let used = 0
  let hasCut = false
  for (const { operator, value } of conditions) {
    const [from, to] = boundsOf(operator, value)
    const sample = from ?? to
    if (sample === undefined || (kind !== null && kind !== typeof sample.value)) continue
    if ((from && low) || (to && high)) continue
    kind = typeof sample.value
    for (const bound of [from, to]) if (bound && isCut(bound.value)) hasCut = true
    if (from)
      low = from.isOpen && !isCut(from.value) ? sql`${keyOf(from.value)} || ${behind}` : keyOf(from.value)
    if (to) high = to.isOpen && !isCut(to.value) ? keyOf(to.value) : sql`${keyOf(to.value)} || ${behind}`
    used++
  }
  if (kind === null) return null
  const [first, last] = tagOf[kind]!
  return { low: low ?? byte(first), high: high ?? byte(last), used, isCut: hasCut }
}

// Where the keys of a kind begin, and where the next kind begins.
const tagOf: Record<string, [string, string]> = {
  boolean: ['10', '11'],
  number: ['20', '21'],
  string: ['30', '31'],
}

type Bound = { value: unknown; isOpen: boolean }

function boundsOf(operator: Condition['operator'], value: unknown): [Bound | undefined, Bound | undefined] {
  switch (operator) {
    case '_gt':
      return [{ value, isOpen: true }, undefined]
    case '_gte':
      return [{ value, isOpen: false }, undefined]
    case '_lt':
      return [undefined, { value, isOpen: true }]
    case '_lte':
      return [undefined, { value, isOpen: false }]
    case '_between': {
      const [from, to] = value as [unknown, unknown]
      if (typeof from !== typeof to) return [undefined, undefined]
      return [
        { value: from, isOpen: false },
        { value: to, isOpen: false },
      ]
    }
    default:
      return [undefined, undefined]
  }
}

const after = (prefix: Statement | null, key: Statement): Statement =>
  prefix ? sql`${prefix} || ${key}` : key

/** A low end of null means: from the prefix itself on. */
function keysWithin(prefix: Statement | null, low: Statement | null, high: Statement): Statement {
  const from = low ? after(prefix, low) : (prefix ?? byte('00'))
  return sql`k.key >= ${from} and k.key < ${after(prefix, high)}`
}

/** The ranges behind the cursor; a range that was read completely is dropped. */
function goOn(
  { values, id }: Cursor,
  { isBackward }: Pick<Plan, 'isBackward'>,
  prefix: Statement | null,
  rest: Index['parts'],
  ranges: Statement[],
): Statement[] {
  const key = rest.reduce<Statement | null>((left, { isDescending }, i) => {
    const own = keyOf(values[i] ?? null, isDescending)
    return left ? sql`${left} || ${own}` : own
  }, null)
  const full = key ? after(prefix, key) : prefix!
  const beyond = sql`(k.key, k.document_id) ${sqlText(isBackward ? '<' : '>')} (${full}, ${id}::uuid)`
  // Backwards over one field: first what has a value, then what has none.
  const open = ranges.length === 2 && values[0] === null ? ranges.slice(1) : ranges
  return open.map((range, i) => (i === 0 ? sql`${range} and ${beyond}` : range))
}
