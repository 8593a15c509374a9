import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Document } from '../../schema/document.ts'
import { listReferringDocuments, releaseUnique } from '../../store/constraints.ts'
import { deleteDocuments, lockDocuments } from '../../store/write-documents.ts'
import { uniqueEntries } from './entries.ts'
import type { WriteSession } from './write-session.ts'

// A deletion that draws more than this along is most likely not what was meant.
const maxCascaded = 10_000

/**
 * Deletes documents that the caller has locked, and does to those that point at them what their relations say: refuse,
 * clear the field, or go as well.
 */
export async function removeDocuments(
  session: WriteSession,
  collection: Collection,
  documents: readonly Document[],
): Promise<void> {
  const deletions = new Map<string, { collection: Collection; documents: Map<string, Document> }>()
  let count = 0

  function markDeleted(of: Collection, found: readonly Document[]): Document[] {
    const known = deletions.get(of.id) ?? { collection: of, documents: new Map<string, Document>() }
    deletions.set(of.id, known)
    const fresh = found.filter(({ id }) => !known.documents.has(id))
    for (const document of fresh) known.documents.set(document.id, document)
    count += fresh.length
    if (count > documents.length + maxCascaded) throw tooManyCascaded()
    return fresh
  }

  const clearings: { collectionId: string; documentId: string; field: string }[] = []
  let open = [{ collection, documents: markDeleted(collection, documents) }]
  // What relations draw along is a consequence, no matter who owns it.
  const scope: Scope = { ...session.scope, acrossUsers: true }

  /** What goes with these, by collection. What only loses a field is noted, what may not go is refused. */
  async function cascadingFrom(of: Collection, found: readonly Document[]) {
    const referrers = await listReferringDocuments(
      session.tx,
      scope,
      of.id,
      found.map(({ id }) => id),
    )
    if (referrers.length > maxCascaded) throw tooManyCascaded()
    const cascading = new Map<string, Set<string>>()
    for (const { collectionId, documentId, fieldNumber } of referrers) {
      if (deletions.get(collectionId)?.documents.has(documentId)) continue
      const from = collectionId === collection.id ? collection : await session.other(collectionId)
      const field = from?.fields.find(({ number }) => number === fieldNumber)
      if (!from || !field?.relation) continue
      if (field.relation.onDelete === 'restrict') throw restricted(from, field.name, documentId)
      if (field.relation.onDelete === 'setNull')
        clearings.push({ collectionId, documentId, field: field.name })
      else cascading.set(collectionId, (cascading.get(collectionId) ?? new Set()).add(documentId))
    }
    return cascading
  }

  while (open.length > 0) {
    const next: typeof open = []
    for (const { collection: of, documents: found } of open) {
      for (const [id, ids] of await cascadingFrom(of, found)) {
        const from = id === collection.id ? collection : (await session.other(id))!
        const drawn = markDeleted(from, await lockDocuments(session.tx, scope, from, [...ids]))
        if (drawn.length > 0) next.push({ collection: from, documents: drawn })
      }
    }
    open = next
  }
  await clearFields(session, scope, collection, clearings, deletions)
  for (const { collection: of, documents: deleted } of deletions.values()) {
    const all = [...deleted.values()]
    const entries = all.flatMap((each) => uniqueEntries(of, each))
    if (entries.length > 0) session.tx.pipeline(releaseUnique(session.scope, of.id, entries))
    await deleteDocuments(session.tx, session.scope, of, [...deleted.keys()])
    await session.noteDeleted(of, all)
  }
}

async function clearFields(
  session: WriteSession,
  scope: Scope,
  collection: Collection,
  clearings: readonly { collectionId: string; documentId: string; field: string }[],
  deletions: ReadonlyMap<string, { documents: ReadonlyMap<string, Document> }>,
): Promise<void> {
  const byDocument = Map.groupBy(clearings, ({ collectionId, documentId }) => `${collectionId} ${documentId}`)
  for (const group of byDocument.values()) {
    const { collectionId, documentId } = group[0]!
    if (deletions.get(collectionId)?.documents.has(documentId)) continue
    const from = collectionId === collection.id ? collection : (await session.other(collectionId))!
    const [document] = await lockDocuments(session.tx, scope, from, [documentId])
    if (!document) continue
    const data = { ...document.data }
    for (const { field } of group) delete data[field]
    await session.update(from, document, { data, sizeBytes: Buffer.byteLength(JSON.stringify(data)) })
  }
}

const restricted = ({ slug }: Collection, field: string, documentId: string) =>
  new AppError('relation_restricted', `A document in ${slug} refers to it in ${field}`, {
    facts: { collection: slug, field, documentId },
    hint: 'Change or delete that document first, or set onDelete of the relation.',
  })

const tooManyCascaded = () =>
  new AppError('relation_restricted', `Deleting it would cascade to more than ${maxCascaded} documents`, {
    hint: 'Delete the referring documents first, in batches.',
  })
