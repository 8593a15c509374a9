import type { AuditAction } from '../../../kernel/area.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import {
  type Collection,
  type CollectionQuery,
  type CollectionView,
  type CreateCollectionBody,
  type MigrationReport,
  type UpdateCollectionBody,
  viewOf,
} from '../schema/collection.ts'
import type { FieldInput } from '../schema/field.ts'
import {
  findCollection,
  findNameConflict,
  insertCollection,
  listCollections,
  listReferrers,
  lockNames,
  markDeleted,
  updateCollection,
} from '../store/collection.ts'
import { getCollection, holdCollection, refuseForeignCollection } from './access.ts'
import { defineFields, defineIndexes, needsScan } from './define-collection.ts'
import type { FileUse } from './file-fields.ts'
import { inspect, type Migration, refuseBlocked, rewriteAll } from './migrate-documents.ts'
import { createWriteSession } from './writes/write-session.ts'

export type CollectionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'enqueue'>
  externalUsers: ExternalUsers
  files: FileUse
}

export const tidyRun = 'tables.tidy-collection'

/** Collections: what their documents look like, who sees them, what they are indexed by. */
export function createCollectionService(deps: CollectionDeps) {
  const { db, clock, newId, audit, runs, externalUsers, files } = deps

  const record = (tx: Tx, scope: Scope, action: AuditAction, { id, slug }: Collection, details = {}) =>
    audit.record(tx, scope, { action, targetType: 'collection', targetId: id, details: { slug, ...details } })

  /** Fills new indexes, clears what is no longer needed; in the background, because it may take long. */
  const tidy = (tx: Tx, scope: Scope, id: string) =>
    runs.enqueue(tx, maintenanceScope(scope), { kind: tidyRun, input: { collectionId: id } })

  async function refuseTaken(tx: Tx, scope: Scope, collection: Collection): Promise<void> {
    const taken = await findNameConflict(tx, scope, collection)
    if (taken === null) return
    throw taken === 'slug'
      ? new AppError('slug_conflict', `A collection with the slug "${collection.slug}" already exists`)
      : new AppError('name_conflict', `A collection named "${collection.name}" already exists`)
  }

  /** Relations may name their target by its slug; the id is stored. */
  async function resolved(
    tx: Tx,
    scope: Scope,
    fields: readonly FieldInput[],
    self: Pick<Collection, 'id' | 'slug'>,
  ): Promise<FieldInput[]> {
    const result: FieldInput[] = []
    for (const [i, field] of fields.entries()) {
      const { relation } = field
      if (!relation) result.push(field)
      else {
        const isSelf = relation.collectionId === self.slug || relation.collectionId === self.id
        const target = isSelf ? self : await findCollection(tx, scope, relation.collectionId)
        if (!target) throw unknownTarget(i, relation.collectionId)
        result.push({ ...field, relation: { ...relation, collectionId: target.id } })
      }
    }
    return result
  }

  async function change(
    tx: Tx,
    scope: Scope,
    was: Collection,
    { schema, indexes, exposeViaMcp, ...settings }: UpdateCollectionBody,
  ): Promise<Migration> {
    const changes = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
    const next: Collection = {
      ...was,
      ...changes,
      isExposedViaMcp: exposeViaMcp ?? was.isExposedViaMcp,
      updatedAt: clock.now().toISOString(),
    }
    const inputs = schema && (await resolved(tx, scope, schema.fields, next))
    const defined = inputs
      ? defineFields(inputs, was)
      : { fields: was.fields, nextNumber: was.nextNumber, renamed: new Map() }
    const { renamed } = defined
    Object.assign(next, { fields: defined.fields, nextNumber: defined.nextNumber })
    const definitions = indexes ?? retainedIndexes(was, next, renamed)
    Object.assign(next, defineIndexes(definitions, next, new Set([...renamed.values()])))
    return { was, now: next, renamed }
  }

  /** An empty collection has nothing to fill. */
  const ready = (collection: Collection): Collection => ({
    ...collection,
    indexes: collection.indexes.map((index) => ({ ...index, state: 'ready' })),
  })

  return {
    async create(scope: Scope, body: CreateCollectionBody): Promise<CollectionView> {
      return db.tx(async (tx) => {
        await Promise.all([externalUsers.hold(tx, scope), lockNames(tx, scope)])
        const at = clock.now().toISOString()
        const { schema, indexes, exposeViaMcp, ...settings } = body
        const empty: Collection = {
          ...settings,
          projectId: scope.projectId,
          id: newId(),
          rowVersion: '',
          slug: body.slug ?? slugOf(body.name),
          isExposedViaMcp: exposeViaMcp,
          fields: [],
          indexes: [],
          nextNumber: 1,
          ownerId: scope.externalUser.id,
          version: 1,
          documentCount: 0,
          sizeBytes: 0,
          createdAt: at,
          updatedAt: at,
        }
        await refuseTaken(tx, scope, empty)
        const { now } = await change(tx, scope, empty, { schema, indexes })
        const collection = ready({ ...now, updatedAt: at })
        await insertCollection(tx, scope, collection)
        await record(tx, scope, 'collection.created', collection)
        return viewOf(collection)
      })
    },
    async list(scope: Scope, query: CollectionQuery): Promise<Page<CollectionView>> {
      const page = await listCollections(db, scope, query)
      return { ...page, items: page.items.map((each) => viewOf(each)) }
    },
    get: async (scope: Scope, reference: string) => viewOf(await getCollection(db, scope, reference)),
    async update(
      scope: Scope,
      reference: string,
      body: UpdateCollectionBody,
      { ifMatch, isDryRun }: { ifMatch: readonly string[] | null; isDryRun: boolean },
    ): Promise<CollectionView> {
      return db.tx(async (tx) => {
        await lockNames(tx, scope)
        const was = await holdCollection(tx, scope, reference, true)
        refuseForeignCollection(scope, was)
        checkIfMatch(ifMatch, was.version)
        const migration = await change(tx, scope, was, body)
        await refuseTaken(tx, scope, migration.now)
        const report = needsScan(was, migration.now) ? await inspect(tx, scope, migration, files) : undefined
        if (isDryRun) return viewOf({ ...was }, report ?? nothingToDo)
        if (report) refuseBlocked(report)
        const now = was.documentCount === 0 ? ready(migration.now) : migration.now
        await updateCollection(tx, scope, now, clock.now())
        if (report && report.checkedDocuments > 0) {
          const session = createWriteSession({ tx, scope, at: clock.now(), newId, externalUsers, files })
          await rewriteAll(session, { ...migration, now })
          await session.finish()
        }
        if (was.documentCount > 0) await tidy(tx, scope, was.id)
        await record(tx, scope, 'collection.updated', now, { fields: Object.keys(body) })
        return viewOf(await holdCollection(tx, scope, now.id), report)
      })
    },
    async remove(scope: Scope, reference: string, ifMatch: readonly string[] | null): Promise<string> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, reference, true)
        refuseForeignCollection(scope, collection)
        checkIfMatch(ifMatch, collection.version)
        const referrers = await listReferrers(tx, scope, collection.id)
        if (referrers.length > 0) throw inUse(referrers)
        await markDeleted(tx, scope, collection.id, clock.now())
        await tidy(tx, scope, collection.id)
        await record(tx, scope, 'collection.deleted', collection, { documents: collection.documentCount })
        return collection.id
      })
    },
  }
}

