import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../../kernel/db/db.ts'
import { writePlans } from '../../../../kernel/db/plan/commit.ts'
import type { Plan } from '../../../../kernel/db/plan/plan.ts'
import type { RowBatch } from '../../../../kernel/db/plan/rows.ts'
import type { AppError } from '../../../../kernel/errors.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import type { Data } from '../../schema/values.ts'
import { lockCollection } from '../../store/collection.ts'
import { areEventsSelected } from '../../store/feed.ts'
import { inParts } from '../../store/in-parts.ts'
import type { Checked } from '../check-document.ts'
import { type FileUse, filesOf, forgetFiles } from '../file-fields.ts'
import { newDocument } from '../operations/write-document.ts'
import { type Counted, createDocumentRows } from './document-rows.ts'
import { eventOf } from './events.ts'
import { documentRefusal } from './refusals.ts'

/** `by` is the writer, if it is not the one whose transaction it is. */
export type NewDocument = { checked: Checked; ownerId: string; by?: Scope }
export type ChangedDocument = { was: Document; checked: Pick<Checked, 'data' | 'sizeBytes'>; by?: Scope }
export type Outcome = { document: Document; error?: undefined } | { document?: undefined; error: AppError }

type SessionDeps = {
  tx: Tx
  scope: Scope
  at: Date
  newId: NewId
  externalUsers: ExternalUsers
  files: FileUse
  /** Without it no events are published. */
  events?: Pick<Events, 'publishing'>
}

type Noted = Counted & { by: Scope; collection: Collection }

// Writing so much as JSON takes a few milliseconds.
const maxStatementBytes = 256 * 1024

/**
 * The writes of one transaction, to any number of collections. Rows that others wait for come last and in one order: the
 * counts of users, then the feeds of collections.
 */
