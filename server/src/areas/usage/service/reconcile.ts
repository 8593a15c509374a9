import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  compareBalance,
  compareCaps,
  compareDays,
  compareUsers,
  countAllEntries,
  countOutcomes,
  listOverdueHolds,
  listPaidWork,
} from '../read-reconcile.ts'
import type { Orphan, Reconciliation } from '../schema/balance.ts'

/** An area above whose work must be paid for. Its work ids begin with its name and a colon. */
export type WorkSource = {
  name: string
  /** Ids of work that has ended, in their order, behind `after`; `''` for the first. */
  listEnded(q: Queryable, scope: Scope, page: WorkPage): Promise<string[]>
  /** Those of the ids that it knows. */
  known(q: Queryable, scope: Scope, workIds: readonly string[]): Promise<string[]>
}

export type WorkPage = { from: Date | null; after: string; limit: number }

const batch = 1_000
const maxListed = 100
// The sweep runs every ten minutes: what is this late was overlooked by several of them.
const overdueMs = 30 * 60 * 1000
const capHistoryMs = 62 * 24 * 60 * 60 * 1000

/**
 * Proves the ledger: every stored figure is recomputed from the rows, and all ended work is matched with what
 * was paid for it. It changes nothing.
 */
export function createReconciler({ db, clock }: { db: Db; clock: Clock }) {
  const sources: WorkSource[] = []

  async function matchWork(scope: Scope, source: WorkSource, from: Date | null, orphans: Orphan[]) {
    let works = 0
    for await (const workIds of pages((after) =>
      source.listEnded(db, scope, { from, after, limit: batch }),
    )) {
      works += workIds.length
      const outcomes = await countOutcomes(db, scope, workIds)
      for (const workId of workIds) {
        const { settled, released, expired } = outcomes.get(workId) ?? { settled: 0, released: 0, expired: 0 }
        if (settled + released > 1)
          orphans.push({ kind: 'work_with_several_entries', source: source.name, workId })
        // A hold that only expired is no one's word about work that has ended.
        else if (settled + released === 0)
          orphans.push({
            kind: 'work_without_entry',
            source: expired > 0 ? `${source.name} (its hold expired)` : source.name,
            workId,
          })
      }
    }
    return works
  }

  async function matchEntries(scope: Scope, source: WorkSource, orphans: Orphan[]) {
    const prefix = `${source.name}:`
    for await (const workIds of pages((after) => listPaidWork(db, scope, prefix, after, batch))) {
      const known = new Set(await source.known(db, scope, workIds))
      for (const workId of workIds)
        if (!known.has(workId)) orphans.push({ kind: 'entry_without_work', source: source.name, workId })
    }
  }

  return {
    register(source: WorkSource): void {
      if (sources.some(({ name }) => name === source.name))
        throw new Error(`work of the name "${source.name}" is registered twice`)
      sources.push(source)
    },
    async reconcile(scope: Scope, from: Date | null = null): Promise<Reconciliation> {
      const now = clock.now()
      const differences = [
        ...(await compareBalance(db, scope)),
        ...(await compareCaps(db, scope, new Date(now.getTime() - capHistoryMs))),
        ...(await compareDays(db, scope, maxListed)),
        ...(await compareUsers(db, scope, maxListed)),
      ]
      const overdue = await listOverdueHolds(db, scope, new Date(now.getTime() - overdueMs), maxListed)
      const orphans = overdue.map(
        (workId): Orphan => ({ kind: 'overdue_hold', source: workId.split(':')[0]!, workId }),
      )
      let works = 0
      for (const source of sources) {
        works += await matchWork(scope, source, from, orphans)
        await matchEntries(scope, source, orphans)
      }
      return {
        isClean: differences.length === 0 && orphans.length === 0,
        checkedAt: now.toISOString(),
        entries: await countAllEntries(db, scope),
        works,
        differences: differences.slice(0, maxListed),
        orphans: orphans.slice(0, maxListed),
        isTruncated: differences.length > maxListed || orphans.length > maxListed,
      }
    },
  }
}
export type Reconciler = ReturnType<typeof createReconciler>

async function* pages(next: (after: string) => Promise<string[]>): AsyncGenerator<string[]> {
  let after = ''
  while (true) {
    const ids = await next(after)
    if (ids.length > 0) yield ids
    if (ids.length < batch) return
    after = ids.at(-1)!
  }
}
