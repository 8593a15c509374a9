import { createPace } from '../../../../kernel/compute/pace.ts'
import { type Db, preconditionFailed, type Tx } from '../../../../kernel/db/db.ts'
import { createLanes } from '../../../../kernel/db/lanes.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { confirmed, type Scope } from '../../../../kernel/scope.ts'
import type { Document } from '../../schema/document.ts'
import { inParts } from '../../store/in-parts.ts'
import { lockDocuments } from '../../store/write-documents.ts'
import { mustPropose } from '../access.ts'
import type { CachedCollection, CollectionCache } from '../collection-cache.ts'
import type { Work } from './begin.ts'
import { changedBy } from './changed-document.ts'
import { createAll } from './creations.ts'
import type { createFastWrites, FastWritten, SharedCreation, SharedEdit } from './fast-writes.ts'
import type { Outcome } from './write-session.ts'

// Comparing and writing so much takes a few milliseconds, in which no one else is served.
const maxPartBytes = 512 * 1024

/** Null where it has to be proposed. */
type Result = Outcome | null

type Deps = {
  db: Db
  collections: CollectionCache
  fastWrites: ReturnType<typeof createFastWrites>
  begin(tx: Tx, by: readonly Scope[], reference: string): Promise<Work>
}

/** The two ways in which writes of one kind are done. */
type Ways<Write> = {
  fastPath(known: CachedCollection, writes: readonly Write[]): Promise<FastWritten>
  stepByStep(on: Work, writes: readonly Write[]): Promise<Result[]>
}

/**
 * Single writes of one collection share a transaction when they arrive while an earlier one is in flight: all of them
 * have to number their changes, for which each would otherwise wait until the disk has stored the one before. Each is
 * acknowledged when that transaction is committed, and refused alone. Those that need nothing but what is known of the
 * collection go in one round trip, in separate lanes: they wait for none of those that go step by step, and a failure of
 * these does not repeat what is committed.
 */
export function createSharedWrites({ db, collections, fastWrites, begin }: Deps) {
  /** The document, or null where it has to be done step by step. */
  const fastLanes = <Write extends { by: Scope }>(fastPath: Ways<Write>['fastPath']) => {
    const inLane = createLanes<Write, Document | null>()
    return (reference: string, write: Write): Promise<Document | null> =>
      inLane(laneOf(write.by, reference), write, async (writes) => {
        const scope = writes[0]!.by
        const known = collections.find(scope, reference)
        if (!known) return writes.map(() => null)
        const { documents, isRefused } = await fastPath(known, writes)
        if (isRefused) collections.bypass(scope, reference)
        return documents
      })
  }

  const slowLanes = <Write extends { by: Scope }>(stepByStep: Ways<Write>['stepByStep']) => {
    const inLane = createLanes<Write, Result>()
    return (reference: string, write: Write): Promise<Result> =>
      inLane(laneOf(write.by, reference), write, (writes) => writeAll(reference, writes, stepByStep))
  }

  async function writeAll<Write extends { by: Scope }>(
    reference: string,
    writes: readonly Write[],
    stepByStep: Ways<Write>['stepByStep'],
  ): Promise<Result[]> {
    const results: Result[] = writes.map(() => null)
    // A caller without access gets no other reason for a refusal.
    const callers = await Promise.allSettled(writes.map(({ by }) => confirmed(by)))
    const open: [number, Write][] = []
    for (const [at, each] of writes.entries()) {
      const caller = callers[at]!
      if (caller.status === 'fulfilled') open.push([at, { ...each, by: caller.value }])
      else if (caller.reason instanceof AppError) results[at] = { error: caller.reason }
      else throw caller.reason
    }
    if (open.length === 0) return results
    const others = await together(
      reference,
      open.map(([, each]) => each),
      stepByStep,
    )
    for (const [i, [at]] of open.entries()) results[at] = others[i]!
    return results
  }

  async function together<Write extends { by: Scope }>(
    reference: string,
    writes: readonly Write[],
    stepByStep: Ways<Write>['stepByStep'],
  ): Promise<Result[]> {
    try {
      return await db.tx(async (tx) => {
        const scopes = writes.map(({ by }) => by)
        const on = await begin(tx, scopes, reference)
        collections.store(on.scope, reference, on.collection)
        const results = await stepByStep(on, writes)
        await on.session.finish()
        return results
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (writes.length === 1) return [{ error }]
      // A user that was deleted, or a collection that is full: that concerns some of them and not all. The lane writes each
      // alone then, so that what fails after one of them was committed does not repeat it.
      throw preconditionFailed()
    }
  }

  const writer = <Write extends { by: Scope }>({ fastPath, stepByStep }: Ways<Write>) => {
    const fast = fastLanes(fastPath)
    const slow = slowLanes(stepByStep)
    return async (reference: string, write: Write): Promise<Result> => {
      const document = await fast(reference, write)
      return document ? { document } : slow(reference, write)
    }
  }

  return {
    create: writer<SharedCreation>({ fastPath: fastWrites.create, stepByStep: createEach }),
    change: writer<SharedEdit>({ fastPath: fastWrites.change, stepByStep: changeEach }),
  }
}

const laneOf = ({ projectId }: Scope, reference: string) => `${projectId} ${reference}`

async function createEach(on: Work, writes: readonly SharedCreation[]): Promise<Result[]> {
  const isWritten = ({ by, isDirect }: SharedCreation) => !isDirect || !mustPropose(by, on.collection)
  const outcomes = (await createAll(on, writes.filter(isWritten))).values()
  return writes.map((write) => (isWritten(write) ? outcomes.next().value! : null))
}

/** Several changes of one document follow each other, as if each had its own transaction. */
async function changeEach(on: Work, writes: readonly SharedEdit[]): Promise<Result[]> {
  const { session, collection, scope } = on
  const ids = [...new Set(writes.map(({ id }) => id))]
  // Who sees which is decided below, for each writer.
  const locked = await lockDocuments(session.tx, { ...scope, acrossUsers: true }, collection, ids)
  const current = new Map(locked.map((document) => [document.id, document]))
  const results: Result[] = writes.map(() => null)
  let open = [...writes.entries()]
  while (open.length > 0) {
    const round = new Map<string, [number, SharedEdit]>()
    const later: typeof open = []
    for (const [at, write] of open) {
      if (write.isDirect && mustPropose(write.by, collection)) continue
      if (round.has(write.id)) later.push([at, write])
      else round.set(write.id, [at, write])
    }
    await changeRound(on, current, [...round.values()], results)
    open = later
  }
  return results
}

async function changeRound(
  on: Work,
  current: Map<string, Document>,
  round: readonly [number, SharedEdit][],
  results: Result[],
): Promise<void> {
  const pace = createPace()
  const rows: { at: number; was: Document; checked: ReturnType<typeof changedBy>; by: Scope }[] = []
  for (const [at, write] of round) {
    const was = current.get(write.id)
    try {
      const checked = changedBy({ ...on, scope: write.by }, was ?? null, write)
      rows.push({ at, was: was!, checked, by: write.by })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      results[at] = { error }
    }
    await pace()
  }
  const sizeOf = ({ was, checked }: (typeof rows)[number]) => was.sizeBytes + checked.sizeBytes
  for (const part of inParts(rows, sizeOf, maxPartBytes)) {
    const outcomes = await on.session.updateAll(on.collection, part)
    for (const [i, outcome] of outcomes.entries()) {
      results[part[i]!.at] = outcome
      if (outcome.document) current.set(outcome.document.id, outcome.document)
    }
  }
}
