import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { addToStorage, findUserStorage, holdUser, lockStorage, type Sums } from '../store/storage.ts'

/** In bytes; null means without limit. */
export type StorageLimits = { readonly projectBytes: number | null; readonly userBytes: number | null }

const capacityIn = ({ usedBytes, reservedBytes }: Sums, limit: number | null): number =>
  limit === null ? Number.MAX_SAFE_INTEGER : Math.max(0, limit - usedBytes - reservedBytes)

export const userDeleted = () =>
  new AppError('external_user_not_found', 'The end user was deleted in the meantime')

const quotaExceeded = (capacity: number, limits: StorageLimits) =>
  new AppError('storage_quota_exceeded', 'The storage quota of the project is exceeded', {
    facts: { freeBytes: capacity, limitBytes: limits.projectBytes, userLimitBytes: limits.userBytes },
    hint: 'Delete files, or ask the operator to raise the limit.',
  })

/**
 * Promises up to `wanted` bytes to an upload, and at least `least`: less is refused. What is promised counts as used
 * until the upload is settled or given up, so the limit holds whatever comes at the same moment.
 */
export async function reserve(
  tx: Tx,
  scope: Scope,
  limits: StorageLimits,
  { requested, least }: { requested: number; least: number },
): Promise<number> {
  if (!(await holdUser(tx, scope, scope.externalUser.id))) throw userDeleted()
  const project = await lockStorage(tx, scope)
  const user = await findUserStorage(tx, scope, scope.externalUser.id)
  const capacity = Math.min(capacityIn(project, limits.projectBytes), capacityIn(user, limits.userBytes))
  if (capacity < least) throw quotaExceeded(capacity, limits)
  const granted = Math.min(requested, capacity)
  await addToStorage(tx, scope, scope.externalUser.id, { reservedBytes: granted })
  return granted
}