export function createWriteSession({ tx, scope, at, newId, externalUsers, files, events }: SessionDeps) {
  let noted: Noted[] = []
  const collections = new Map<string, Collection>()
  const rows = createDocumentRows({ externalUsers, files })

  function note(
    collection: Collection,
    change: Pick<Counted, 'kind' | 'was' | 'document'>,
    by = scope,
  ): void {
    noted.push({ ...change, at, mustFit: false, by, collection })
  }

  /** The collection of the other end, held like the one that is written to. */
  async function other(id: string): Promise<Collection | null> {
    const cached = collections.get(id)
    if (cached) return cached
    const collection = await lockCollection(tx, scope, id)
    if (collection) collections.set(id, collection)
    return collection
  }

  /** Writes the rows that can be written; a row that breaks a rule is not written and says why. */
  async function create(collection: Collection, requested: readonly NewDocument[]): Promise<Outcome[]> {
    const ids = requested.map(() => newId()).sort()
    const documents = requested.map(({ checked, ownerId }, i) =>
      newDocument(collection.id, ids[i]!, ownerId, checked),
    )
    const writerOf = (place: number) => requested[place]!.by ?? scope
    const plans = documents.map((document, i) => ({
      rows: rows.created(writerOf(i), collection, document),
      refusal: documentRefusal(collection),
    }))
    const errors = await writePlans(tx, plans)
    return documents.map((document, i) => {
      if (errors[i]) return { error: errors[i] }
      note(collection, { kind: 'created', document, was: null }, writerOf(i))
      return { document }
    })
  }

  /**
   * The changed documents. The caller has locked each and names it once; unchanged data creates no new version. A row
   * that breaks a rule is not written and says why.
   */
  async function updateAll(collection: Collection, changes: readonly ChangedDocument[]): Promise<Outcome[]> {
    const edits = changes.map(({ was, checked, by = scope }) => ({
      was,
      by,
      document: nextVersion(was, checked),
    }))
    const isChanged = ({ was, document }: { was: Document; document: Document }) => was !== document
    const plans = edits.filter(isChanged).map(({ was, document, by }) => ({
      demands: demandOwner(collection, was, by),
      rows: rows.updated(by, collection, { was, document }),
      refusal: documentRefusal(collection),
    }))
    const errors = (await writePlans(tx, plans)).values()
    return edits.map((edit) => {
      if (!isChanged(edit)) return { document: edit.was }
      const error = errors.next().value
      if (error) return { error }
      note(collection, { kind: 'updated', document: edit.document, was: edit.was }, edit.by)
      return { document: edit.document }
    })
  }

  /** Unique values are claimed in the name of the owner, who is another user if an admin acts across users. */
  const demandOwner = ({ access }: Collection, { ownerId }: Document, by: Scope) =>
    access === 'owner' && ownerId !== by.externalUser.id
      ? externalUsers.demandUser({ ...scope, externalUser: { id: ownerId, name: '' } })
      : []

  const nextVersion = (was: Document, { data, sizeBytes }: Pick<Checked, 'data' | 'sizeBytes'>): Document =>
    isDeepStrictEqual(was.data, data)
      ? was
      : { ...was, data, sizeBytes, version: was.version + 1, updatedAt: at.toISOString() }

  async function update(
    collection: Collection,
    was: Document,
    checked: Pick<Checked, 'data' | 'sizeBytes'>,
  ): Promise<Document> {
    const [outcome] = await updateAll(collection, [{ was, checked }])
    if (outcome!.error) throw outcome!.error
    return outcome!.document!
  }

  /** New data for documents, with rows that depend on it. Unique values and relations are the task of the caller. */
  async function rewrite(
    collection: Collection,
    documents: readonly { was: Document; data: Data; sizeBytes: number }[],
    dependent: readonly RowBatch[],
  ): Promise<void> {
    const changed = documents.flatMap(({ was, ...checked }) => {
      const document = nextVersion(was, checked)
      return document === was ? [] : [{ was, document }]
    })
    await writeAll({
      rows: [...changed.map((each) => rows.changed(scope, collection, each)), ...dependent],
      refusal: documentRefusal(collection),
    })
    for (const each of changed) note(collection, { kind: 'updated', ...each })
  }

  async function writeAll(plan: Pick<Plan<unknown>, 'rows' | 'refusal'>): Promise<void> {
    const [error] = await writePlans(tx, [plan])
    if (error) throw error
  }

  /** The feeds of collections in the order of their ids, a part of the changes after the other. */
  async function recordAll(changes: readonly Noted[]): Promise<void> {
    const byCollection = [...Map.groupBy(changes, ({ collection }) => collection.id)]
    const inOrder = byCollection
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, group]) => checkedAtEnd(group))
    const storage = inOrder.map((each) => rows.stored(each.by, each))
    const [first = [], ...more] = inParts(inOrder, ({ document }) => document.sizeBytes, maxStatementBytes)
    for (const [i, part] of [first, ...more].entries()) {
      const recorded = part.map((each) => rows.recorded(each.by, each.collection, each))
      await writeAll({
        rows: i === 0 ? [...storage, ...recorded] : recorded,
        refusal: (reason, detail) => documentRefusal(part.at(-1)!.collection)(reason, detail),
      })
    }
  }

  return {
    tx,
    scope,
    at,
    files,
    rows,
    other,
    create,
    update,
    updateAll,
    rewrite,
    /** Their rows are deleted by the caller. */
    async noteDeleted(collection: Collection, deleted: readonly Document[]): Promise<void> {
      for (const was of deleted) {
        const document = { ...was, version: was.version + 1, updatedAt: at.toISOString() }
        note(collection, { kind: 'deleted', document, was })
      }
      const using = deleted.filter((each) => filesOf(collection, each).length > 0).map(({ id }) => id)
      if (using.length > 0) await forgetFiles(files, tx, scope, collection.id, using)
    },
    /** Settles the writes so far. Only the commit, or more of the same, may come after it. */
    async finish(): Promise<void> {
      const changes = noted
      noted = []
      if (changes.length === 0) return
      const changed = new Map(changes.map(({ collection }) => [collection.id, collection]))
      const q = { rows: tx.pipelineAndAwait }
      const selections = Promise.all(
        [...changed.values()].map(async (each) =>
          events && (await areEventsSelected(q, scope, each)) ? [each.id] : [],
        ),
      )
      // It travels with the changes and fails with them. Without a handler that would end the process.
      selections.catch(() => undefined)
      await recordAll(changes)
      const selected = new Set((await selections).flat())
      const published = changes.filter(({ collection }) => selected.has(collection.id))
      await writeAll({
        rows: published.map(({ by, collection, kind, document }) =>
          events!.publishing(
            { ...by, externalUser: { id: document.ownerId, name: '' } },
            eventOf(collection, kind, document),
          ),
        ),
      })
    },
  }
}

/** Whether the collection is full is decided by the count after the last change. */
function checkedAtEnd(changes: readonly Noted[]): Noted[] {
  const added = changes.reduce(
    (sum, { kind }) => sum + (kind === 'created' ? 1 : kind === 'deleted' ? -1 : 0),
    0,
  )
  return changes.map((each, i) => ({ ...each, mustFit: added > 0 && i === changes.length - 1 }))
}

export type WriteSession = ReturnType<typeof createWriteSession>
