import { AppError } from './errors.ts'

/** Refuses a change to a version other than the one the caller has seen. */
export function checkIfMatch(ifMatch: readonly string[] | null, version: number): void {
  if (ifMatch === null || ifMatch.includes(String(version))) return
  throw new AppError('precondition_failed', 'The resource was changed since you read it', {
    facts: { currentVersion: version },
    hint: 'Read it again and repeat the change with its new ETag.',
  })
}

/** The row was deleted during a change that had just read it. */
export const changedConcurrently = () =>
  new AppError('version_conflict', 'The resource was changed by a concurrent request', {
    hint: 'Read it again and repeat the change.',
  })
