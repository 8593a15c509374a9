import { createPace } from '../../../kernel/compute/pace.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type BatchBody, type BatchResult, type Document, flat, type Operation } from '../schema/document.ts'
import { lockDocuments } from '../store/write-documents.ts'
import type { Checked } from './check-document.ts'
import type { DocumentService } from './documents.ts'
import type { Work } from './writes/begin.ts'
import { createAll } from './writes/creations.ts'
import { holdUpserts } from './writes/upsert.ts'
import type { Outcome } from './writes/write-session.ts'

type Result = BatchResult['results'][number]

/** Many writes in one request. */
export function createBatchService({ db, documents }: { db: Db; documents: DocumentService }) {
  /** All of them in the caller's transaction, in their order; every one is tried, so that all faults are reported. */
  async function applyAll(tx: Tx, scope: Scope, reference: string, operations: readonly Operation[]) {
    const on = await documents.begin(tx, scope, reference)
    const pace = createPace()
    const upserts: { fields: string[]; data: Checked['data'] }[] = []
    for (const each of operations) {
      if (each.op === 'upsert')
        upserts.push({ fields: each.on, data: on.check(each.data, contextOf(on), true).data })
      await pace()
    }
    await holdUpserts(on, upserts)
    // In the order of ids and not of the batch: two batches that name the same documents cannot wait for each other.
    const named = operations.flatMap((each) => ('id' in each ? [each.id] : []))
    if (named.length > 1) await lockDocuments(tx, scope, on.collection, named)
    const results: Result[] = []
    for (let i = 0; i < operations.length; ) {
      const creations = leadingCreations(operations, i)
      if (creations.length > 0) {
        const outcomes = await createAll(
          on,
          creations.map(({ data }) => ({ body: data, by: scope })),
        )
        for (const [j, outcome] of outcomes.entries()) results.push(resultOf(i + j, 'create', outcome))
        i += creations.length
      } else {
        const operation = operations[i]!
        results.push(resultOf(i, operation.op, await outcomeOf(() => documents.apply(on, operation))))
        i++
      }
    }
    return { on, results }
  }

  return {
    /** Throws `batch_failed` with every failure when one of them cannot be done. */
    async applyIn(
      tx: Tx,
      scope: Scope,
      reference: string,
      operations: readonly Operation[],
    ): Promise<Result[]> {
      const { on, results } = await applyAll(tx, scope, reference, operations)
      refuseFailed(results)
      await on.session.finish()
      return results
    },
    /** Does what can be done and says what cannot: every operation is sure of itself before it writes. */
    async applyEach(
      tx: Tx,
      scope: Scope,
      reference: string,
      operations: readonly Operation[],
    ): Promise<Result[]> {
      const { on, results } = await applyAll(tx, scope, reference, operations)
      await on.session.finish()
      return results
    },
    async run(scope: Scope, reference: string, { operations, atomic }: BatchBody): Promise<BatchResult> {
      if (atomic) return summary(await db.tx((tx) => this.applyIn(tx, scope, reference, operations)))
      const results: Result[] = []
      for (let i = 0; i < operations.length; ) {
        const group = leadingCreations(operations, i)
        const part = group.length > 0 ? group : [operations[i]!]
        const done = await db
          .tx(async (tx) => {
            const found = await applyAll(tx, scope, reference, part)
            if (part.length === 1) refuseFailed(found.results)
            await found.on.session.finish()
            return found.results
          })
          .catch((error: unknown) => {
            if (!(error instanceof AppError) || error.code === 'collection_not_found') throw error
            const inner = error.extras.facts?.results as Result[] | undefined
            return inner ?? part.map(({ op }, j) => resultOf(j, op, { error }))
          })
        for (const result of done) results.push({ ...result, index: i + result.index })
        i += part.length
      }
      return summary(results)
    },
  }
}

export type BatchService = ReturnType<typeof createBatchService>

const contextOf = ({ session, scope }: Work) => ({ now: session.at, actingUserId: scope.externalUser.id })

function leadingCreations(operations: readonly Operation[], from: number) {
  const found: Extract<Operation, { op: 'create' }>[] = []
  for (let i = from; i < operations.length; i++) {
    const operation = operations[i]!
    if (operation.op !== 'create') break
    found.push(operation)
  }
  return found
}

/** A rule that is broken is found before anything is written for it; whatever else goes wrong ends the batch. */
async function outcomeOf(act: () => Promise<Document | null>): Promise<Outcome | { document: null }> {
  try {
    return { document: await act() } as Outcome
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

function resultOf(
  index: number,
  op: string,
  outcome: Outcome | { document: null; error?: undefined },
): Result {
  const { document, error } = outcome
  return {
    index,
    op,
    successful: error === undefined,
    document: document ? flat(document) : null,
    error: error ? { code: error.code, message: error.message, details: error.extras.details ?? [] } : null,
  }
}

const summary = (results: Result[]): BatchResult => {
  const failed = results.filter(({ successful }) => !successful).length
  return { applied: results.length - failed, failed, results }
}

function refuseFailed(results: readonly Result[]): void {
  const failed = results.filter(({ successful }) => !successful)
  const [first] = failed
  if (!first) return
  throw new AppError(
    'batch_failed',
    `${failed.length} of ${results.length} operations failed: ${first.error!.message}`,
    {
      details: failed.slice(0, 100).map(({ index, error }) => ({
        in: 'body',
        path: `/operations/${index}`,
        rule: error!.code,
        message: error!.message,
      })),
      facts: { results: failed },
      hint: 'Nothing was written. Fix these operations, or send atomic: false.',
    },
  )
}
