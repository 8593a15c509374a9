import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import { type NewId, NIL_UUID } from '../../../../kernel/ids.ts'
import { kilobytes } from '../../../../kernel/kilobytes.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import type { Field } from '../../schema/field.ts'
import type { Data, Json } from '../../schema/values.ts'
import { lockCollection } from '../../store/collection.ts'
import {
  claimUnique,
  deleteLinks,
  insertLinks,
  type Link,
  releaseUnique,
  type UniqueEntry,
} from '../../store/constraints.ts'
import { type Change, recordChanges } from '../../store/feed.ts'
import { insertDocuments, updateDocuments } from '../../store/write-documents.ts'
import type { Checked } from '../check-document.ts'
import { type FileUse, filesOf, forgetFiles, noteFiles } from '../file-fields.ts'
import { createPointerCheck } from './pointer-check.ts'

/** `by` is who writes it, where that is not the one whose transaction it is. */
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
  /** Without it nothing is published, as of changes that are no act on a document. */
  events?: Pick<Events, 'publishMany'>
}

/**
 * Everything one transaction writes, in however many collections. What others wait for comes last and in one order: the
 * counts of users, then the feeds of collections.
 */
export function createWriteSession({ tx, scope, at, newId, externalUsers, files, events }: SessionDeps) {
  const changes = new Map<string, Noted[]>()
  const byOwner = new Map<string, number>()
  const totals = new Map<string, { slug: string; documents: number; bytes: number; most: number }>()
  const collections = new Map<string, Collection>()
  const danglingIn = createPointerCheck({ tx, scope, files })

  function note(
    collection: Collection,
    change: Omit<Change, 'actor'>,
    documents: number,
    was: Document | null,
    by: Scope = scope,
  ): void {
    const { id } = collection
    const noted = changes.get(id)
    const entry = { ...change, actor: actorOf(by), by }
    if (noted) noted.push(entry)
    else changes.set(id, [entry])
    const total = totals.get(id) ?? {
      slug: collection.slug,
      documents: 0,
      bytes: 0,
      most: collection.maxDocuments,
    }
    const isDeletion = change.kind === 'deleted'
    const now = isDeletion ? 0 : change.document.sizeBytes
    totals.set(id, {
      ...total,
      documents: total.documents + documents,
      bytes: total.bytes + now - (was?.sizeBytes ?? 0),
    })
    const add = (owner: string, amount: number) => byOwner.set(owner, (byOwner.get(owner) ?? 0) + amount)
    if (was) add(was.ownerId, -kilobytes(was.sizeBytes))
    if (!isDeletion) add(change.document.ownerId, kilobytes(now))
  }

  /** The collection of the other end, held like the one that is written to. */
  async function other(id: string): Promise<Collection | null> {
    const known = collections.get(id)
    if (known) return known
    const found = await lockCollection(tx, scope, id)
    if (found) collections.set(id, found)
    return found
  }

  /** Writes what can be written; a row that breaks a rule is not written and says why. */
  async function create(collection: Collection, rows: readonly NewDocument[]): Promise<Outcome[]> {
    const ids = rows.map(() => newId()).sort()
    const documents = rows.map(({ checked, ownerId }, i) =>
      newDocument(collection.id, ids[i]!, ownerId, checked),
    )
    const outcomes = documents.map((document): Outcome => ({ document }))
    const pointing = documents.map(({ data }, i) => ({ data, fields: collection.fields, by: rows[i]!.by }))
    for (const [i, error] of (await danglingIn(pointing)).entries()) if (error) outcomes[i] = { error }
    const entries = documents.flatMap((document, i) =>
      outcomes[i]!.error ? [] : uniqueEntries(collection, document),
    )
    const taken = await claimUnique(tx, scope, collection.id, entries)
    for (const { documentId, fieldNumber } of taken)
      outcomes[ids.indexOf(documentId)] = { error: uniqueViolation(collection, fieldNumber) }
    const refused = new Set(documents.filter((_, i) => outcomes[i]!.error).map(({ id }) => id))
    const lost = new Set(taken)
    await releaseUnique(
      tx,
      scope,
      collection.id,
      entries.filter((entry) => refused.has(entry.documentId) && !lost.has(entry)),
    )
    const written = documents.filter(({ id }) => !refused.has(id))
    if (written.length > 0) {
      await insertDocuments(tx, scope, collection, written)
      await insertLinks(
        tx,
        scope,
        collection.id,
        written.flatMap((each) => linksOf(collection, each)),
      )
      const used = written.map((each) => ({ id: each.id, before: [], after: filesOf(collection, each) }))
      await noteFiles(files, tx, scope, collection.id, used)
      for (const [i, document] of documents.entries())
        if (!refused.has(document.id)) note(collection, { kind: 'created', document }, 1, null, rows[i]!.by)
    }
    return outcomes
  }

  /**
   * The current documents, each of which the caller has locked and names once; unchanged data creates no new version. A
   * row that breaks a rule is not written and says why.
   */
  async function updateAll(collection: Collection, rows: readonly ChangedDocument[]): Promise<Outcome[]> {
    const outcomes = rows.map(({ was }): Outcome => ({ document: was }))
    const edits = rows.flatMap((row, i) => editOf(collection, row, i, at) ?? [])
    await holdOwners(collection, edits)
    const faults = await danglingIn(
      edits.map(({ document, fields, by }) => ({ data: document.data, fields, by })),
    )
    const sound = edits.filter(({ row }, i) => {
      const error = faults[i]
      if (error) outcomes[row] = { error }
      return !error
    })
    const accepted = await claimedOf(collection, sound, outcomes)
    if (accepted.length === 0) return outcomes
    const { access } = collection
    const before = accepted.flatMap(({ was, fields }) => uniqueEntries({ fields, access }, was))
    await releaseUnique(tx, scope, collection.id, before)
    for (const { was, document, fields } of accepted) {
      const relations = fields.filter(({ relation }) => relation)
      const cleared = relations.filter(({ name }) => document.data[name] === undefined)
      const numbers = cleared.map(({ number }) => number)
      await deleteLinks(tx, scope, collection.id, was.id, numbers)
      await insertLinks(tx, scope, collection.id, linksOf({ fields: relations }, document))
    }
    const used = accepted.map(({ was, document }) => ({
      id: was.id,
      before: filesOf(collection, was),
      after: filesOf(collection, document),
    }))
    await noteFiles(files, tx, scope, collection.id, used)
    const documents = accepted.map(({ document }) => document)
    await updateDocuments(tx, scope, collection, documents)
    for (const { row, was, document, by } of accepted) {
      outcomes[row] = { document }
      note(collection, { kind: 'updated', document }, 0, was, by)
    }
    return outcomes
  }

  /** Values are claimed in the owner's name, who is not the acting user when an admin acts across users. */
  async function holdOwners({ access }: Collection, edits: readonly Edit[]): Promise<void> {
    if (access !== 'owner') return
    const others = edits.filter(({ was, by = scope }) => was.ownerId !== by.externalUser.id)
    for (const id of new Set(others.map(({ was }) => was.ownerId)))
      await externalUsers.hold(tx, { ...scope, externalUser: { id, name: '' } })
  }

  /** Those whose unique values are theirs now. */
  async function claimedOf(
    collection: Collection,
    edits: readonly Edit[],
    outcomes: Outcome[],
  ): Promise<Edit[]> {
    const { access } = collection
    const entries = edits.flatMap(({ document, fields }) => uniqueEntries({ fields, access }, document))
    const taken = await claimUnique(tx, scope, collection.id, entries)
    if (taken.length === 0) return [...edits]
    const refused = new Map(taken.map(({ documentId, fieldNumber }) => [documentId, fieldNumber]))
    // A caller that continues after this refusal must find nothing of it.
    const unused = entries.filter((entry) => refused.has(entry.documentId) && !taken.includes(entry))
    await releaseUnique(tx, scope, collection.id, unused)
    return edits.filter(({ row, document }) => {
      const field = refused.get(document.id)
      if (field !== undefined) outcomes[row] = { error: uniqueViolation(collection, field) }
      return field === undefined
    })
  }

  async function update(
    collection: Collection,
    was: Document,
    checked: Pick<Checked, 'data' | 'sizeBytes'>,
  ): Promise<Document> {
    const [outcome] = await updateAll(collection, [{ was, checked }])
    if (outcome!.error) throw outcome!.error
    return outcome!.document!
  }

  /** New data for documents whose unique values and relations do not change. */
  async function rewrite(
    collection: Collection,
    rows: readonly { was: Document; data: Data; sizeBytes: number }[],
  ): Promise<void> {
    const documents = rows.map(({ was, data, sizeBytes }) => ({
      ...was,
      data,
      sizeBytes,
      version: was.version + 1,
      updatedAt: at.toISOString(),
    }))
    await updateDocuments(tx, scope, collection, documents)
    documents.forEach((document, i) => {
      note(collection, { kind: 'updated', document }, 0, rows[i]!.was)
    })
  }

  return {
    tx,
    scope,
    at,
    files,
    other,
    create,
    update,
    updateAll,
    rewrite,
    /** Their rows are deleted; here it is only recorded. */
    async noteDeleted(collection: Collection, deleted: readonly Document[]): Promise<void> {
      for (const was of deleted) {
        const document = { ...was, version: was.version + 1, updatedAt: at.toISOString() }
        note(collection, { kind: 'deleted', document }, -1, was)
      }
      const using = deleted.filter((each) => filesOf(collection, each).length > 0).map(({ id }) => id)
      if (using.length > 0) await forgetFiles(files, tx, scope, collection.id, using)
    },
    /** Settles what was written so far. Nothing but the commit, or more of the same, may come after it. */
    async finish(): Promise<void> {
      for (const [ownerId, amount] of [...byOwner].sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (amount === 0) continue
        const owner = { ...scope, externalUser: { id: ownerId, name: '' } }
        await externalUsers.count(tx, owner, { databaseStorageKb: amount })
      }
      for (const [id, { slug, documents, bytes, most }] of [...totals].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const collection = { id, slug }
        const noted = changes.get(id)!
        const recorded = await recordChanges(tx, scope, collection, noted, { documents, bytes, at })
        if (documents > 0 && recorded.documentCount > most) throw collectionFull(most)
        if (!recorded.isSelected) continue
        for (const [by, group] of Map.groupBy(noted, (change) => change.by))
          await events?.publishMany(tx, by, eventsOf(collection, group))
      }
      for (const map of [changes, byOwner, totals]) map.clear()
    },
  }
}

