import type { Blobs } from '../blobs/blobs.ts'
import type { Clock } from '../clock.ts'
import { type Db, sql, sqlText, type Tx } from '../db/db.ts'
import { notify } from '../db/listen.ts'
import type { Log } from '../log.ts'
import { listProjectTables } from './project-tables.ts'

/** Notified on commit: listeners erase. */
export const erasureChannel = 'stoa_project_erasure'

const maxRows = 1_000
const maxBlobs = 200
// Work that was in flight when the project was deleted may still write: longer than it takes to end.
const settlingMs = 15 * 60_000

const noticeMs = 30_000

/** Notifies services outside that the project was deleted. Called again by each sweep, until nothing is left to do. */
type Notice = (projectId: string, signal: AbortSignal) => Promise<void>

type ErasureDeps = { db: Db; blobs: Blobs; clock: Clock; log: Log; blobFolders: readonly string[] }

/**
 * Removes what a deleted project has: the rows of every table, some at a time, and its blobs. Safe on every node at any
 * time, and again after a crash: the row of the project goes last, once nothing of it has appeared for a while.
 */
export function createProjectErasure({ db, blobs, clock, log, blobFolders }: ErasureDeps) {
  const sweeps = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStopping = false
  const notices: Notice[] = []

  /** Whatever comes of it, the project is erased: a service that does not respond must not keep what it had. */
  async function notifyServices(projectId: string): Promise<void> {
    const signal = AbortSignal.any([AbortSignal.timeout(noticeMs), stopping.signal])
    const ended = await Promise.allSettled(notices.map((notice) => notice(projectId, signal)))
    for (const result of ended)
      if (result.status === 'rejected')
        log.warn(
          { err: result.reason, projectId },
          'services could not be notified that a project was deleted',
        )
  }

  /** In steps that others do not have to wait for. */
  async function eraseRows(projectId: string, table: string): Promise<number> {
    let erased = 0
    while (!isStopping) {
      const rows = await db.tx(async (tx) => {
        await tx.rows(sql`select set_config('stoa.erases_project', 'on', true)`)
        return tx.rows(sql`
          delete from ${sqlText(table)} where ctid = any (array(
            select t.ctid from ${sqlText(table)} t
            where t.project_id = (select p.id from project p where p.id = ${projectId} and p.deleted_at is not null)
            limit ${maxRows}))
          returning 1`)
      })
      erased += rows.length
      if (rows.length < maxRows) break
    }
    return erased
  }

  async function eraseBlobs(projectId: string): Promise<number> {
    let erased = 0
    let keys: string[] = []
    const flush = async () => {
      await blobs.deleteMany(keys)
      erased += keys.length
      keys = []
    }
    for (const folder of blobFolders) {
      for await (const { key } of blobs.list(`${folder}/${projectId}/`)) {
        keys.push(key)
        if (isStopping) return erased
        if (keys.length >= maxBlobs) await flush()
      }
    }
    if (keys.length > 0) await flush()
    return erased
  }

  async function erase(projectId: string, deletedAt: Date): Promise<void> {
    await notifyServices(projectId)
    let erased = 0
    for (const table of await listProjectTables(db)) erased += await eraseRows(projectId, table)
    erased += await eraseBlobs(projectId)
    if (isStopping || erased > 0 || clock.now().getTime() - deletedAt.getTime() < settlingMs) return
    await db.rows(sql`delete from project where id = ${projectId} and deleted_at is not null`)
    log.info({ projectId }, 'a deleted project is erased')
  }

  async function eraseAll(): Promise<void> {
    const deleted = await db.rows<{ id: string; deleted_at: string }>(
      sql`select id, deleted_at from project where deleted_at is not null order by deleted_at limit 100`,
    )
    for (const { id, deleted_at } of deleted)
      if (!isStopping)
        await erase(id, new Date(deleted_at)).catch((error: unknown) =>
          log.error({ err: error, projectId: id }, 'a deleted project could not be erased'),
        )
  }

  return {
    /** In the transaction that marks a project as deleted: it is erased once that is committed. */
    begin: (tx: Tx): Promise<void> => notify(tx, erasureChannel, ''),
    /** Adds what is done before the rows of a deleted project go, within half a minute. */
    beforeErasure: (notice: Notice) => void notices.push(notice),
    /** Every project that was deleted. One that cannot be erased now is tried again by the next sweep. */
    async sweep(): Promise<void> {
      if (isStopping) return
      const sweep = eraseAll()
      sweeps.add(sweep)
      await sweep.finally(() => sweeps.delete(sweep))
    },
    /** Ends after the statement in hand, before the database is closed; the rest is left to the next start. */
    async stop(): Promise<void> {
      isStopping = true
      stopping.abort()
      await Promise.allSettled(sweeps)
    },
  }
}

export type ProjectErasure = ReturnType<typeof createProjectErasure>
