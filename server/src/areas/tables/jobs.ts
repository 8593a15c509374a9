import type { BlobGarbage } from '../../kernel/blobs/garbage.ts'
import type { Db } from '../../kernel/db/db.ts'
import { NIL_UUID } from '../../kernel/ids.ts'
import { kilobytes } from '../../kernel/kilobytes.ts'
import type { RunContext, RunKind } from '../../kernel/runs/run.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ExternalUsers } from '../external-users/index.ts'
import { tidyRun } from './service/collections.ts'
import { type FileUse, forgetFiles } from './service/file-fields.ts'
import { deleteCollection, findCollection, lockCollection, updateIndexes } from './store/collection.ts'
import { listImportFiles } from './store/import.ts'
import { isMarkedDeleted, purgeDocuments, purgeTraces } from './store/purge.ts'
import { deleteKeys, fillIndex } from './store/write-documents.ts'

type JobDeps = { db: Db; garbage: BlobGarbage; externalUsers: ExternalUsers; files: FileUse }

const batchSize = 1_000

/**
 * Brings a collection to the state of its definition: new indexes filled, old ones cleared, and of a deleted
 * collection nothing left. Every part can be done again from the start, so a lost worker costs time and nothing else.
 */
export function tidyJob({ db, garbage, externalUsers, files }: JobDeps): RunKind {
  async function purge(scope: Scope, id: string, signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore && !signal.aborted; ) {
      isMore = await db.tx(async (tx) => {
        const deleted = await purgeDocuments(tx, scope, id, batchSize)
        const ids = deleted.map((each) => each.id)
        if (ids.length > 0) await forgetFiles(files, tx, scope, id, ids)
        const byOwner = Map.groupBy(deleted, ({ ownerId }) => ownerId)
        for (const [ownerId, rows] of [...byOwner].sort(([a], [b]) => (a < b ? -1 : 1))) {
          const owner = { ...scope, externalUser: { id: ownerId, name: '' } }
          const amount = rows.reduce((sum, { sizeBytes }) => sum + kilobytes(sizeBytes), 0)
          await externalUsers.count(tx, owner, { databaseStorageKb: -amount })
        }
        return deleted.length > 0
      })
    }
    while (!signal.aborted && (await deleteKeys(db, scope, id, null, batchSize * 10)));
    while (!signal.aborted && (await purgeTraces(db, scope, id, batchSize * 5)));
    if (signal.aborted) return
    await db.tx(async (tx) => {
      for (const key of await listImportFiles(tx, scope, { collectionId: id })) await garbage.discard(tx, key)
      await deleteCollection(tx, scope, id)
    })
  }

  async function fill(scope: Scope, id: string, indexNumber: number, signal: AbortSignal): Promise<void> {
    let after: string | null = NIL_UUID
    while (after !== null && !signal.aborted) {
      const from: string = after
      after = await db.tx(async (tx) => {
        const collection = await lockCollection(tx, scope, id)
        const index = collection?.indexes.find(({ number }) => number === indexNumber)
        return collection && index ? fillIndex(tx, scope, collection, index, from, batchSize) : null
      })
    }
    if (signal.aborted) return
    await db.tx(async (tx) => {
      const collection = await lockCollection(tx, scope, id, true)
      if (!collection) return
      const indexes = collection.indexes.map((index) =>
        index.number === indexNumber ? { ...index, state: 'ready' as const } : index,
      )
      await updateIndexes(tx, scope, id, indexes)
    })
  }

  return {
    kind: tidyRun,
    async handle({ run, scope, signal }: RunContext) {
      const { collectionId } = run.input as { collectionId: string }
      if (await isMarkedDeleted(db, scope, collectionId)) return purge(scope, collectionId, signal)
      const collection = await findCollection(db, scope, collectionId)
      if (!collection) return
      for (const { number, state } of collection.indexes)
        if (state === 'building') await fill(scope, collectionId, number, signal)
      const used = new Set([...collection.indexes, ...collection.fields].map(({ number }) => number))
      for (let number = 1; number < collection.nextNumber; number++) {
        if (used.has(number)) continue
        while (!signal.aborted && (await deleteKeys(db, scope, collectionId, number, batchSize * 10)));
      }
    },
  }
}
