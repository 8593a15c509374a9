import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { AuthScheme } from '../ports/auth-scheme.ts'
import { noteCheck } from '../store/drift.ts'
import { lockToolkit, type NewToolkitRow, type ToolkitRow, updateToolkit } from '../store/toolkit.ts'
import { type SchemeFields, schemesOf } from './auth-details.ts'
import type { DriftSchedule } from './drift-schedule.ts'
import { destinationsOf } from './own-toolkit.ts'
import { toolkitNotFound } from './registry.ts'
import { type ShownToolkit, slugTaken, type ToolkitService } from './toolkits.ts'

export type { NewToolkitRow, ToolkitRow } from '../store/toolkit.ts'

type RecordsDeps = {
  clock: Clock
  audit: Audit
  drift: DriftSchedule
  toolkits: Pick<ToolkitService, 'insert' | 'get'>
}

/**
 * The rows of toolkits that a source serves. A source makes and changes them in the transaction in which it stores their
 * tools, so that one is never seen without the other.
 */
export function createSourceRecords({ clock, audit, drift, toolkits }: RecordsDeps) {
  return {
    /** Throws `slug_conflict` and `toolkit_limit_reached`. Its origin is checked for drift from then on. */
    async insert(tx: Tx, scope: Scope, row: NewToolkitRow): Promise<ToolkitRow> {
      const inserted = await toolkits.insert(tx, scope, row)
      await drift.plan(tx, scope, inserted)
      return inserted
    },
    /** Takes the row until the transaction ends. */
    lock: (tx: Tx, scope: Scope, id: string): Promise<ToolkitRow | null> => lockToolkit(tx, scope, id),
    /** A new version of its tools: from here on there is no drift. */
    async renew(tx: Tx, scope: Scope, row: ToolkitRow): Promise<void> {
      const written = await updateToolkit(tx, scope, row, clock.now())
      await noteCheck(tx, scope, row.id, { fault: null, drift: null, driftedAt: null }, clock.now())
      await drift.plan(tx, scope, written)
      const { slug, version } = row
      await audit.record(tx, scope, {
        action: 'toolkit.refreshed',
        targetType: 'toolkit',
        targetId: row.id,
        details: { slug, version },
      })
    },
    /** As endpoints show it. */
    show: (scope: Scope, id: string): Promise<ShownToolkit> => toolkits.get(scope, id),
    authSchemesOf: (fields: SchemeFields): AuthScheme[] => schemesOf(fields),
    destinationsOf,
    refuseUnreviewed,
    slugTaken,
    notFound: toolkitNotFound,
  }
}

export type SourceRecords = ReturnType<typeof createSourceRecords>

/** Refuses to apply anything but the dry run that the caller names. */
function refuseUnreviewed(reviewed: string | undefined, sha256: string): void {
  if (reviewed === undefined || reviewed === sha256) return
  throw new AppError('approval_outdated', 'The origin has changed since the dry run with this sha256', {
    hint: 'Repeat the dry run and review what it returns.',
  })
}
