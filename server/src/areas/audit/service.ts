import { Readable } from 'node:stream'
import type { Clock } from '../../kernel/clock.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { readBatches } from '../../kernel/db/rows/read-batches.ts'
import { AppError } from '../../kernel/errors.ts'
import type { NewId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scope.ts'
import { type ExportFormat, exportLines } from './export.ts'
import type { AuditEntry, AuditQuery } from './schema.ts'
import {
  eraseNames,
  insertEntry,
  listEntries,
  listEntriesBehind,
  moveEntries,
  type NewEntry,
} from './store.ts'

const exportBatch = 500

export type AuditDeps = { db: Db; newId: NewId; clock: Clock }
export type AuditService = ReturnType<typeof createAuditService>

export function createAuditService({ db, newId, clock }: AuditDeps) {
  return {
    /** Demands a `Tx`: what is in the log happened, and what happened is in the log. */
    record: (tx: Tx, scope: Scope, entry: NewEntry) => insertEntry(tx, scope, newId(), clock.now(), entry),
    /** That something happened stays in the log; the names that an erased end user gave do not. */
    eraseNames,
    moveEntries,
    list(scope: Scope, query: AuditQuery) {
      refuseBackwards(query)
      return listEntries(db, scope, query)
    },
    /** All entries that match, in the order of the list by time. */
    export(scope: Scope, query: AuditQuery, format: ExportFormat): Readable {
      refuseBackwards(query)
      if (query.sortBy === 'action')
        throw new AppError('invalid_parameter', `sortBy=action does not support ${format}`, {
          hint: 'Omit sortBy: exports are sorted by time.',
        })
      const batches = readBatches(exportBatch, (last: AuditEntry | null) =>
        listEntriesBehind(db, scope, query, last, exportBatch),
      )
      return Readable.from(exportLines(batches, format), { objectMode: false })
    },
  }
}

function refuseBackwards({ from, to }: AuditQuery): void {
  if (from && to && from > to) throw new AppError('invalid_parameter', 'from must not be after to')
}
