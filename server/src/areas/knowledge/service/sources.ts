import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import {
  type Ingested,
  isOpen,
  type JobView,
  type PatchSourceBody,
  type Source,
  type SourceQuery,
  type SourceView,
  sourceViewOf,
  stageOf,
} from '../schema/source.ts'
import { findSourceByRun, listPages, listSources } from '../store/source.ts'
import { getCollection, getSource, holdCollection } from './access.ts'
import { jobNotFound } from './follow-job.ts'
import { ingestedOf } from './ingest.ts'
import type { RefreshSchedule } from './refresh/schedule.ts'
import { createSourceRemover, type RemoveDeps } from './remove-source.ts'

export type SourceDeps = RemoveDeps & {
  db: Db
  refresh: Pick<RefreshSchedule, 'set' | 'nextAt'>
}

export function createSourceService(deps: SourceDeps) {
  const { db, runs, refresh } = deps
  const remove = createSourceRemover(deps)
  const viewOf = (source: Source) => sourceViewOf(source, refresh.nextAt(source))

  return {
    async list(scope: Scope, collectionId: string, query: SourceQuery): Promise<Page<SourceView>> {
      const collection = await getCollection(db, scope, collectionId)
      const page = await listSources(db, collection, query)
      return { ...page, items: page.items.map(viewOf) }
    },
    async get(scope: Scope, collectionId: string, key: string): Promise<SourceView> {
      return viewOf(await getSource(db, scope, await getCollection(db, scope, collectionId), key))
    },
    /** Nothing is read now: the next look is the one that the schedule says. */
    async patch(
      scope: Scope,
      collectionId: string,
      key: string,
      { refreshEvery }: PatchSourceBody,
    ): Promise<SourceView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, collectionId)
        const source = await getSource(tx, scope, collection, key)
        refuseUnrefreshable(source)
        await refresh.set(tx, scope, collection, source, refreshEvery)
        return viewOf(await getSource(tx, scope, collection, key))
      })
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
        const source = await getSource(tx, scope, collection, key)
        if (!source.runId || !isOpen(source.status)) return ingestedOf(source, false)
        await runs.cancel(tx, scope, source.runId)
        return ingestedOf(await getSource(tx, scope, collection, key), true)
      })
    },
    async remove(
      scope: Scope,
      collectionId: string,
      key: string,
    ): Promise<{ sourceKey: string; deleted: true }> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, collectionId)
        const source = await getSource(tx, scope, collection, key)
        const pages = source.origin.mode === 'crawl' ? await listPages(tx, collection, source.key) : []
        await remove(tx, scope, collection, [source, ...pages])
        return { sourceKey: source.key, deleted: true as const }
      })
    },
  }
}

export type SourceService = ReturnType<typeof createSourceService>

function refuseUnrefreshable({ origin }: Source): void {
  if (origin.parent !== undefined)
    throw new AppError(
      'knowledge_source_not_refreshable',
      'The page belongs to a crawl and is refreshed with it',
      {
        hint: `Change the source ${origin.parent}.`,
      },
    )
  if (origin.url === undefined)
    throw new AppError('knowledge_source_not_refreshable', 'Only pages and sites of the web are refreshed', {
      hint: 'Ingest the text or file again when it has changed.',
    })
}
