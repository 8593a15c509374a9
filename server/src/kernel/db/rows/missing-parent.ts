import { AppError, isDeclared } from '../../errors.ts'

// The database names the other table in a sentence, in English unless it was set up otherwise.
const missing = /is not present in table "(\w+)"/
const others: Readonly<Record<string, string>> = { trigger_instance: 'trigger' }

/**
 * A foreign key was broken: what a request had found was deleted before it wrote, or what it deletes was used meanwhile.
 * Null for any other error.
 */
export function refusalOfForeignKey(error: unknown): AppError | null {
  const { code, detail = '' } = (error ?? {}) as { code?: unknown; detail?: string }
  if (code !== '23503') return null
  const table = missing.exec(detail)?.[1]
  const refusal = `${others[table ?? ''] ?? table}_not_found`
  if (table && isDeclared(refusal)) {
    const thing = (others[table] ?? table).replaceAll('_', ' ')
    return new AppError(refusal, `The ${thing} was deleted during the request`, { cause: error })
  }
  return new AppError('version_conflict', 'A concurrent request changed what this one depends on', {
    hint: 'Read it again and repeat the change.',
    cause: error,
  })
}
