import type { Statement, Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'

/**
 * Prevents the end user of new work from being erased or merged until the work's row is committed. Without it the row
 * could be written behind an erasure that has just looked for such rows, and retain data of the user under a deleted
 * id. Runs outlast the requests that started them, so a user who was switched off since then is refused here too.
 */
export type UserLock = {
  /** For the fast path: sent in front of the row, they demand that the user exists and is active. */
  locking(scope: Scope): readonly Statement[]
  /** For the slow path, where the reason is reported; it travels with the next statement. */
  lock(tx: Tx, scope: Scope): Promise<void>
}

/** The area that owns end users is above this one, and registers how they are locked. */
export function createUserLock() {
  let registered: UserLock | null = null
  return {
    register(lock: UserLock): void {
      registered = lock
    },
    locking: (scope: Scope): readonly Statement[] => registered?.locking(scope) ?? [],
    lock: async (tx: Tx, scope: Scope): Promise<void> => registered?.lock(tx, scope),
  }
}
