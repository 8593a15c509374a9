import type { AuditAction } from '../../../kernel/area.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { kilobytes } from '../../../kernel/kilobytes.ts'
import type { Page } from '../../../kernel/page.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Llm } from '../../llm/index.ts'
import {
  type CollectionQuery,
  type CollectionView,
  type CreateCollectionBody,
  defaultChunkOverlap,
  defaultEmbeddingModel,
  type UpdateCollectionBody,
  viewOf,
} from '../schema/collection.ts'
import {
  countCollections,
  findCollection,
  insertCollection,
  listCollections,
  markDeleted,
  updateCollection,
} from '../store/collection.ts'
import { listTexts } from '../store/user-data.ts'
import { getCollection, holdCollection, ownerScope } from './access.ts'

export type CollectionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'enqueue'>
  externalUsers: Pick<ExternalUsers, 'hold' | 'count'>
  llm: Pick<Llm, 'embeddings'>
}

export const purgeRun = 'knowledge.purge'

const maxCollections = 50

export function createCollectionService(deps: CollectionDeps) {
  const { db, clock, newId, audit, runs, externalUsers, llm } = deps

  const record = (tx: Tx, scope: Scope, action: AuditAction, id: string, details = {}) =>
    audit.record(tx, scope, { action, targetType: 'knowledge_collection', targetId: id, details })

  return {
    async create(scope: Scope, { chunkOverlap, ...body }: CreateCollectionBody): Promise<CollectionView> {
      if (body.embeddingModel !== defaultEmbeddingModel)
        await llm.embeddings.check(scope, body.embeddingModel)
      const collection = { ...body, id: newId(), chunkOverlap: overlapOf(body.chunkSize, chunkOverlap) }
      return db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        if ((await countCollections(tx, scope)) >= maxCollections)
          throw new AppError(
            'knowledge_collection_full',
            `An end user can have ${maxCollections} collections`,
            {
              hint: 'Delete one, or add sources to an existing one.',
            },
          )
        if (!(await insertCollection(tx, scope, collection, clock.now()))) throw nameTaken(collection.name)
        await record(tx, scope, 'knowledge_collection.created', collection.id)
        return viewOf((await findCollection(tx, scope, collection.id))!)
      })
    },
    async list(scope: Scope, query: CollectionQuery): Promise<Page<CollectionView>> {
      const page = await listCollections(db, scope, query)
      return { ...page, items: page.items.map(viewOf) }
    },
    get: async (scope: Scope, id: string) => viewOf(await getCollection(db, scope, id)),
    async update(
      scope: Scope,
      id: string,
      { exposeViaMcp, ...body }: UpdateCollectionBody,
      ifMatch: readonly string[] | null,
    ): Promise<CollectionView> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        checkIfMatch(ifMatch, collection.version)
        const defined = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        const next = {
          ...collection,
          ...defined,
          isExposedViaMcp: exposeViaMcp ?? collection.isExposedViaMcp,
        }
        overlapOf(next.chunkSize, next.chunkOverlap)
        if (!(await updateCollection(tx, next, clock.now()))) throw nameTaken(next.name)
        await record(tx, scope, 'knowledge_collection.updated', id, { fields: Object.keys(defined) })
        return viewOf((await findCollection(tx, scope, id))!)
      })
    },
    /** Nothing of it is found from now on; its rows and texts are deleted in the background. */
    async remove(
      scope: Scope,
      id: string,
      ifMatch: readonly string[] | null,
    ): Promise<{ id: string; deleted: true; sourceCount: number; chunkCount: number }> {
      return db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        const { version, sourceCount, chunkCount } = collection
        checkIfMatch(ifMatch, version)
        const texts = await listTexts(tx, collection)
        await externalUsers.count(tx, ownerScope(scope, collection), {
          knowledgeStorageKb: -texts.reduce((sum, { sizeBytes }) => sum + kilobytes(sizeBytes), 0),
        })
        await markDeleted(tx, scope, id, clock.now())
        await runs.enqueue(tx, maintenanceScope(scope), { kind: purgeRun, input: { collectionId: id } })
        await record(tx, scope, 'knowledge_collection.deleted', id, { sources: sourceCount })
        return { id, deleted: true as const, sourceCount, chunkCount }
      })
    },
  }
}

export type CollectionService = ReturnType<typeof createCollectionService>

/** The overlap of chunks of a size; it must leave more than half of each chunk new. */
export function overlapOf(chunkSize: number, overlap: number | undefined): number {
  if (overlap === undefined) return Math.min(defaultChunkOverlap, Math.floor(chunkSize / 4))
  if (overlap * 2 < chunkSize) return overlap
  throw new AppError('invalid_parameter', 'chunkOverlap must be less than half of chunkSize', {
    details: [
      { in: 'body', path: '/chunkOverlap', rule: 'max', message: `must be less than ${chunkSize / 2}` },
    ],
  })
}

const nameTaken = (name: string) =>
  new AppError('name_conflict', `A knowledge collection named "${name}" already exists`)
