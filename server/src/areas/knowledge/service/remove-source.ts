import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { kilobytes } from '../../../kernel/kilobytes.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Files } from '../../files/index.ts'
import type { Collection } from '../schema/collection.ts'
import { isOpen, type Source } from '../schema/source.ts'
import { bumpContentVersion } from '../store/collection.ts'
import { deleteSource } from '../store/source.ts'
import { ownerScope } from './access.ts'
import { referrerOf } from './ingest.ts'
import type { RefreshSchedule } from './refresh/schedule.ts'

export type RemoveDeps = {
  audit: Pick<Audit, 'record'>
  garbage: BlobGarbage
  runs: Pick<Runs, 'cancel'>
  externalUsers: Pick<ExternalUsers, 'count'>
  files: Pick<Files, 'removeReference'>
  refresh: Pick<RefreshSchedule, 'remove'>
}

/** Deletes sources with everything that belongs to them; searches miss all of them from the commit on. */
export function createSourceRemover({ audit, garbage, runs, externalUsers, files, refresh }: RemoveDeps) {
  async function removeOne(tx: Tx, scope: Scope, collection: Collection, source: Source): Promise<void> {
    if (source.runId && isOpen(source.status)) await runs.cancel(tx, scope, source.runId)
    await deleteSource(tx, collection, source.no)
    await refresh.remove(tx, scope, source)
    const blobs = [source.textBlob, source.nextBlob].filter((blob) => blob !== null)
    await garbage.discardAll(tx, [...new Set(blobs)])
    if (source.origin.fileId)
      await files.removeReference(tx, scope, source.origin.fileId, referrerOf(collection.id, source.key))
    await externalUsers.count(tx, ownerScope(scope, collection), {
      knowledgeStorageKb: -kilobytes(source.sizeBytes),
    })
  }

  /** The first is the one that was named; the others go with it. */
  return async (tx: Tx, scope: Scope, collection: Collection, sources: readonly Source[]): Promise<void> => {
    const [named] = sources
    if (!named) return
    for (const source of sources) await removeOne(tx, scope, collection, source)
    await bumpContentVersion(tx, collection)
    await audit.record(tx, scope, {
      action: 'knowledge_source.deleted',
      targetType: 'knowledge_collection',
      targetId: collection.id,
      details: { sourceKey: named.key, ...(sources.length > 1 ? { count: sources.length } : {}) },
    })
  }
}
