import { isDeepStrictEqual } from 'node:util'
import { deferRows, type RowBatch, type RowWriter } from '../../../../kernel/db/plan/rows.ts'
import { kilobytes } from '../../../../kernel/kilobytes.ts'
import { actorOf, type Scope } from '../../../../kernel/scope.ts'
import type { ExternalUsers } from '../../../external-users/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import type { Field } from '../../schema/field.ts'
import {
  claimUnique,
  deleteLinks,
  demandTargets,
  insertLinks,
  type Link,
  type PlacedEntry,
  releaseUnique,
  type Target,
  type UniqueEntry,
} from '../../store/constraints.ts'
import { type ChangeKind, recordChanges } from '../../store/feed.ts'
import { type DocumentEdit, insertDocuments, updateDocuments } from '../../store/write-documents.ts'
import { changeFiles, type FileUse, filesOf } from '../file-fields.ts'
import { linksOf, uniqueEntries } from './entries.ts'

/** Rows of one collection. `by` is the writer; the transaction may have several. */
type In<Row> = Row & { by: Scope; collection: Collection }
type Placed<Row> = In<Row> & { of: number }

type Changed = { was: Document; document: Document }
export type Counted = {
  kind: ChangeKind
  was: Document | null
  document: Document
  at: Date
  mustFit: boolean
}
type LinkChange = { documentId: string; fieldNumber: number; link: Link | null }
type FileChange = { id: string; before: readonly string[]; after: readonly string[] }

/** A writer whose statements are of one collection each. */
const byCollection = <Row>(
  phase: 'lock' | 'write' | 'count',
  statementsOf: (rows: readonly Placed<Row>[]) => ReturnType<RowWriter<Row>['statements']>,
): RowWriter<In<Row>> => ({
  phase,
  statements: (rows, { of }) =>
    [
      ...Map.groupBy(
        rows.map((row, i) => ({ ...row, of: of[i]! })),
        ({ collection }) => collection.id,
      ),
    ]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([, group]) => statementsOf(group)),
})

const inserted = byCollection<{ document: Document }>('write', (rows) => [
  insertDocuments(
    rows[0]!.by,
    rows[0]!.collection,
    rows.map(({ document }) => document),
  ),
])

/** Several changes of one document are one: from the version before the first to the one after the last. */
const changed = byCollection<Changed>('write', (rows) => {
  const edits = [...Map.groupBy(rows, ({ was }) => was.id).values()].map(
    (group): DocumentEdit => ({
      was: group[0]!.was,
      document: group.at(-1)!.document,
      of: group.map(({ of }) => of),
    }),
  )
  const inOrder = edits.sort((a, b) => (a.was.id < b.was.id ? -1 : 1))
  return [updateDocuments(rows[0]!.by, rows[0]!.collection, inOrder)]
})

const claimed = byCollection<UniqueEntry>('write', (rows) => [
  claimUnique(rows[0]!.by, rows[0]!.collection.id, rows as readonly PlacedEntry[]),
])

const released = byCollection<UniqueEntry>('write', (rows) => [
  releaseUnique(rows[0]!.by, rows[0]!.collection.id, rows),
])

const pointedAt: RowWriter<Omit<Target, 'of'>> = {
  phase: 'lock',
  statements: (targets, { of }) => [
    demandTargets(
      targets[0]!.by,
      targets.map((target, i) => ({ ...target, of: of[i]! })),
    ),
  ],
}

/** The last link of each field counts. */
const linked = byCollection<LinkChange>('write', (rows) => {
  const last = [
    ...new Map(rows.map((row) => [`${row.documentId} ${row.fieldNumber}`, row] as const)).values(),
  ]
  const { by, collection } = rows[0]!
  const removed = last.filter(({ link }) => link === null)
  const links = last.flatMap(({ link }) => link ?? [])
  return [
    ...(removed.length > 0 ? [deleteLinks(by, collection.id, removed)] : []),
    ...(links.length > 0 ? [insertLinks(by, collection.id, links)] : []),
  ]
})

const recorded = byCollection<Counted>('count', (rows) => [
  recordChanges(
    rows[0]!.by,
    rows[0]!.collection,
    rows.map(({ kind, was, document, by, at, mustFit, of }) => ({
      kind,
      document,
      mustFit,
      actor: actorOf(by),
      at,
      of,
      documents: kind === 'created' ? 1 : kind === 'deleted' ? -1 : 0,
      bytes: sizeAfter(kind, document) - (was?.sizeBytes ?? 0),
    })),
  ),
])

const sizeAfter = (kind: ChangeKind, { sizeBytes }: Document) => (kind === 'deleted' ? 0 : sizeBytes)

type Storage = { by: Scope; ownerId: string; kilobytes: number }

