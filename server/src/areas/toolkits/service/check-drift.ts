import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Drift, ProjectToolkit } from '../ports/project-toolkit.ts'
import { noteCheck } from '../store/drift.ts'
import { lockToolkit, type ToolkitRow } from '../store/toolkit.ts'
import type { ExtensionPoints } from './extension-points.ts'
import type { Registry } from './registry.ts'

type CheckDeps = {
  db: Db
  clock: Clock
  events: Events
  registry: Registry
  extensions: Pick<ExtensionPoints, 'sourceOf'>
}

type Look = { drift: Drift | null; fault: string | null }

export type DriftVerdict = 'gone' | 'same' | 'drifted' | 'unreadable'

/** Looks at the origin of a toolkit and notes what differs. Nothing of it is taken over. */
export function createDriftCheck({ db, clock, events, registry, extensions }: CheckDeps) {
  async function look(scope: Scope, toolkit: ProjectToolkit): Promise<Look> {
    try {
      const drift = (await extensions.sourceOf(toolkit)?.findDrift?.(scope, toolkit)) ?? null
      return { drift, fault: null }
    } catch (error) {
      // That there is no capacity to read it now says nothing about the origin.
      if (!(error instanceof AppError) || error.code === 'concurrency_limited') throw error
      return { drift: toolkit.watch?.drift ?? null, fault: error.message.slice(0, 500) }
    }
  }

  async function note(scope: Scope, row: ToolkitRow, { drift, fault }: Look): Promise<DriftVerdict> {
    const at = clock.now()
    const isNew = drift !== null && drift.sha256 !== row.drift?.sha256
    const driftedAt = isNew ? at.toISOString() : drift && row.drifted_at
    await db.tx(async (tx) => {
      const now = await lockToolkit(tx, scope, row.id)
      // Changed while its origin was read: the next check will show it.
      if (now?.revision !== row.revision) return
      await noteCheck(tx, scope, row.id, { fault, drift, driftedAt }, at)
      if (isNew) await events.publish(tx, scope, { type: 'toolkit.drifted', data: eventOf(row, drift) })
    })
    return fault !== null ? 'unreadable' : drift === null ? 'same' : 'drifted'
  }

  return async (scope: Scope, toolkitId: string): Promise<DriftVerdict> => {
    const toolkit = await registry.find(db, scope, toolkitId)
    const row = await db.tx((tx) => lockToolkit(tx, scope, toolkitId))
    if (!toolkit || !row || toolkit.sourceUrl === null || row.revision !== toolkit.ownRevision) return 'gone'
    return note(scope, row, await look(scope, toolkit))
  }
}

export type DriftCheckService = ReturnType<typeof createDriftCheck>

const eventOf = (row: ToolkitRow, { apiVersion, changes, newHosts }: Drift) => ({
  toolkitId: row.id,
  slug: row.slug,
  version: row.version,
  apiVersion,
  addedCount: changes.added.length,
  removedCount: changes.removed.length,
  changedCount: changes.changed.length,
  isBreaking: changes.removed.length > 0 || changes.changed.some((each) => each.isBreaking),
  newHosts,
})
