import type { Clock } from '../../kernel/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { AppError } from '../../kernel/errors.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { AuditQuery } from './schema.ts'
import { insertEntry, listEntries, type NewEntry } from './store.ts'

export type AuditDeps = { db: Db; newId: NewId; clock: Clock }
export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService({ db, newId, clock }: AuditDeps) {
  return {
    /** Demands a `Tx`: what is in the log happened, and what happened is in the log. */
    record: (tx: Tx, scope: Scope, entry: NewEntry) => insertEntry(tx, scope, newId(), clock.now(), entry),
    list(scope: Scope, query: AuditQuery) {
      if (query.from && query.to && query.from > query.to) {
        throw new AppError('invalid_parameter', 'from must not be after to')
      }
      return listEntries(db, scope, query)
    },
  }
}
