import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Queryable, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { type NewId, NIL_UUID } from '../../../kernel/ids.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import { type Document, flat } from '../schema/document.ts'
import {
  listCollectionsOwnedBy,
  listReferrers,
  lockCollection,
  markDeleted,
  moveCollections,
} from '../store/collection.ts'
import { deleteImportsOf, listImportFiles, moveImports } from '../store/import.ts'
import { deleteProposalsOf, moveProposals } from '../store/proposal.ts'
import {
  forgetUserVersions,
  forgetVersions,
  hasDocumentsOfOthers,
  listUserDocuments,
  moveDocuments,
  moveUnique,
} from '../store/user-data.ts'
import { lockDocuments } from '../store/write-documents.ts'
import { tidyRun } from './collections.ts'
import type { FileUse } from './file-fields.ts'
import { removeDocuments } from './writes/remove-documents.ts'
import { createWriteSession } from './writes/write-session.ts'

type UserDataDeps = {
  clock: Clock
  newId: NewId
  garbage: BlobGarbage
  runs: Pick<Runs, 'enqueue'>
  externalUsers: ExternalUsers
  files: FileUse
}

const batchSize = 500
const beginning = { collectionId: NIL_UUID, id: NIL_UUID }

/** What tables keep for an end user: documents with their history, collections, proposals, files of imports. */
export function tableUserData({ clock, newId, garbage, runs, externalUsers, files }: UserDataDeps) {
  async function* documentsOf(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Document[]> {
    let after = beginning
    while (true) {
      const batch = await listUserDocuments(q, scope, userId, after, batchSize)
      if (batch.length > 0) yield batch
      if (batch.length < batchSize) return
      after = batch.at(-1)!
    }
  }

  async function eraseDocuments(tx: Tx, scope: Scope, userId: string): Promise<void> {
    const everybody = { ...scope, acrossUsers: true }
    for await (const batch of documentsOf(tx, scope, userId)) {
      const session = createWriteSession({
        tx,
        scope: everybody,
        at: clock.now(),
        newId,
        externalUsers,
        files,
      })
      for (const [id, documents] of Map.groupBy(batch, ({ collectionId }) => collectionId)) {
        const ids = documents.map((each) => each.id)
        const collection = await lockCollection(tx, scope, id)
        // The collection itself is on its way out: the run that empties it reaches these as well.
        if (!collection) continue
        await removeDocuments(session, collection, await lockDocuments(tx, everybody, collection, ids))
        await forgetVersions(tx, scope, id, ids)
      }
      await session.finish()
    }
    await forgetUserVersions(tx, scope, userId)
  }

  /** A collection that others use goes over to the project; one that no one else uses goes with its maker. */
  async function eraseCollections(tx: Tx, scope: Scope, userId: string): Promise<void> {
    for (const id of await listCollectionsOwnedBy(tx, scope, userId)) {
      const collection = await lockCollection(tx, scope, id, true)
      const isUsed =
        (await hasDocumentsOfOthers(tx, scope, id, userId)) || (await listReferrers(tx, scope, id)).length > 0
      if (!collection || isUsed) continue
      await markDeleted(tx, scope, id, clock.now())
      await runs.enqueue(tx, maintenanceScope(scope), { kind: tidyRun, input: { collectionId: id } })
    }
    await moveCollections(tx, scope, userId, scope.projectId)
  }

  return {
    countedAs: 'collections' as const,
    permission: 'table:read',
    count: async (q: Queryable, scope: Scope, userId: string) =>
      (await listCollectionsOwnedBy(q, scope, userId)).length,
    async erase(tx: Tx, scope: Scope, userId: string): Promise<void> {
      await eraseDocuments(tx, scope, userId)
      await eraseCollections(tx, scope, userId)
      await deleteProposalsOf(tx, scope, userId)
      for (const key of await listImportFiles(tx, scope, { userId })) await garbage.discard(tx, key)
      await deleteImportsOf(tx, scope, userId)
    },
    async move(tx: Tx, scope: Scope, fromId: string, intoId: string): Promise<void> {
      if (!(await moveUnique(tx, scope, fromId, intoId)))
        throw new AppError('unique_violation', 'Both end users have a document with the same unique value', {
          hint: 'Change or delete one of the two documents first.',
        })
      await moveDocuments(tx, scope, fromId, intoId)
      await moveCollections(tx, scope, fromId, intoId)
      await moveProposals(tx, scope, fromId, intoId)
      await moveImports(tx, scope, fromId, intoId)
    },
    async *export(q: Queryable, scope: Scope, userId: string): AsyncGenerator<Record<string, unknown>> {
      for await (const batch of documentsOf(q, scope, userId))
        for (const document of batch) yield { type: 'table_document', ...flat(document) }
    },
  }
}