/** The rows of documents: how they are stored, and what depends on them. */
export function createDocumentRows({
  externalUsers,
  files,
}: {
  externalUsers: ExternalUsers
  files: FileUse
}) {
  const readable: RowWriter<{ by: Scope; fieldNumber: number; fileId: string }> = {
    phase: 'lock',
    statements: (rows, { of }) => [
      files.demandReadable(
        rows.map(({ by, fieldNumber, fileId }, i) => ({ scope: by, field: fieldNumber, fileId, of: of[i]! })),
      ),
    ],
  }

  const used = byCollection<FileChange>('write', (rows) => {
    const net = [...Map.groupBy(rows, ({ id }) => id).values()].map((group) => ({
      id: group[0]!.id,
      before: group[0]!.before,
      after: group.at(-1)!.after,
    }))
    return changeFiles(files, rows[0]!.by, rows[0]!.collection.id, net)
  })

  const stored: RowWriter<Storage> = {
    phase: 'count',
    statements: (rows) =>
      [...Map.groupBy(rows, ({ ownerId }) => ownerId)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .flatMap(([ownerId, group]) => {
          const databaseStorageKb = group.reduce((sum, each) => sum + each.kilobytes, 0)
          return databaseStorageKb === 0
            ? []
            : [externalUsers.addToStats(group[0]!.by, ownerId, { databaseStorageKb })]
        }),
  }

  /** Relations and files of these fields must exist for the writer, and stay until the commit. */
  function pointers(by: Scope, fields: readonly Field[], { data }: Document): RowBatch[] {
    const targets: Omit<Target, 'of'>[] = []
    const named: { by: Scope; fieldNumber: number; fileId: string }[] = []
    for (const { name, number, type, relation } of fields) {
      const id = data[name]
      if (typeof id !== 'string') continue
      if (relation) targets.push({ by, fieldNumber: number, collectionId: relation.collectionId, id })
      else if (type === 'file') named.push({ by, fieldNumber: number, fileId: id })
    }
    if (named.length > 0) files.checkAccess(by, 'read')
    return [deferRows(pointedAt, ...targets), deferRows(readable, ...named)]
  }

  const rowsOf = {
    claims: (by: Scope, collection: Collection, entries: readonly UniqueEntry[]): RowBatch =>
      deferRows(claimed, ...entries.map((entry) => ({ ...entry, by, collection }))),
    releases: (by: Scope, collection: Collection, entries: readonly UniqueEntry[]): RowBatch =>
      deferRows(released, ...entries.map((entry) => ({ ...entry, by, collection }))),
    links: (by: Scope, collection: Collection, links: readonly Link[]): RowBatch =>
      deferRows(linked, ...links.map((link) => ({ ...link, link, by, collection }))),
    files: (by: Scope, collection: Collection, change: FileChange): RowBatch =>
      deferRows(used, { ...change, by, collection }),
    changed: (by: Scope, collection: Collection, change: Changed): RowBatch =>
      deferRows(changed, { ...change, by, collection }),
    /** The storage of the owner. Later in its transaction than all rows but the feed. */
    stored(by: Scope, { kind, was, document }: Counted): RowBatch {
      const added = { ownerId: document.ownerId, kilobytes: kilobytes(sizeAfter(kind, document)), by }
      const removed = was && { ownerId: was.ownerId, kilobytes: -kilobytes(was.sizeBytes), by }
      return deferRows(stored, added, ...(removed ? [removed] : []))
    },
    /** Counts and numbers the change. Last in its transaction, since all writers wait for the row of the feed. */
    recorded: (by: Scope, collection: Collection, change: Counted): RowBatch =>
      deferRows(recorded, { ...change, by, collection }),
  }

  return {
    ...rowsOf,
    /** A new document without its counts. */
    created: (by: Scope, collection: Collection, document: Document): RowBatch[] => [
      ...pointers(by, collection.fields, document),
      rowsOf.claims(by, collection, uniqueEntries(collection, document)),
      deferRows(inserted, { by, collection, document }),
      rowsOf.links(by, collection, linksOf(collection, document)),
      rowsOf.files(by, collection, { id: document.id, before: [], after: filesOf(collection, document) }),
    ],
    /** A changed document without its counts. Values are claimed before the old ones are released. */
    updated(by: Scope, collection: Collection, { was, document }: Changed): RowBatch[] {
      const fields = changedFields(collection, { was, document })
      const { access } = collection
      const cleared = fields.filter(({ relation, name }) => relation && document.data[name] === undefined)
      const noLinks = cleared.map(({ number }) => ({ documentId: was.id, fieldNumber: number, link: null }))
      return [
        ...pointers(by, fields, document),
        rowsOf.claims(by, collection, uniqueEntries({ fields, access }, document)),
        rowsOf.releases(by, collection, uniqueEntries({ fields, access }, was)),
        rowsOf.links(by, collection, linksOf({ fields }, document)),
        deferRows(linked, ...noLinks.map((each) => ({ ...each, by, collection }))),
        rowsOf.files(by, collection, {
          id: was.id,
          before: filesOf(collection, was),
          after: filesOf(collection, document),
        }),
        rowsOf.changed(by, collection, { was, document }),
      ]
    },
  }
}

export type DocumentRows = ReturnType<typeof createDocumentRows>

const changedFields = ({ fields }: Collection, { was, document }: Changed): Field[] =>
  fields.filter(({ name }) => !isDeepStrictEqual(was.data[name], document.data[name]))