export type CollectionService = ReturnType<typeof createCollectionService>

const nothingToDo: MigrationReport = { checkedDocuments: 0, rewrittenDocuments: 0, blockers: [] }

/** The indexes that stay when only the fields change: under the new names, without those of removed fields. */
function retainedIndexes(was: Collection, now: Collection, renamed: ReadonlyMap<string, string>) {
  const names = new Set(now.fields.map(({ name }) => name))
  const removed = new Set(
    was.fields.filter(({ name }) => !names.has(name) && !renamed.has(name)).map(({ name }) => name),
  )
  return was.indexes
    .filter(({ parts }) => !parts.some(({ field }) => removed.has(field)))
    .map(({ parts }) => ({
      fields: parts.map(
        ({ field, isDescending }) => `${renamed.get(field) ?? field}${isDescending ? ':desc' : ''}`,
      ),
    }))
}

const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/^(?=[0-9a-f]{8}-)/, 'c-') || 'collection'

const unknownTarget = (i: number, reference: string) =>
  new AppError('invalid_parameter', `schema.fields.${i}.relation names no collection: ${reference}`, {
    details: [
      {
        in: 'body',
        path: `/schema/fields/${i}/relation/collectionId`,
        rule: 'relation',
        message: 'is not a collection',
      },
    ],
  })

const inUse = (slugs: readonly string[]) =>
  new AppError('collection_in_use', `Other collections have relations to it: ${slugs.join(', ')}`, {
    facts: { collections: slugs },
    hint: 'Remove those fields first.',
  })
