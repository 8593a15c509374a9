import { createPace } from '../../../../kernel/compute/pace.ts'
import type { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import { type Checked, type DocumentCheck, errorOf, refuseReserved } from '../check-document.ts'
import type { Outcome, WriteSession } from './write-session.ts'

export type Creation = { body: Record<string, unknown>; by: Scope }
type On = { session: WriteSession; collection: Collection; check: DocumentCheck }

/** Documents that are only made can be made together, which takes a tenth of the time. */
export async function createAll(on: On, creations: readonly Creation[]): Promise<Outcome[]> {
  const pace = createPace()
  const checks: (Outcome | (Checked & { by: Scope }))[] = []
  for (const creation of creations) {
    checks.push(checkCreation(on, creation))
    await pace()
  }
  const rows = checks
    .filter((each) => 'sizeBytes' in each)
    .map(({ by, ...checked }) => ({ checked, by, ownerId: by.externalUser.id }))
  const written: Outcome[] = []
  for (const part of inParts(rows)) written.push(...(await on.session.create(on.collection, part)))
  const next = written.values()
  return checks.map((each) => ('sizeBytes' in each ? next.next().value! : each))
}

function checkCreation({ check, session }: On, { body, by }: Creation): Outcome | (Checked & { by: Scope }) {
  try {
    refuseReserved(body)
  } catch (error) {
    return { error: error as AppError }
  }
  const checked = check(body, { now: session.at, actingUserId: by.externalUser.id }, true)
  const error = errorOf(checked.faults, checked.sizeBytes)
  return error ? { error } : { ...checked, by }
}

// What goes to the database in one statement is written as one text, and nothing else runs meanwhile.
const maxBatchBytes = 1024 * 1024

/** In their order, as many together as are quickly written. */
function inParts<T extends { checked: Pick<Checked, 'sizeBytes'> }>(rows: readonly T[]): T[][] {
  const parts: T[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    bytes += row.checked.sizeBytes
    if (bytes > maxBatchBytes) {
      parts.push([])
      bytes = row.checked.sizeBytes
    }
    parts.at(-1)!.push(row)
  }
  return parts
}
