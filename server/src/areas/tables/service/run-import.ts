import type { Blobs } from '../../../kernel/blobs/blobs.ts'
import type { BlobGarbage } from '../../../kernel/blobs/garbage.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { PermanentFailure, type RunContext, type RunKind } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { asSentence } from '../../../kernel/sentence.ts'
import type { Operation } from '../schema/document.ts'
import type { ImportErrorView } from '../schema/import.ts'
import { findCollection } from '../store/collection.ts'
import { advanceImport, endImport, findImport, type Import, insertImportErrors } from '../store/import.ts'
import type { BatchService } from './batch.ts'
import { createCast } from './cast.ts'
import { type ImportRow, importRows } from './import-rows.ts'
import { importRun, writtenRows } from './imports.ts'

export type ImportJobDeps = {
  db: Db
  clock: Clock
  blobs: Blobs
  garbage: BlobGarbage
  batches: BatchService
}

const groupSize = 500
const maxStoredErrors = 10_000

/**
 * Works through a file in groups of rows. A group is written in one transaction with the number of its last row, so
 * whenever a worker dies, rows up to that number are settled and none behind it is: the next worker resumes there.
 */
export function importJob({ db, clock, blobs, garbage, batches }: ImportJobDeps): RunKind {
  async function endIn(
    tx: Tx,
    scope: Scope,
    it: Import,
    status: 'completed' | 'failed',
    error: string | null,
    faults: readonly ImportErrorView[] = [],
  ): Promise<void> {
    if (!(await endImport(tx, scope, it.id, status, error, faults.length, clock.now()))) return
    await insertImportErrors(tx, scope, it.id, faults)
    if (it.blobKey !== null) await garbage.discard(tx, it.blobKey)
  }
  const end = (
    scope: Scope,
    it: Import,
    status: 'completed' | 'failed',
    error: string | null,
    faults?: readonly ImportErrorView[],
  ) => db.tx((tx) => endIn(tx, scope, it, status, error, faults))

  /** The number of the last settled row; null when the import ends here, or is another worker's now. */
  async function settle(
    scope: Scope,
    it: Import,
    from: number,
    rows: readonly ImportRow[],
  ): Promise<number | null> {
    const collection = await findCollection(db, scope, it.collectionId)
    if (!collection) return null
    const isCast = it.format === 'csv' || it.options.typecast === true
    const cast = isCast ? createCast(collection) : (data: Record<string, unknown>) => data
    const good = rows.filter(({ fault }) => fault === null)
    const operations = good.map(({ data }): Operation => {
      const value = cast(data)
      return it.options.upsertOn?.length
        ? { op: 'upsert', on: it.options.upsertOn, data: value }
        : { op: 'create', data: value }
    })
    const unreadable = rows.filter(({ fault }) => fault !== null)
    const faults = new Map<number, ImportErrorView>(
      unreadable.map(({ number, fault }) => [number, rowError(number, 'format', '', fault!)]),
    )
    return db.tx(async (tx) => {
      const isLenient = it.options.onError === 'skip'
      const results = await batches.applyEach(tx, scope, collection.id, operations)
      results.forEach(({ error }, i) => {
        if (error) faults.set(good[i]!.number, errorsOf(good[i]!.number, error))
      })
      if (faults.size > 0 && !isLenient) throw new FaultyGroup([...faults.values()])
      const last = rows.at(-1)!.number
      const made = results.filter(({ error, document }) => !error && document?.version === 1).length
      const changed = results.filter(({ error }) => !error).length - made
      const progress = { settled: last, created: made, updated: changed, failed: faults.size }
      if (!(await advanceImport(tx, scope, it.id, from, progress, clock.now()))) throw new OvertakenImport()
      if (it.failedCount < maxStoredErrors) await insertImportErrors(tx, scope, it.id, [...faults.values()])
      return last
    })
  }

  async function work(scope: Scope, it: Import, signal: AbortSignal): Promise<void> {
    const blob = it.blobKey === null ? null : await blobs.get(it.blobKey)
    if (!blob) return end(scope, it, 'failed', 'The file of the import is missing')
    let settled = it.rowsSettled
    let group: ImportRow[] = []
    const flush = async () => {
      if (group.length === 0) return
      const last = await settle(scope, it, settled, group)
      if (last === null) throw new PermanentFailure('collection_deleted', 'The collection was deleted')
      settled = last
      group = []
    }
    try {
      for await (const row of importRows(blob.stream, { format: it.format, ...it.options })) {
        if (signal.aborted) return
        if (row.number <= settled) continue
        group.push(row)
        if (group.length === groupSize) await flush()
      }
      await flush()
      await end(scope, it, 'completed', null)
    } catch (error) {
      if (signal.aborted || error instanceof OvertakenImport) return
      await conclude(scope, it, settled, error)
    } finally {
      blob.stream.destroy()
    }
  }

  /** What cannot get better by itself ends the import and says which rows are in; anything else is tried again. */
  async function conclude(scope: Scope, it: Import, settled: number, error: unknown): Promise<void> {
    const rows = writtenRows(settled)
    if (error instanceof FaultyGroup) {
      const [first] = error.errors
      const count = error.errors.length
      const what =
        count === 1
          ? `Row ${first!.row} is faulty`
          : `${count} rows are faulty, the first is row ${first!.row}`
      return end(scope, it, 'failed', `${what}. ${rows}.`, error.errors)
    }
    // A user who was merged has the import under another id now: the next try finds it there.
    const isMoved = error instanceof AppError && error.code === 'external_user_not_found'
    const isFinal =
      !isMoved && (error instanceof PermanentFailure || (error instanceof AppError && error.status < 500))
    if (!isFinal) throw error
    return end(scope, it, 'failed', `${asSentence(error.message)} ${rows}.`)
  }

  return {
    kind: importRun,
    perProject: 2,
    async handle({ run, scope: runScope, signal, step }: RunContext) {
      const { importId, collectionId } = run.input as ImportInput
      await step(
        'import',
        async ({ signal: stopped }) => {
          const it = await findImport(db, runScope, collectionId, importId)
          if (!it || it.status === 'completed' || it.status === 'failed') return
          const owner = { id: it.externalUserId, name: '' }
          const scope: Scope = { ...runScope, externalUser: owner, acrossUsers: false }
          await work(scope, it, AbortSignal.any([signal, stopped]))
        },
        { timeoutMs: 6 * 60 * 60_000, retries: 5, backoffMs: 2_000 },
      )
    },
    /** A run that failed or was given up would otherwise leave its import running, and its file stored, for good. */
    async onEnd(tx, run, { status, error }) {
      if (status === 'succeeded') return
      const { importId, collectionId } = run.input as ImportInput
      const { scope } = run
      const it = await findImport(tx, scope, collectionId, importId)
      if (!it || it.status === 'completed' || it.status === 'failed') return
      const reason = error?.message ?? 'It was cancelled'
      await endIn(tx, scope, it, 'failed', `${asSentence(reason)} ${writtenRows(it.rowsSettled)}.`)
    },
  }
}

type ImportInput = { importId: string; collectionId: string }

class FaultyGroup extends Error {
  readonly errors: ImportErrorView[]

  constructor(errors: ImportErrorView[]) {
    super('rows are faulty')
    this.errors = errors.sort((left, right) => left.row - right.row)
  }
}

class OvertakenImport extends Error {}

const rowError = (row: number, rule: string, path: string, message: string): ImportErrorView => ({
  row,
  errors: [{ path, rule, message }],
})

function errorsOf(
  row: number,
  error: { code: string; message: string; details: unknown[] },
): ImportErrorView {
  const details = error.details as { path: string; rule: string; message: string }[]
  if (details.length === 0) return rowError(row, error.code, '', error.message)
  return { row, errors: details.slice(0, 20).map(({ path, rule, message }) => ({ path, rule, message })) }
}
