import type { Queryable } from '../../kernel/db/db.ts'
import { NIL_UUID } from '../../kernel/ids.ts'
import type { Runs } from '../../kernel/runs/runs.ts'
import type { Scope } from '../../kernel/scope.ts'
import { tidyJob } from './jobs.ts'
import { tablesManifest } from './manifest.ts'
import { bulkRoutes } from './routes/bulk.ts'
import { collectionRoutes } from './routes/collections.ts'
import { documentRoutes } from './routes/documents.ts'
import { CollectionQuery, type CollectionView } from './schema/collection.ts'
import { flat, QueryBody } from './schema/document.ts'
import { getCollection } from './service/access.ts'
import { createBatchService } from './service/batch.ts'
import { createChangeService } from './service/changes.ts'
import { type CollectionDeps, createCollectionService } from './service/collections.ts'
import { describeCollections, type TableDescription } from './service/describe.ts'
import { createDocumentService, type DocumentDeps } from './service/documents.ts'
import { createExportService } from './service/exports.ts'
import { createImportService, type ImportDeps } from './service/imports.ts'
import { createListService, type DocumentResponse, type Listed } from './service/lists.ts'
import { createProposalService } from './service/proposals.ts'
import { importJob } from './service/run-import.ts'
import { refuseUnknownFields } from './service/unknown-fields.ts'
import { tableUserData } from './service/user-data.ts'
import { listDocumentsAt, pruneVersions, type VersionRef } from './store/feed.ts'
import { deleteOldImports } from './store/import.ts'

/**
 * Collections of JSON documents. A collection may have a schema, which then holds; documents have versions, a history and
 * one owner. Unique values, relations and counts are enforced by the database, so they hold under any number of
 * writers on any number of nodes. What a list costs depends on its own collection and never on the others.
 */
export type Tables = {
  /** Describes collections by id. Missing ones are left out. */
  describe(scope: Scope, ids: readonly string[]): Promise<TableDescription[]>
  listCollections(scope: Scope, query: { q?: string | undefined; limit: number }): Promise<CollectionView[]>
  /** Takes what `POST …/documents/query` takes, and refuses a filter by a field that no document has. */
  query(scope: Scope, reference: string, query: object): Promise<Listed>
  get(scope: Scope, reference: string, id: string): Promise<DocumentResponse>
  insert(
    scope: Scope,
    reference: string,
    data: Record<string, unknown>,
    upsertOn: string[] | undefined,
  ): Promise<DocumentResponse>
  update(
    scope: Scope,
    reference: string,
    id: string,
    data: Record<string, unknown>,
  ): Promise<DocumentResponse>
  remove(scope: Scope, reference: string, id: string): Promise<void>
  /** Documents as they were in the versions that events name, for callers that may read all of the project. */
  documentsAt(q: Queryable, projectId: string, refs: readonly VersionRef[]): Promise<DocumentResponse[]>
}

export type TablesDeps = CollectionDeps &
  ImportDeps &
  DocumentDeps & { runs: Pick<Runs, 'enqueue' | 'register'> }

const pruneBatchSize = 5_000
const reportRetentionMs = 30 * 86_400_000

export function createTables(deps: TablesDeps) {
  const collections = createCollectionService(deps)
  const documents = createDocumentService(deps)
  const lists = createListService(deps)
  const batches = createBatchService({ ...deps, documents })
  const proposals = createProposalService({ ...deps, batches })
  deps.runs.register(tidyJob(deps))
  deps.runs.register(importJob({ ...deps, batches }))
  const area: Tables = {
    async listCollections(scope, { q, limit }) {
      const query = CollectionQuery.parse({ limit: String(limit), ...(q === undefined ? {} : { q }) })
      return (await collections.list(scope, query)).items
    },
    describe: (scope, ids) => describeCollections(deps.db, scope, ids),
    async query(scope, reference, query) {
      const body = QueryBody.parse(query)
      const listed = await lists.list(scope, reference, body, false)
      if (body.filter && (body.aggregate || listed.total === 0)) {
        const find = async (sample: object) =>
          (await lists.list(scope, reference, QueryBody.parse(sample), false)).items
        await refuseUnknownFields(await getCollection(deps.db, scope, reference), body.filter, find)
      }
      return listed
    },
    get: (scope, reference, id) => lists.get(scope, reference, id, {}),
    insert: async (scope, reference, data, upsertOn) =>
      flat(await documents.create(scope, reference, data, upsertOn)),
    update: async (scope, reference, id, data) =>
      flat(await documents.change(scope, reference, { id, body: data, ifMatch: null, mode: 'shallow' })),
    async remove(scope, reference, id) {
      await documents.remove(scope, reference, id, null)
    },
    documentsAt: async (q, projectId, refs) => (await listDocumentsAt(q, projectId, refs)).map(flat),
  }
  return {
    ...area,
    userData: [tableUserData(deps)],
    /** Forgets versions that are older than their collections keep them, and reports of imports long past. */
    async sweep(): Promise<void> {
      await deleteOldImports(deps.db, new Date(deps.clock.now().getTime() - reportRetentionMs))
      let after = { projectId: NIL_UUID, id: NIL_UUID }
      while (true) {
        const done = await pruneVersions(deps.db, deps.clock.now(), after, pruneBatchSize)
        if (!done) return
        if (done.pruned < pruneBatchSize) after = done
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

export const tablesArea = { manifest: tablesManifest, key: 'tables', create: createTables } as const
