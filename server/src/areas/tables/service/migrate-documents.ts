import { isDeepStrictEqual } from 'node:util'
import { createPace } from '../../../kernel/compute/pace.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { NIL_UUID } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Collection, MigrationReport } from '../schema/collection.ts'
import type { Document } from '../schema/document.ts'
import type { Field } from '../schema/field.ts'
import type { Data, Json } from '../schema/values.ts'
import { listCollectionsById } from '../store/collection.ts'
import { deleteLinksOf, deleteUniqueOf, holdTargets } from '../store/constraints.ts'
import { listDocuments } from '../store/read-documents.ts'
import { createDocumentCheck, defaultOf, type Fault } from './check-document.ts'
import { changesUniqueness } from './define-collection.ts'
import { type FileUse, filesOf, missingFiles } from './file-fields.ts'
import { linksOf, uniqueEntries, uniqueOwner } from './writes/entries.ts'
import type { WriteSession } from './writes/write-session.ts'

const batchSize = 500
const maxExamples = 5
// Beyond this a change of the schema would keep writers out for longer than they wait.
const maxMigrated = 250_000

export type Migration = { was: Collection; now: Collection; renamed: ReadonlyMap<string, string> }

/** Validates every document with the new rules, and reports the conflicts and how many it would rewrite. */
export async function inspect(
  tx: Tx,
  scope: Scope,
  migration: Migration,
  files: FileUse,
): Promise<MigrationReport> {
  const { was, now } = migration
  if (was.documentCount > maxMigrated) throw tooLarge(was.documentCount)
  const blockers = createBlockers()
  const check = createDocumentCheck(now)
  const seen = new Map(uniqueAdded(migration).map((field) => [field, new Set<string>()]))
  const relations = added(migration, ({ relation }) => relation !== undefined)
  const fileFields = added(migration, ({ type }) => type === 'file')
  const pace = createPace()
  let checkedDocuments = 0
  let rewrittenDocuments = 0
  for await (const batch of allDocuments(tx, scope, was)) {
    const rewritten = batch.map((document) => rewrite(document, migration))
    for (const [i, data] of rewritten.entries()) {
      const { id, ownerId } = batch[i]!
      const { data: normal, faults } = check(data, contextOf(scope, migration), false)
      for (const fault of faults) blockers.add(fault, id)
      for (const [{ name }, values] of seen) {
        if (normal[name] === undefined) continue
        const text = `${uniqueOwner(now, ownerId)} ${JSON.stringify(normal[name])}`
        if (values.has(text)) blockers.add({ field: name, rule: 'unique', message: 'is not unique' }, id)
        values.add(text)
      }
      if (faults.length === 0 && !isDeepStrictEqual(normal, batch[i]!.data)) rewrittenDocuments++
      await pace()
    }
    for (const field of relations) await findDangling(tx, scope, field, batch, rewritten, blockers)
    const rows = rewritten.map((data) => ({ data: onlyIds(data, fileFields), fields: fileFields }))
    const missing = await missingFiles(files, tx, { ...scope, acrossUsers: true }, rows)
    missing.forEach((fields, i) => {
      for (const { name } of fields) blockers.add({ ...lostFile, field: name }, batch[i]!.id)
    })
    checkedDocuments += batch.length
  }
  return { checkedDocuments, rewrittenDocuments, blockers: blockers.list() }
}

/** Rewrites what has to be, in a transaction that has the collection for itself, after `inspect` found nothing. */
export async function rewriteAll(session: WriteSession, migration: Migration): Promise<void> {
  const { tx, scope } = session
  const { was, now } = migration
  const check = createDocumentCheck(now)
  for (const { number } of uniqueRemoved(migration)) await deleteUniqueOf(tx, scope, was.id, number)
  for (const { number } of removed(migration, ({ relation }) => relation !== undefined))
    await deleteLinksOf(tx, scope, was.id, number)
  const unique = { fields: uniqueAdded(migration), access: now.access }
  const relations = { fields: added(migration, (field) => field.relation !== undefined) }
  const pace = createPace()
  for await (const batch of allDocuments(tx, scope, was)) {
    const rows: { was: Document; data: Data; sizeBytes: number }[] = []
    for (const document of batch) {
      const { data, sizeBytes } = check(rewrite(document, migration), contextOf(scope, migration), false)
      rows.push({ was: document, data, sizeBytes })
      await pace()
    }
    const after = rows.map((row): Document => ({ ...row.was, data: row.data }))
    await session.rewrite(now, rows, [
      ...after.map((each) => session.rows.claims(scope, now, uniqueEntries(unique, each))),
      ...after.map((each) => session.rows.links(scope, now, linksOf(relations, each))),
      ...rows.map(({ was: before, data }) =>
        session.rows.files(scope, now, {
          id: before.id,
          before: filesOf(was, before),
          after: filesOf(now, { data }),
        }),
      ),
    ])
    await session.finish()
  }
}

const lostFile = { rule: 'file', message: 'refers to a file that does not exist' }