type Noted = Change & { by: Scope }

/** A document that changes, with the fields that do. */
type Edit = { row: number; was: Document; document: Document; fields: Field[]; by: Scope | undefined }

export function editOf(
  { fields }: Collection,
  { was, checked: { data, sizeBytes }, by }: ChangedDocument,
  row: number,
  at: Date,
): Edit | null {
  if (isDeepStrictEqual(was.data, data)) return null
  const document = { ...was, data, sizeBytes, version: was.version + 1, updatedAt: at.toISOString() }
  const changed = fields.filter(({ name }) => !isDeepStrictEqual(was.data[name], data[name]))
  return { row, was, document, fields: changed, by }
}

/** Their content is not in events: not all who read events may read tables. */
const eventsOf = ({ id, slug }: Pick<Collection, 'id' | 'slug'>, changes: readonly Change[]) =>
  changes.map(({ kind, document }) => ({
    type: `table.document.${kind}` as const,
    externalUserId: document.ownerId,
    data: { collectionId: id, collectionSlug: slug, documentId: document.id, version: document.version },
  }))

export type WriteSession = ReturnType<typeof createWriteSession>

/** The time of creation is the one in the id, so that the order of the ids is the order of creation. */
export function newDocument(
  collectionId: string,
  id: string,
  ownerId: string,
  { data, sizeBytes }: Pick<Checked, 'data' | 'sizeBytes'>,
): Document {
  const at = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString()
  return { id, collectionId, ownerId, data, sizeBytes, version: 1, createdAt: at, updatedAt: at }
}

