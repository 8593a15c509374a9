import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import { type Scope, systemScope } from '../../../kernel/scope.ts'
import { listExpired, listOldest, type StoredFile } from '../read-files.ts'
import type { DeletedMany } from '../schema.ts'
import { blobKey, releaseBlobs } from '../store/blob.ts'
import { deleteFiles, lockFiles } from '../store/file.ts'
import { listOverdue, takeIncoming } from '../store/incoming.ts'
import { listReferred } from '../store/reference.ts'
import { addToStorage, lockStorage } from '../store/storage.ts'
import { type FileDeps, fileNotFound, kbOf } from './files.ts'
import { release } from './intake.ts'

const sweepBatchSize = 100

/** Deletes files: on request, to free capacity, or because they expired. */
export function createRemovalService({ db, clock, garbage, audit, externalUsers }: FileDeps) {
  /** Gives up the bytes that no other file needs. Takes `lockStorage` for granted. */
  async function discardBlobs(tx: Tx, scope: Scope, blobIds: readonly string[]): Promise<void> {
    const released = await releaseBlobs(tx, scope, blobIds)
    await garbage.discardAll(
      tx,
      released.map((id) => blobKey(scope.projectId, id)),
    )
  }

  async function removeLocked(tx: Tx, scope: Scope, files: readonly StoredFile[]): Promise<void> {
    await deleteFiles(
      tx,
      scope,
      files.map(({ id }) => id),
    )
    const ofUsers = Map.groupBy(files, ({ eUID }) => eUID)
    for (const [userId, owned] of ofUsers) {
      const bytes = owned.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      await addToStorage(tx, scope, userId, { usedBytes: -bytes })
      const kb = owned.reduce((sum, { sizeBytes }) => sum + kbOf(sizeBytes), 0)
      const owner = { ...scope, externalUser: { id: userId, name: '' } }
      await externalUsers.count(tx, owner, { storageUsedKb: -kb })
    }
    await discardBlobs(tx, scope, [...new Set(files.map(({ blobId }) => blobId))])
    for (const { id } of files) {
      await audit.record(tx, scope, { action: 'file.deleted', targetType: 'file', targetId: id })
    }
  }

  /** The storage first and the files after it, as everyone who changes them does. */
  async function lock(tx: Tx, scope: Scope, ids: readonly string[]): Promise<StoredFile[]> {
    await lockStorage(tx, scope)
    return lockFiles(tx, scope, ids)
  }

  async function removeExpired(): Promise<number> {
    const expired = await listExpired(db, clock.now(), sweepBatchSize)
    for (const [projectId, files] of Map.groupBy(expired, (file) => file.projectId)) {
      const scope = systemScope(projectId)
      const ids = files.map(({ id }) => id)
      await db.tx(async (tx) => {
        // It may have been given more time since it was listed.
        const overdue = (await lock(tx, scope, ids)).filter(
          ({ expiresAt }) => expiresAt !== null && new Date(expiresAt) <= clock.now(),
        )
        await removeLocked(tx, scope, overdue)
      })
    }
    return expired.length
  }

  /** What processes that died were writing. */
  async function removeOverdue(): Promise<number> {
    const overdue = await listOverdue(db, clock.now(), sweepBatchSize)
    for (const { projectId, id } of overdue) {
      const scope = systemScope(projectId)
      await db.tx(async (tx) => {
        await lockStorage(tx, scope)
        const incoming = await takeIncoming(tx, scope, id)
        if (!incoming) return
        await release(tx, scope, incoming)
        await garbage.discard(tx, blobKey(projectId, id))
      })
    }
    return overdue.length
  }

  return {
    discardBlobs,
    remove: (scope: Scope, id: string, isStrict: boolean, ifMatch: readonly string[] | null): Promise<void> =>
      db.tx(async (tx) => {
        const [file] = await lock(tx, scope, [id])
        if (!file) throw fileNotFound()
        checkIfMatch(ifMatch, file.version)
        if (isStrict && (await listReferred(tx, scope, [id])).size > 0) {
          throw new AppError('file_in_use', 'The file is in use', {
            hint: `GET /api/v1/file/meta/${id}/references lists its references; omit strict=true to delete it anyway.`,
          })
        }
        await removeLocked(tx, scope, [file])
      }),
    removeMany: (scope: Scope, ids: readonly string[]): Promise<DeletedMany> =>
      db.tx(async (tx) => {
        const files = await lock(tx, scope, ids)
        await removeLocked(tx, scope, files)
        const found = new Set(files.map(({ id }) => id))
        return {
          deleted: files.length,
          results: [...new Set(ids)].map((id) => ({
            id,
            deleted: found.has(id),
            error: found.has(id) ? null : 'file_not_found',
          })),
        }
      }),
    pruneOldest: (scope: Scope, count: number): Promise<{ deleted: number; freedKb: number }> =>
      db.tx(async (tx) => {
        await lockStorage(tx, scope)
        const files = await lockFiles(tx, scope, await listOldest(tx, scope, count))
        await removeLocked(tx, scope, files)
        return {
          deleted: files.length,
          freedKb: kbOf(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)),
        }
      }),
    async sweep(): Promise<void> {
      for (const remove of [removeExpired, removeOverdue]) while ((await remove()) === sweepBatchSize) {}
    },
  }
}

export type RemovalService = ReturnType<typeof createRemovalService>
