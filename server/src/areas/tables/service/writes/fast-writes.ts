import type { Clock } from '../../../../kernel/clock.ts'
import { createPace } from '../../../../kernel/compute/pace.ts'
import { type Db, distinctStatements, type Statement } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import { kilobytes } from '../../../../kernel/kilobytes.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import { holdingUnchanged } from '../../store/collection.ts'
import { claimingUnique } from '../../store/constraints.ts'
import { type Change, recordingChanges } from '../../store/feed.ts'
import { listForChange } from '../../store/read-documents.ts'
import { insertingDocuments, updatingUnchanged } from '../../store/write-documents.ts'
import { mustPropose } from '../access.ts'
import type { Checked } from '../check-document.ts'
import type { CachedCollection } from '../collection-cache.ts'
import { changedBy, type Edit } from './changed-document.ts'
import { checkCreation } from './creations.ts'
import { isPointer } from './pointer-check.ts'
import { editOf, newDocument, uniqueEntries } from './write-session.ts'

type Deps = {
  db: Db
  clock: Clock
  newId: NewId
  externalUsers: Pick<ExternalUsers, 'counting' | 'holding'>
}

/** `isDirect` writes nothing where the collection demands a proposal of the caller. */
export type SharedCreation = { by: Scope; body: Record<string, unknown>; isDirect: boolean }
export type SharedEdit = Edit & { by: Scope; isDirect: boolean }

/** For each write its document, or null where it has to be done step by step. `isRefused` if all of them could have been written. */
export type FastWritten = { documents: (Document | null)[]; isRefused: boolean }

type Written = { by: Scope; document: Document; was: Document | null }
type Transaction = { collection: Collection; at: Date; written: readonly Written[] }

// Writing so much as JSON takes less than a millisecond.
const maxBytes = 64 * 1024

/**
 * Single writes in one round trip, which is one transaction: they are planned with the collection as it was read last, and the
 * documents as they are, and the database demands that both are still so. Whatever breaks a rule, or needs to know more
 * than that, is left to the slow path: it alone says why something is refused.
 */
