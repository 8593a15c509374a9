import { AppError } from './errors.ts'
import { isUuid } from './ids.ts'

/** The position of a reader in an append-only log: the last row it has seen. */
export type Position = { createdAt: string; id: string }

export const cursorOf = ({ createdAt, id }: Position): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url')

// As every response writes them. Years of more digits are times to a program and none to the database.
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Only what `cursorOf` wrote, byte for byte, so that no text of a caller reaches the database. */
export function positionOf(cursor: string): Position {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isTime = timeForm.test(createdAt) && !Number.isNaN(Date.parse(createdAt))
  if (isTime && isUuid(id) && cursorOf({ createdAt, id }) === cursor) return { createdAt, id }
  throw new AppError('invalid_parameter', 'cursor is invalid', {
    details: [{ in: 'query', path: 'cursor', rule: 'format', message: 'must be a nextCursor of this list' }],
    hint: 'Omit it to start with the first page.',
  })
}

type PageInCursor = { page: number; limit: number; offset: undefined }

/** The page that a cursor of the reference surface names: base64 of `{"page":2,"limit":20}`. Null if it is none. */
export function pageInCursor(cursor: string): PageInCursor | null {
  try {
    const { page, limit } = JSON.parse(Buffer.from(cursor, 'base64').toString()) as Record<string, unknown>
    return isCount(page, 1_000_000) && isCount(limit, 100) ? { page, limit, offset: undefined } : null
  } catch {
    return null
  }
}

const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most
