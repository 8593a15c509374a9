import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { storable } from '../../../kernel/text/decode-text.ts'
import {
  type ChunkPage,
  type ChunkQuery,
  type ChunkView,
  chunkIdOf,
  chunkKeyOf,
  type UpdateChunkBody,
} from '../schema/chunk.ts'
import type { Collection } from '../schema/collection.ts'
import { type ChunkRow, deleteChunk, findChunks, listChunks, updateChunk } from '../store/chunk.ts'
import { bumpContentVersion } from '../store/collection.ts'
import { noteChange } from '../store/source.ts'
import { deleteVector, insertVectors, type StoredVector } from '../store/vector.ts'
import { describeChunk } from '../text/prepare-jobs.ts'
import { getCollection, getSource, holdCollection } from './access.ts'
import type { ChunkEmbedder } from './embed-chunks.ts'

const beginning = { sourceNo: 0, ordinal: -1 }
// As many as give a passage its context.
const shownBefore = 3

export type ChunkDeps = { db: Db; clock: Clock; embedder: Pick<ChunkEmbedder, 'embedOne'> }

/** The chunks that are searched: to inspect, to correct, and to exclude single ones. */
export function createChunkService({ db, clock, embedder }: ChunkDeps) {
  async function held(tx: Tx, scope: Scope, collectionId: string, id: string) {
    const collection = await holdCollection(tx, scope, collectionId)
    const key = chunkKeyOf(id)
    const [chunk] = key ? await findChunks(tx, collection, [key]) : []
    if (!chunk)
      throw new AppError('knowledge_chunk_not_found', 'Chunk not found', {
        hint: 'Chunks get new ids when their source is indexed again; list them to get the current ones.',
      })
    return { collection, chunk }
  }

  /** The last writes of the transaction: from its commit on, searches find the change. */
  async function changed(tx: Tx, collection: Collection, sourceNo: number): Promise<void> {
    const version = await bumpContentVersion(tx, collection)
    await noteChange(tx, collection, sourceNo, version, clock.now())
  }

  /** Before the transaction: a provider may take seconds. */
  async function vectorFor(
    scope: Scope,
    collectionId: string,
    id: string,
    text: string,
    signal: AbortSignal,
  ): Promise<StoredVector | null> {
    const collection = await getCollection(db, scope, collectionId)
    const key = chunkKeyOf(id)
    const [chunk] = key ? await findChunks(db, collection, [key]) : []
    const edited = chunk && { ...chunk, text: storable(text) }
    return edited ? embedder.embedOne(scope, collection.embeddingModel, edited, signal) : null
  }

  return {
    async list(scope: Scope, collectionId: string, query: ChunkQuery): Promise<ChunkPage> {
      const collection = await getCollection(db, scope, collectionId)
      const source =
        query.sourceKey === undefined ? null : await getSource(db, scope, collection, query.sourceKey)
      const rows = await listChunks(db, collection, {
        sourceNo: source?.no ?? null,
        after: query.offset === undefined ? startOf(query.around) : positionOf(query.offset),
        limit: query.limit + 1,
      })
      const page = rows.slice(0, query.limit)
      return {
        chunks: page.map(toView),
        nextOffset: rows.length > page.length ? offsetOf(page.at(-1)!) : null,
      }
    },
    async update(
      scope: Scope,
      collectionId: string,
      id: string,
      body: UpdateChunkBody,
      signal: AbortSignal,
    ): Promise<ChunkView> {
      const edited =
        body.text === undefined ? undefined : await vectorFor(scope, collectionId, id, body.text, signal)
      return db.tx(async (tx) => {
        const { collection, chunk } = await held(tx, scope, collectionId, id)
        const text = body.text === undefined ? chunk.text : storable(body.text)
        const isOff = body.isEnabled === undefined ? chunk.isOff : !body.isEnabled
        const described = describeChunk(text, chunk.path, chunk.language ?? 'en')
        await updateChunk(tx, collection, chunk, {
          ...described,
          // What has no terms is not found.
          ...(isOff ? { terms: '', length: 0 } : {}),
          text,
          isOff,
          isEdited: chunk.isEdited || text !== chunk.text,
        })
        if (edited === null) await deleteVector(tx, collection, chunk)
        if (edited)
          await insertVectors(tx, { ...collection, no: chunk.sourceNo, revision: chunk.revision }, [edited])
        await changed(tx, collection, chunk.sourceNo)
        return toView((await findChunks(tx, collection, [chunk]))[0]!)
      })
    },
    async remove(scope: Scope, collectionId: string, id: string): Promise<{ id: string; deleted: true }> {
      return db.tx(async (tx) => {
        const { collection, chunk } = await held(tx, scope, collectionId, id)
        await deleteChunk(tx, collection, chunk)
        await changed(tx, collection, chunk.sourceNo)
        return { id, deleted: true as const }
      })
    },
  }
}

export type ChunkService = ReturnType<typeof createChunkService>

const toView = ({
  sourceNo,
  revision,
  title: _,
  language: __,
  metadata: ___,
  isOff,
  ...row
}: ChunkRow): ChunkView => ({
  ...row,
  id: chunkIdOf({ sourceNo, revision, ordinal: row.ordinal }),
  isEnabled: !isOff,
})

const offsetOf = ({ sourceNo, ordinal }: ChunkRow): string => `${sourceNo}.${ordinal}`

/** Where the first page begins: also for a chunk of an earlier revision, which was near the same place. */
function startOf(around: string | undefined): { sourceNo: number; ordinal: number } {
  const key = around === undefined ? null : chunkKeyOf(around)
  return key === null ? beginning : { sourceNo: key.sourceNo, ordinal: key.ordinal - shownBefore - 1 }
}

function positionOf(offset: string): { sourceNo: number; ordinal: number } {
  const match = /^(\d{1,9})\.(\d{1,9})$/.exec(offset)
  if (match) return { sourceNo: Number(match[1]), ordinal: Number(match[2]) }
  throw new AppError('invalid_parameter', 'offset is invalid', {
    details: [{ in: 'query', path: 'offset', rule: 'format', message: 'must be a nextOffset of this list' }],
    hint: 'Omit it to start with the first page.',
  })
}
