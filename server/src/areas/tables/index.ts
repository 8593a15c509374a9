import { nobodyId } from '../../kernel/ids.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import { tidyJob } from './jobs.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { collectionRoutes } from './routes/collections.ts'
import { documentRoutes } from './routes/documents.ts'
import { createBatchService } from './service/batch.ts'
import { createChangeService } from './service/changes.ts'
import { type CollectionDeps, createCollectionService } from './service/collections.ts'
import { createDocumentService } from './service/documents.ts'
import { createExportService } from './service/exports.ts'
import { createImportService, type ImportDeps } from './service/imports.ts'
import { createListService } from './service/lists.ts'
import { ownedTables } from './service/owned.ts'
import { createProposalService } from './service/proposals.ts'
import { importJob } from './service/run-import.ts'
import { pruneVersions } from './store/feed.ts'
import { deleteOldImports } from './store/import.ts'

/**
 * Collections of JSON documents. A collection may have a schema, which then holds; documents have versions, a history and
 * one owner. Values that may stand once, relations and counts are kept by the database, so they hold under any number of
 * writers on any number of nodes. What a list costs depends on its own collection and never on the others.
 */
export type TablesDeps = CollectionDeps & ImportDeps & { runs: Pick<Runs, 'enqueue' | 'register'> }

const mostPrunedAtOnce = 5_000
const reportsKeptMs = 30 * 86_400_000

export function createTables(deps: TablesDeps) {
  const collections = createCollectionService(deps)
  const documents = createDocumentService(deps)
  const lists = createListService(deps)
  const batches = createBatchService({ ...deps, documents })
  const proposals = createProposalService({ ...deps, batches })
  deps.runs.register(tidyJob(deps))
  deps.runs.register(importJob({ ...deps, batches }))
  deps.externalUsers.registerOwned(ownedTables(deps))
  return {
    /** Forgets versions that are older than their collections keep them, and reports of imports long past. */
    async sweep(): Promise<void> {
      await deleteOldImports(deps.db, new Date(deps.clock.now().getTime() - reportsKeptMs))
      let after = { projectId: nobodyId, id: nobodyId }
      while (true) {
        const done = await pruneVersions(deps.db, deps.clock.now(), after, mostPrunedAtOnce)
        if (!done) return
        if (done.pruned < mostPrunedAtOnce) after = done
      }
    },
    routes: [
      ...collectionRoutes(collections),
      ...bulkRoutes({
        batches,
        proposals,
        changes: createChangeService(deps),
        exports: createExportService(deps),
        imports: createImportService(deps),
      }),
      ...documentRoutes({ documents, lists, proposals }),
    ],
  }
}