/** Without texts that are no ids: those are reported by the type check. */
const onlyIds = (data: Data, fields: readonly Field[]): Data =>
  Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = data[name]
      return typeof value === 'string' && uuidForm.test(value) ? [[name, value]] : []
    }),
  )

/** Fields that have a property now and did not have it before, or have it otherwise. */
function added({ was, now }: Migration, has: (field: Field) => boolean): Field[] {
  return now.fields.filter((field) => {
    const before = was.fields.find(({ number }) => number === field.number)
    if (!has(field)) return false
    return !before || !has(before) || before.relation?.collectionId !== field.relation?.collectionId
  })
}

const removed = ({ was, now, renamed }: Migration, has: (field: Field) => boolean): Field[] =>
  added({ was: now, now: was, renamed }, has)

const uniqueAdded = (migration: Migration): Field[] =>
  changesUniqueness(migration.was, migration.now)
    ? migration.now.fields.filter(({ unique }) => unique)
    : added(migration, ({ unique }) => unique)

const uniqueRemoved = (migration: Migration): Field[] =>
  changesUniqueness(migration.was, migration.now)
    ? migration.was.fields.filter(({ unique }) => unique)
    : removed(migration, ({ unique }) => unique)

const contextOf = (scope: Scope, { now }: Migration) => ({
  now: new Date(now.updatedAt),
  actingUserId: scope.externalUser.id,
})

function rewrite({ data }: Document, { was, now, renamed }: Migration): Data {
  const names = new Set(now.fields.map(({ name }) => name))
  const dropped =
    now.mode === 'strict' ? was.fields.filter(({ name }) => !names.has(name)).map(({ name }) => name) : []
  const result: Data = {}
  for (const [name, value] of Object.entries(data)) {
    const target = renamed.get(name) ?? name
    if (renamed.has(name) || !dropped.includes(name)) result[target] = value
  }
  const context = { now: new Date(now.updatedAt), actingUserId: now.ownerId }
  for (const field of now.fields) {
    const before = was.fields.find(({ number }) => number === field.number)
    const isNewlyRequired = field.required && !before?.required
    if (result[field.name] !== undefined || (before && !isNewlyRequired)) continue
    const standard: Json | undefined = defaultOf(field, context)
    if (standard !== undefined) result[field.name] = standard
  }
  return result
}

async function* allDocuments(tx: Tx, scope: Scope, collection: Collection): AsyncGenerator<Document[]> {
  const selection = { collection: { ...collection, indexes: [] }, filter: null, search: null, asOf: null }
  const everybody: Scope = { ...scope, acrossUsers: true }
  let last = NIL_UUID
  while (true) {
    const batch = await listDocuments(tx, everybody, selection, {
      sort: { parts: [], isIdDescending: false },
      cursor: { values: [], id: last },
      limit: batchSize,
      offset: 0,
    })
    if (batch.length > 0) yield batch
    if (batch.length < batchSize) return
    last = batch.at(-1)!.id
  }
}

async function findDangling(
  tx: Tx,
  scope: Scope,
  field: Field,
  batch: readonly Document[],
  rewritten: readonly Data[],
  blockers: ReturnType<typeof createBlockers>,
): Promise<void> {
  const [target] = await listCollectionsById(tx, scope, [field.relation!.collectionId])
  const ids = rewritten
    .map((data) => data[field.name])
    .filter((id) => typeof id === 'string' && uuidForm.test(id))
  const held = target
    ? await holdTargets(tx, { ...scope, acrossUsers: true }, target, ids as string[])
    : new Set()
  const fault = { field: field.name, rule: 'relation', message: 'refers to a document that does not exist' }
  rewritten.forEach((data, i) => {
    const id = data[field.name]
    if (typeof id === 'string' && uuidForm.test(id) && !held.has(id)) blockers.add(fault, batch[i]!.id)
  })
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function createBlockers() {
  const found = new Map<string, MigrationReport['blockers'][number]>()
  return {
    add({ field, rule, message }: Fault, id: string): void {
      const key = `${field} ${rule}`
      const blocker = found.get(key) ?? { field, rule, message, count: 0, examples: [] }
      blocker.count++
      if (blocker.examples.length < maxExamples) blocker.examples.push(id)
      found.set(key, blocker)
    },
    list: () => [...found.values()],
  }
}

const tooLarge = (count: number) =>
  new AppError(
    'collection_too_large',
    `The schema of a collection with ${count} documents cannot be changed`,
    {
      facts: { documentCount: count, most: maxMigrated },
      hint: 'Create a collection with the new schema, then export and import the documents.',
    },
  )

export const refuseBlocked = (report: MigrationReport): void => {
  const [first] = report.blockers
  if (!first) return
  throw new AppError(
    'migration_blocked',
    `${first.count} ${first.count === 1 ? 'document blocks' : 'documents block'} the change: ${first.field} ${first.message}`,
    {
      facts: { migration: report },
      hint: 'Fix these documents first; dryRun=true lists all problems.',
    },
  )
}
