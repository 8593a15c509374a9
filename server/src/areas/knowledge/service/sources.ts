import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { kilobytes } from '../../../kernel/kilobytes.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Files } from '../../files/index.ts'
import type { Collection } from '../schema/collection.ts'
import {
  type Ingested,
  isOpen,
  type JobView,
  type Source,
  type SourceQuery,
  type SourceView,
  sourceViewOf,
  stageOf,
} from '../schema/source.ts'
import { bumpContentVersion } from '../store/collection.ts'
import { deleteSource, findSourceByRun, listPages, listSources } from '../store/source.ts'
import { getCollection, getSource, holdCollection, ownerScope } from './access.ts'
import { jobNotFound } from './follow-job.ts'
import { ingestedOf, referrerOf } from './ingest.ts'
import type { RefreshSchedule } from './refresh/schedule.ts'

export type SourceDeps = {
  db: Db
  clock: Clock
  audit: Audit
  garbage: BlobGarbage
  runs: Pick<Runs, 'cancel'>
  externalUsers: Pick<ExternalUsers, 'count'>
  files: Pick<Files, 'removeReference'>
  refresh: Pick<RefreshSchedule, 'remove' | 'nextAt'>
}

export function createSourceService({ db, audit, garbage, runs, externalUsers, files, refresh }: SourceDeps) {
  const viewOf = (source: Source) => sourceViewOf(source, refresh.nextAt(source))

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

  return {
    async list(scope: Scope, collectionId: string, query: SourceQuery): Promise<Page<SourceView>> {
      const collection = await getCollection(db, scope, collectionId)
      const page = await listSources(db, collection, query)
      return { ...page, items: page.items.map(viewOf) }
    },
    async get(scope: Scope, collectionId: string, key: string): Promise<SourceView> {
      return viewOf(await getSource(db, await getCollection(db, scope, collectionId), key))
    },
    async job(scope: Scope, collectionId: string, jobId: string): Promise<JobView> {
      const source = await findSourceByRun(db, await getCollection(db, scope, collectionId), jobId)
      if (!source) throw jobNotFound()
      return {
        jobId,
        sourceKey: source.key,
        status: source.status,
        stage: stageOf(source),
        progress: source.progress,
        error: source.error,
        createdAt: source.createdAt,
        endedAt: isOpen(source.status) ? null : source.updatedAt,
      }
    },
    /** Searches find what they found before; `reindex` continues. */
    async cancel(scope: Scope, collectionId: string, key: string): Promise<Ingested> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, collectionId)
        const source = await getSource(tx, collection, key)
        if (!source.runId || !isOpen(source.status)) return ingestedOf(source, false)
        await runs.cancel(tx, scope, source.runId)
        return ingestedOf(await getSource(tx, collection, key), true)
      })
    },
    async remove(
      scope: Scope,
      collectionId: string,
      key: string,
    ): Promise<{ sourceKey: string; deleted: true }> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, collectionId)
        const source = await getSource(tx, collection, key)
        const pages = source.origin.mode === 'crawl' ? await listPages(tx, collection, source.key) : []
        for (const each of [source, ...pages]) await removeOne(tx, scope, collection, each)
        await bumpContentVersion(tx, collection)
        await audit.record(tx, scope, {
          action: 'knowledge_source.deleted',
          targetType: 'knowledge_collection',
          targetId: collection.id,
          details: { sourceKey: source.key },
        })
        return { sourceKey: source.key, deleted: true as const }
      })
    },
  }
}

export type SourceService = ReturnType<typeof createSourceService>
