import type { Db } from '../../../../kernel/db/db.ts'
import type { Log } from '../../../../kernel/log.ts'
import { lockRegisteredOfProject } from '../../store/registration.ts'
import { deleteUnregistration, listUnregistrations } from '../../store/unregistration.ts'
import type { Unregistering } from './unregistering.ts'

const batch = 20

type DeletedProjectDeps = {
  db: Db
  log: Log
  unregistering: Pick<Unregistering, 'setAside' | 'perform'>
}

/**
 * Removes the webhooks of a deleted project at their services, some at a time, before its accounts are erased. Each is
 * tried once: what it sends afterwards is refused in any case.
 */
export const createDeletedProject =
  ({ db, log, unregistering }: DeletedProjectDeps) =>
  async (projectId: string, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await db.tx(async (tx) => {
        for (const row of await lockRegisteredOfProject(tx, projectId, batch))
          await unregistering.setAside(tx, row)
      })
      const rows = await listUnregistrations(db, projectId, batch)
      if (rows.length === 0) return
      await Promise.all(
        rows.map(async (row) => {
          const error = await unregistering.perform(projectId, row, signal)
          if (error)
            log.warn({ projectId, slug: row.slug, code: error.code }, 'a webhook of a deleted project stays')
          // By the time limit it is erased in any case; by a server that stops it is left to the next start.
          if (signal.aborted) return
          await db.tx((tx) => deleteUnregistration(tx, { projectId }, row.id))
        }),
      )
    }
  }
