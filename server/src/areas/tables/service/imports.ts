import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { UploadPart, UploadParts } from '../../../kernel/http/request/upload.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { actorOf, type Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ImportErrorQuery, ImportErrorView, ImportOptions, ImportView } from '../schema/import.ts'
import {
  endImport,
  findImport,
  type Import,
  insertImport,
  listImportErrors,
  lockImport,
} from '../store/import.ts'
import { getCollection, holdCollection } from './access.ts'
import { checkNames } from './selection.ts'

export const importRun = 'tables.import'
export const importLimits = { maxFileBytes: 512 * 1024 * 1024, maxFiles: 1 }

export type ImportDeps = {
  db: Db
  clock: Clock
  newId: NewId
  blobs: Blobs
  garbage: BlobGarbage
  audit: Audit
  runs: Pick<Runs, 'enqueue'>
}

/** Receives a file, stores it, and leaves the rest to a run: a large file outlives its request and its process. */
export function createImportService({ db, clock, newId, blobs, garbage, audit, runs }: ImportDeps) {
  async function keep(scope: Scope, id: string, upload: UploadParts) {
    for await (const part of upload) {
      if (part.kind !== 'file') continue
      if (part.name !== 'file') throw fileRequired()
      const key = `tables/imports/${scope.projectId}/${id}`
      const { sizeBytes } = await blobs.put(key, part.stream)
      // Whatever happens next, bytes that no import refers to are removed.
      if (sizeBytes === 0) {
        await db.tx((tx) => garbage.discard(tx, key))
        throw new AppError('empty_file', 'The file is empty')
      }
      return { key, sizeBytes, part }
    }
    throw fileRequired()
  }

  async function get(scope: Scope, reference: string, id: string): Promise<Import> {
    const collection = await getCollection(db, scope, reference)
    const found = await findImport(db, scope, collection.id, id)
    if (!found) throw unknownImport()
    return found
  }

  return {
    async start(
      scope: Scope,
      reference: string,
      { format: request, ...options }: ImportOptions & { format?: 'csv' | 'jsonl' | undefined },
      upload: UploadParts,
    ): Promise<ImportView> {
      const collection = await getCollection(db, scope, reference)
      if (collection.writes === 'proposed' && scope.role !== 'admin')
        throw new AppError('admin_only', 'Only an admin can import into a collection that requires approval')
      if (options.upsertOn) {
        const context = { collection, related: new Map(), now: clock.now(), actingUserId: '', isText: false }
        checkNames(options.upsertOn, 'upsertOn', context)
      }
      const id = newId()
      const { key, sizeBytes, part } = await keep(scope, id, upload)
      try {
        const format = request ?? formatOf(part)
        await db.tx(async (tx) => {
          const held = await holdCollection(tx, scope, collection.id)
          const actor = actorOf(scope)
          await insertImport(
            tx,
            scope,
            { id, collectionId: held.id, actor, format, options, blobKey: key, sizeBytes },
            clock.now(),
          )
          await runs.enqueue(tx, scope, { kind: importRun, input: { importId: id, collectionId: held.id } })
          await audit.record(tx, scope, {
            action: 'collection.import_started',
            targetType: 'collection',
            targetId: held.id,
            details: { importId: id, sizeBytes },
          })
        })
      } catch (error) {
        await db.tx((tx) => garbage.discard(tx, key))
        throw error
      }
      return get(scope, collection.id, id)
    },
    /** What was written stays; the worker finds out with its next batch, which is then not written. */
    async cancel(scope: Scope, reference: string, id: string): Promise<ImportView> {
      const collection = await getCollection(db, scope, reference)
      await db.tx(async (tx) => {
        const it = await lockImport(tx, scope, collection.id, id)
        if (!it) throw unknownImport()
        const error = `It was cancelled. ${writtenRows(it.rowsSettled)}.`
        if (!(await endImport(tx, scope, id, 'failed', error, 0, clock.now())))
          throw new AppError('invalid_state', 'The import has ended', {
            hint: 'Delete the rows that are not wanted.',
          })
        if (it.blobKey !== null) await garbage.discard(tx, it.blobKey)
        await audit.record(tx, scope, {
          action: 'collection.import_cancelled',
          targetType: 'collection',
          targetId: collection.id,
          details: { importId: id, rowsSettled: it.rowsSettled },
        })
      })
      return get(scope, collection.id, id)
    },
    get: (scope: Scope, reference: string, id: string): Promise<ImportView> => get(scope, reference, id),
    async errors(
      scope: Scope,
      reference: string,
      id: string,
      query: ImportErrorQuery,
    ): Promise<Page<ImportErrorView>> {
      await get(scope, reference, id)
      return listImportErrors(db, scope, id, query)
    },
  }
}

/** What a cut-off import has written. */
export const writtenRows = (settled: number) =>
  settled === 0 ? 'No row was written' : `Rows 1 to ${settled} are settled, the rest was not written`

export type ImportService = ReturnType<typeof createImportService>

const unknownImport = () => new AppError('import_not_found', 'Import not found')

const fileRequired = () =>
  new AppError('file_required', 'The form must have one part named file', {
    hint: 'Send the file as multipart/form-data.',
  })

function formatOf({ fileName, mimeType }: Extract<UploadPart, { kind: 'file' }>): 'csv' | 'jsonl' {
  if (/\.(csv|tsv|txt)$/i.test(fileName) || mimeType === 'text/csv') return 'csv'
  if (/\.(jsonl|ndjson)$/i.test(fileName) || /ndjson|jsonl/.test(mimeType)) return 'jsonl'
  throw new AppError('invalid_parameter', 'format cannot be detected from the file name', {
    hint: 'Send format=csv or format=jsonl.',
  })
}
