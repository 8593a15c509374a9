import type { Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { exportUserRows } from '../../../kernel/user-rows.ts'
import { countOfUser, listOfUser } from '../read-files.ts'
import { deleteFilesOfUser, moveFiles } from '../store/file.ts'
import { clearReserved, moveIncoming } from '../store/incoming.ts'
import { addToStorage, lockStorage, moveUserStorage } from '../store/storage.ts'
import { listUploadsOfUser, lockUpload, moveUploads } from '../store/upload.ts'
import type { RemovalService } from './removal.ts'
import type { ResumableService } from './resumable.ts'

type UserDataDeps = { removal: RemovalService; resumable: ResumableService }

/** What happens to the files of an end user who is erased, merged or exported. */
export function createFileUserData({ removal, resumable }: UserDataDeps) {
  return {
    countedAs: 'files',
    permission: 'files:read',
    count: countOfUser,
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      await lockStorage(tx, scope)
      const owner = { ...scope, externalUser: { id: userId, name: '' } }
      for (const id of await listUploadsOfUser(tx, scope, userId)) {
        const upload = await lockUpload(tx, owner, id)
        if (upload) await resumable.removeIn(tx, owner, upload)
      }
      const { blobIds, sizeBytes } = await deleteFilesOfUser(tx, scope, userId)
      await removal.discardBlobs(tx, scope, blobIds)
      const promised = await clearReserved(tx, scope, userId)
      await addToStorage(tx, scope, userId, { usedBytes: -sizeBytes, reservedBytes: -promised })
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      await lockStorage(tx, scope)
      await moveFiles(tx, scope, fromId, intoId)
      await moveUploads(tx, scope, fromId, intoId)
      await moveIncoming(tx, scope, fromId, intoId)
      await moveUserStorage(tx, scope, fromId, intoId)
    },
    export: exportUserRows('file', listOfUser, ({ version: _, blobId: __, ...file }) => file),
  } as const
}
