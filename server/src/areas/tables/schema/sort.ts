import { AppError } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import type { SortPart } from './collection.ts'
import { type FilterContext, namedTarget } from './filter.ts'

export const maxSortParts = 5

const refuse = (message: string) =>
  new AppError('invalid_parameter', `sort ${message}`, {
    details: [{ in: 'body', path: '/sort', rule: 'sort', message }],
  })

/** Reads `status:asc,age:desc` and `status,-age`. */
export function readSort(texts: readonly string[]): SortPart[] {
  const parts = texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text): SortPart => {
      const [, minus, field = '', direction] = /^(-?)(.+?)(?::(asc|desc))?$/i.exec(text) ?? []
      return { field, isDescending: minus === '-' || direction?.toLowerCase() === 'desc' }
    })
  if (parts.length > maxSortParts) throw refuse(`has more than ${maxSortParts} fields`)
  return parts
}

/** Ties are settled by the id, which goes the way of the first field unless a time of creation says otherwise. */
export type Sort = { parts: SortPart[]; isIdDescending: boolean }

/**
 * What a list is sorted by: fields that exist, each once. The time of creation is in the id, so sorting by it is sorting
 * by the id, and nothing behind it matters any more. Without a wish the newest comes first.
 */
export function checkedSort(requested: readonly SortPart[], context: FilterContext): Sort {
  const parts: SortPart[] = []
  for (const part of requested) {
    if (part.field === 'createdAt' || part.field === 'id') return { parts, isIdDescending: part.isDescending }
    const target = namedTarget(part.field, context, (message) =>
      refuse(`has ${part.field.slice(0, 50)}, which ${message}`),
    )
    if (target.kind === 'hop') throw refuse(`cannot follow a relation: ${part.field}`)
    if (parts.some(({ field }) => field === part.field)) throw refuse(`has ${part.field} twice`)
    parts.push(part)
  }
  return { parts, isIdDescending: parts[0]?.isDescending ?? true }
}

/** Where a list continues: the sort values of the last document that was seen, and its id. */
export type Cursor = { values: unknown[]; id: string }

const isSortValue = (value: unknown) => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return value === null || typeof value !== 'object' || (Array.isArray(value) && value.length === 0)
}

export const cursorText = ({ values, id }: Cursor): string =>
  Buffer.from(JSON.stringify([...values, id])).toString('base64url')

export function readCursor(text: string, sort: Sort): Cursor {
  try {
    const parsed = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const id = parsed.pop()
    const hasRightValues = parsed.length === sort.parts.length && parsed.every(isSortValue)
    if (typeof id === 'string' && isUuid(id) && hasRightValues) return { values: parsed, id }
  } catch {
    // Reported below, like every other invalid cursor.
  }
  throw new AppError('invalid_parameter', 'cursor does not belong to this list and sort order', {
    details: [{ in: 'body', path: '/cursor', rule: 'cursor', message: 'is not valid here' }],
    hint: 'Send the x-next-cursor of the previous page, with the same sort.',
  })
}
