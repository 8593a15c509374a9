import { prepared, sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { takingWorkLocks } from './rules.ts'

/**
 * The order of locks, the same for everything that moves credits: the project's rules, the work, the counters of caps
 * by id, the balance, the hold. Following it prevents deadlocks.
 *
 * Movements share the project's rules, so they do not wait for one another; who makes or removes a cap has them alone,
 * and then sees every entry that the counter of the cap must start from. So has who gives a project its first balance:
 * a movement that found no limit finds none until it is committed.
 */
export async function lockWork(tx: Tx, scope: Scope, workId: string): Promise<void> {
  // What is read next sees everything up to the lock, so both can share a round trip.
  tx.pipeline(prepared(sql`select ${takingWorkLocks(scope, workId)}`))
}

export async function lockRulesShared(tx: Tx, scope: Scope): Promise<void> {
  await tx.rows(sql`
    select pg_advisory_xact_lock_shared(hashtextextended(${`usage:${scope.projectId}`}, 0))`)
}

export async function lockRules(tx: Tx, scope: Scope): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`usage:${scope.projectId}`}, 0))`)
}