export function createFastWrites({ db, clock, newId, externalUsers }: Deps) {
  /** Holds users, then the collection, then documents, then counts: the order in which the slow path does. */
  async function commit(
    { collection, at, written }: Transaction,
    kind: 'created' | 'updated',
    statements: readonly Statement[],
  ): Promise<boolean> {
    const scopes = written.map(({ by }) => by)
    const scope = scopes[0]!
    const changes: Change[] = written.map(({ by, document }) => ({ kind, document, actor: actorOf(by) }))
    const isCreation = kind === 'created'
    const bytes = written.reduce(
      (sum, { was, document }) => sum + document.sizeBytes - (was?.sizeBytes ?? 0),
      0,
    )
    const counted = { documents: isCreation ? written.length : 0, bytes, at }
    const most = isCreation ? collection.maxDocuments : Number.MAX_SAFE_INTEGER
    const results = await db.tryInOneRoundTrip([
      ...externalUsers.holding(scopes),
      holdingUnchanged(collection, conditionsOf(scopes)),
      ...statements,
      ...counting(scope, written),
      recordingChanges(scope, collection, changes, counted, most),
    ])
    if (results === null) return false
    for (const { assumed } of scopes) assumed?.setConfirmed()
    return true
  }

  function counting(scope: Scope, written: readonly Written[]): Statement[] {
    const byOwner = new Map<string, number>()
    for (const { was, document } of written) {
      const added = kilobytes(document.sizeBytes) - kilobytes(was?.sizeBytes ?? 0)
      byOwner.set(document.ownerId, (byOwner.get(document.ownerId) ?? 0) + added)
    }
    return [...byOwner]
      .filter(([, amount]) => amount !== 0)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, amount]) =>
        externalUsers.counting({ ...scope, externalUser: { id, name: '' } }, { databaseStorageKb: amount }),
      )
  }

  async function create(
    { collection, check }: CachedCollection,
    writes: readonly SharedCreation[],
  ): Promise<FastWritten> {
    const documents: (Document | null)[] = writes.map(() => null)
    const at = clock.now()
    const pace = createPace()
    const rows: { index: number; by: Scope; checked: Checked }[] = []
    for (const [index, write] of writes.entries()) {
      const checked = checkCreation({ check, session: { at } }, write)
      const isPlain =
        'sizeBytes' in checked &&
        !(write.isDirect && mustPropose(write.by, collection)) &&
        !collection.fields.some((field) => isPointer(field) && checked.data[field.name] !== undefined)
      if (isPlain) rows.push({ index, by: write.by, checked })
      await pace()
    }
    const ids = rows.map(() => newId()).sort()
    const written = rows.map(({ by, checked }, i) => ({
      by,
      document: newDocument(collection.id, ids[i]!, by.externalUser.id, checked),
      was: null,
    }))
    if (!fits(written)) return { documents, isRefused: false }
    const all = written.map(({ document }) => document)
    const { by: scope } = written[0]!
    const entries = all.flatMap((document) => uniqueEntries(collection, document))
    const isWritten = await commit({ collection, at, written }, 'created', [
      ...(entries.length === 0 ? [] : [claimingUnique(scope, collection.id, entries)]),
      insertingDocuments(scope, collection, all),
    ])
    if (isWritten) for (const [i, { index }] of rows.entries()) documents[index] = all[i]!
    return { documents, isRefused: !isWritten }
  }

  /** Several changes of one document follow each other, as if each had its own transaction. */
  async function change(known: CachedCollection, writes: readonly SharedEdit[]): Promise<FastWritten> {
    const documents: (Document | null)[] = writes.map(() => null)
    const { collection } = known
    const at = clock.now()
    const ids = [...new Set(writes.map(({ id }) => id))]
    const found = await listForChange(db, writes[0]!.by, collection, { ids, maxBytes })
    const before = new Map(found.map((each) => [each.id, each]))
    const current = new Map(before)
    const written: Written[] = []
    const planned = new Map<number, Document>()
    const pace = createPace()
    for (const [index, write] of writes.entries()) {
      const was = current.get(write.id)
      const document = was ? plannedChange(known, was, write, at) : null
      if (was && document) {
        written.push({ by: write.by, document, was })
        planned.set(index, document)
        current.set(document.id, document)
      }
      await pace()
    }
    if (!fits(written)) return { documents, isRefused: false }
    const edits = [...new Set(written.map(({ document }) => document.id))]
      .sort()
      .map((id) => ({ was: before.get(id)!, document: current.get(id)! }))
    const isWritten = await commit({ collection, at, written }, 'updated', [
      updatingUnchanged(written[0]!.by, collection, edits),
    ])
    if (isWritten) for (const [index, document] of planned) documents[index] = document
    return { documents, isRefused: !isWritten }
  }

  return { create, change }
}

/** What an edit makes of a document; null where that is for the slow path to say. */
function plannedChange(
  { collection, check }: CachedCollection,
  was: Document,
  write: SharedEdit,
  at: Date,
): Document | null {
  const { by } = write
  if (write.isDirect && mustPropose(by, collection)) return null
  try {
    const checked = changedBy({ scope: by, collection, check, session: { at } }, was, write)
    const edit = editOf(collection, { was, checked, by }, 0, at)
    const isPlain = edit && !edit.fields.some((field) => field.unique || isPointer(field))
    return isPlain ? edit.document : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

const fits = (written: readonly Written[]): boolean => {
  const sizes = written.map(({ was, document }) => document.sizeBytes + (was?.sizeBytes ?? 0))
  return written.length > 0 && sizes.reduce((sum, size) => sum + size, 0) <= maxBytes
}

/** What must still be so for callers that were not looked up. */
const conditionsOf = (scopes: readonly Scope[]): Statement[] =>
  distinctStatements(scopes.flatMap(({ assumed }) => assumed?.isStill ?? []))
