import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../../kernel/errors.ts'
import { compilePattern } from '../../../kernel/patterns/pattern.ts'
import { nearMatch } from '../../../kernel/text/near-match.ts'
import type { Collection, Index } from '../schema/collection.ts'
import type { Field, FieldInput } from '../schema/field.ts'
import { systemColumns } from '../schema/filter.ts'
import { maxSortParts, readSort } from '../schema/sort.ts'
import { checkValue } from './check-document.ts'

const refuse = (path: string, message: string) =>
  new AppError('invalid_parameter', `${path.slice(1).replaceAll('/', '.')} ${message}`, {
    details: [{ in: 'body', path, rule: 'schema', message }],
  })

/** Numbers new fields, preserves the numbers of existing ones, also under another name. */
export function defineFields(
  inputs: readonly FieldInput[],
  was: Pick<Collection, 'fields' | 'nextNumber'>,
): { fields: Field[]; nextNumber: number; renamed: Map<string, string> } {
  const earlier = new Map(was.fields.map((field) => [field.name, field]))
  const renamed = new Map<string, string>()
  const taken = new Set<number>()
  const names = new Set<string>()
  let { nextNumber } = was
  const fields = inputs.map(({ renamedFrom, ...input }, i): Field => {
    const path = `/schema/fields/${i}`
    if (names.has(input.name)) throw refuse(`${path}/name`, `${input.name} is a duplicate`)
    names.add(input.name)
    if (renamedFrom !== undefined && !earlier.has(renamedFrom))
      throw refuse(`${path}/renamedFrom`, `is not a field: ${renamedFrom}`)
    const before = earlier.get(renamedFrom ?? input.name)
    const isStored = before !== undefined && !taken.has(before.number)
    if (renamedFrom !== undefined && renamedFrom !== input.name) renamed.set(renamedFrom, input.name)
    const field: Field = { ...input, number: isStored ? before.number : nextNumber }
    if (!isStored) nextNumber++
    taken.add(field.number)
    checkDefinition(field, path)
    return field
  })
  return { fields, nextNumber, renamed }
}

function checkDefinition(field: Field, path: string): void {
  if (field.required && field.relation?.onDelete === 'setNull')
    throw refuse(`${path}/relation`, 'cannot clear itself when the field is required')
  const { default: standard } = field
  if (standard === undefined || standard === null) return
  if (standard === '$NOW' && ['date', 'text'].includes(field.type)) return
  if (standard === '$CURRENT_USER' && field.type === 'text') return
  const pattern = field.pattern === undefined ? undefined : compilePattern(field.pattern)
  const { fault } = checkValue(field, standard, pattern)
  if (fault) throw refuse(`${path}/default`, fault.message)
}

/** An index that was there under the same parts stays; others are new and have to be filled. */
export function defineIndexes(
  inputs: readonly { fields: string[] }[],
  collection: Pick<Collection, 'fields' | 'mode' | 'indexes' | 'nextNumber'>,
  renamed: ReadonlySet<string>,
): { indexes: Index[]; nextNumber: number } {
  let { nextNumber } = collection
  const indexes: Index[] = []
  for (const [i, { fields }] of inputs.entries()) {
    const path = `/indexes/${i}/fields`
    if (fields.join().split(',').length > maxSortParts)
      throw refuse(path, `has more than ${maxSortParts} fields`)
    const read = readSort(fields)
    // An index can be read from both ends, so the first part decides the direction of the rest.
    const parts = read[0]?.isDescending
      ? read.map((part) => ({ ...part, isDescending: !part.isDescending }))
      : read
    for (const { field } of parts) checkIndexed(field, path, collection)
    if (new Set(parts.map(({ field }) => field)).size !== parts.length)
      throw refuse(path, 'has a field twice')
    if (indexes.some((other) => isDeepStrictEqual(other.parts, parts)))
      throw refuse(path, 'is a duplicate: an index serves both directions')
    const stored = collection.indexes.find((other) => isDeepStrictEqual(other.parts, parts))
    const isStale = parts.some(({ field }) => renamed.has(field))
    indexes.push(stored && !isStale ? stored : { number: nextNumber++, parts, state: 'building' })
  }
  return { indexes, nextNumber }
}

function checkIndexed(
  name: string,
  path: string,
  { fields, mode }: Pick<Collection, 'fields' | 'mode'>,
): void {
  if (name === 'id' || name === 'createdAt')
    throw refuse(path, `need not hold ${name}: every list can be sorted by it`)
  if ((systemColumns as readonly string[]).includes(name)) return
  const field = fields.find((each) => each.name === name)
  if (field?.type === 'json') throw refuse(path, `cannot hold ${name}: JSON has no order`)
  if (field || mode === 'flexible') return
  const near = nearMatch(
    name,
    fields.map((each) => each.name),
  )
  throw refuse(path, `has ${name}, which is not a field${near === null ? '' : `: did you mean ${near}?`}`)
}

const unchecked = new Set(['description', 'default'])

/** Whether a value is unique per owner is decided by who sees the documents: with that, all claims change. */
export const changesUniqueness = (was: Collection, now: Pick<Collection, 'access'>): boolean =>
  (was.access === 'owner') !== (now.access === 'owner') && was.fields.some(({ unique }) => unique)

/** Whether documents that fit the old fields may break the new ones. */
export function needsScan(was: Collection, now: Pick<Collection, 'fields' | 'mode' | 'access'>): boolean {
  if (changesUniqueness(was, now)) return true
  if (was.mode !== now.mode && now.mode === 'strict') return true
  const earlier = new Map(was.fields.map((field) => [field.number, field]))
  const hasRemovedField = was.fields.some(
    ({ number }) => !now.fields.some((field) => field.number === number),
  )
  if (hasRemovedField && now.mode === 'strict') return true
  return now.fields.some((field) => {
    const before = earlier.get(field.number)
    if (!before) return true
    const constraintsOf = (each: Field) =>
      Object.fromEntries(Object.entries(each).filter(([key]) => !unchecked.has(key)))
    return !isDeepStrictEqual(constraintsOf(before), constraintsOf(field))
  })
}
