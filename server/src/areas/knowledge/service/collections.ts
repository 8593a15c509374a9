import type { AuditAction } from '../../../kernel/area.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { whenTaken } from '../../../kernel/db/rows/unique-violation.ts'
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
  type Collection,
  type CollectionQuery,
  type CollectionView,
  type CreateCollectionBody,
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
import { insertGeneration, updateSettings } from '../store/generation.ts'
import { listTexts } from '../store/user-data.ts'
import { getCollection, holdCollection, ownerScope } from './access.ts'
import type { GenerationService } from './generations/generations.ts'
import { overlapOf } from './limits/chunk-settings.ts'

export type CollectionDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  runs: Pick<Runs, 'enqueue'>
  externalUsers: Pick<ExternalUsers, 'hold' | 'count'>
  llm: Pick<Llm, 'embeddings'>
  generations: Pick<GenerationService, 'settingsOf' | 'check' | 'startWithin'>
}

export const purgeRun = 'knowledge.purge'

const maxCollections = 50

export function createCollectionService(deps: CollectionDeps) {
  const { db, clock, newId, audit, runs, externalUsers, llm, generations } = deps

  const record = (tx: Tx, scope: Scope, action: AuditAction, id: string, details = {}) =>
    audit.record(tx, scope, { action, targetType: 'knowledge_collection', targetId: id, details })

  /** What its chunks are made with. Where it has sources, a generation is built with the new settings first. */
  async function applied(tx: Tx, scope: Scope, collection: Collection, body: UpdateCollectionBody) {
    const { embeddingModel, chunkSize, chunkOverlap, language } = collection
    const now = { embeddingModel, chunkSize, chunkOverlap, language }
    const settings = generations.settingsOf(collection, body)
    if (JSON.stringify(settings) === JSON.stringify(now)) return now
    if (collection.sourceCount > 0) {
      await generations.startWithin(tx, scope, collection, { ...settings, switchMode: 'if_not_worse' })
      return now
    }
    await updateSettings(tx, collection, settings)
    return settings
  }

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
        const first = { ...collection, status: 'live', switchMode: 'when_ready', runId: null } as const
        await insertGeneration(tx, { projectId: scope.projectId, id: collection.id }, first, clock.now())
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
      if (body.embeddingModel !== undefined) await generations.check(scope, body.embeddingModel)
      const change = db.tx(async (tx) => {
        const collection = await holdCollection(tx, scope, id)
        checkIfMatch(ifMatch, collection.version)
        const defined = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        const next = {
          ...collection,
          ...defined,
          ...(await applied(tx, scope, collection, body)),
          isExposedViaMcp: exposeViaMcp ?? collection.isExposedViaMcp,
        }
        if (!(await updateCollection(tx, next, clock.now()))) throw nameTaken(next.name)
        await record(tx, scope, 'knowledge_collection.updated', id, { fields: Object.keys(defined) })
        return viewOf((await findCollection(tx, scope, id))!)
      })
      return change.catch(whenTaken('knowledge_collection_name', () => nameTaken(body.name ?? '')))
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

const nameTaken = (name: string) =>
  new AppError('name_conflict', `A knowledge collection named "${name}" already exists`)
