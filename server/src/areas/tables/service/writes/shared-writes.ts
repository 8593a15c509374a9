import { createPace } from '../../../../kernel/compute/pace.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { createLanes } from '../../../../kernel/db/lanes.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Document } from '../../schema/document.ts'
import { inParts } from '../../store/in-parts.ts'
import { lockDocuments } from '../../store/write-documents.ts'
import { mustPropose } from '../access.ts'
import type { Work } from './begin.ts'
import { changedBy, type Edit } from './changed-document.ts'
import { createAll } from './creations.ts'
import type { Outcome } from './write-session.ts'

// Comparing and writing so much takes a few milliseconds, in which no one else is served.
const maxPartBytes = 512 * 1024

/** `isDirect` writes nothing where the collection demands a proposal of the caller. */
export type SharedCreation = { by: Scope; body: Record<string, unknown>; isDirect: boolean }
export type SharedEdit = Edit & { by: Scope; isDirect: boolean }
/** Null where it has to be proposed. */
type Result = Outcome | null

type Deps = { db: Db; begin(tx: Tx, by: readonly Scope[], reference: string): Promise<Work> }

/**
 * Single writes of one collection share a transaction when they arrive while an earlier one is in flight: all of them
 * have to number their changes, for which each would otherwise wait until the disk has stored the one before. Each is
 * acknowledged when that transaction is committed, and refused alone.
 */
export function createSharedWrites({ db, begin }: Deps) {
  const creations = createLanes<SharedCreation, Result>()
  const edits = createLanes<SharedEdit, Result>()

  async function together<Write extends { by: Scope }>(
    reference: string,
    writes: readonly Write[],
    apply: (on: Work, writes: readonly Write[]) => Promise<Result[]>,
  ): Promise<Result[]> {
    try {
      return await db.tx(async (tx) => {
        const scopes = writes.map(({ by }) => by)
        const on = await begin(tx, scopes, reference)
        const results = await apply(on, writes)
        await on.session.finish()
        return results
      })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (writes.length === 1) return [{ error }]
      // A user that was deleted, or a collection that is full: that concerns some of them and not all.
      const results: Result[] = []
      for (const write of writes) results.push(...(await together(reference, [write], apply)))
      return results
    }
  }

  const laneOf = ({ projectId }: Scope, reference: string) => `${projectId} ${reference}`

  return {
    create: (reference: string, write: SharedCreation): Promise<Result> =>
      creations(laneOf(write.by, reference), write, (writes) => together(reference, writes, createEach)),
    change: (reference: string, write: SharedEdit): Promise<Result> =>
      edits(laneOf(write.by, reference), write, (writes) => together(reference, writes, changeEach)),
  }
}

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