export const hashOf = (value: Json): Buffer => createHash('sha256').update(JSON.stringify(value)).digest()

/**
 * The owner within whom a value is unique. Where only owners see a document it is each of them: to refuse a value
 * because another owner has it would reveal that they have it. Everywhere else all see it, and it is unique in the
 * collection.
 */
export const uniqueOwner = ({ access }: Pick<Collection, 'access'>, ownerId: string): string =>
  access === 'owner' ? ownerId : NIL_UUID

export const uniqueEntries = (
  { fields, access }: Pick<Collection, 'fields' | 'access'>,
  { id, data, ownerId }: Document,
): UniqueEntry[] =>
  fields
    .filter(({ unique, name }) => unique && data[name] !== undefined)
    .map(({ number, name }) => ({
      fieldNumber: number,
      hash: hashOf(data[name]!),
      documentId: id,
      ownerId: uniqueOwner({ access }, ownerId),
    }))

export const linksOf = ({ fields }: Pick<Collection, 'fields'>, { id, data }: Document): Link[] =>
  fields.flatMap(({ relation, number, name }) => {
    const targetId = data[name]
    return relation && typeof targetId === 'string'
      ? [{ documentId: id, fieldNumber: number, targetCollectionId: relation.collectionId, targetId }]
      : []
  })

function uniqueViolation({ fields }: Collection, fieldNumber: number): AppError {
  const name = fields.find(({ number }) => number === fieldNumber)!.name
  return new AppError('unique_violation', `Another document already has this ${name}`, {
    details: [{ in: 'body', path: `/${name}`, rule: 'unique', message: 'must be unique' }],
    facts: { field: name },
    hint: 'Use upsertOn to update the existing document.',
  })
}

const collectionFull = (most: number) =>
  new AppError('collection_full', `The collection has reached its limit of ${most} documents`, {
    facts: { maxDocuments: most },
    hint: 'Delete documents, or raise maxDocuments of the collection.',
  })
