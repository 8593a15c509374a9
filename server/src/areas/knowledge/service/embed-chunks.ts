import { createHash } from 'node:crypto'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Llm } from '../../llm/index.ts'
import type { Revision } from '../store/source.ts'
import { findByHash, insertVectors, listWithoutVector, type StoredVector } from '../store/vector.ts'
import { toHalfFloats, unit } from '../vector-index/half-floats.ts'

export type EmbedChunksDeps = { db: Db; llm: Pick<Llm, 'embeddings'> }

const chunksPerBatch = 64

/** The beginning of a chunk says what it is about, with its headings: a model reads no more than that anyway. */
export const embeddedText = ({ path, text }: { path: readonly string[]; text: string }): string =>
  path.length === 0 ? text : `${path.join(' › ')}\n${text}`

const hashOf = (model: string, text: string): Buffer =>
  createHash('sha256').update(`${model}\n${text}`).digest().subarray(0, 16)

/** Whether a collection with this model gets vectors: those of the offline model need its weights. */
export const hasVectors = ({ llm }: Pick<EmbedChunksDeps, 'llm'>, model: string): boolean =>
  !model.startsWith('local/') || model === llm.embeddings.localModel

/**
 * Gives every chunk of a revision its vector. What the collection has for the same text is used again; what was done
 * before a failure stays.
 */
export function createChunkEmbedder({ db, llm }: EmbedChunksDeps) {
  async function embedAll(
    scope: Scope,
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Buffer[]> {
    try {
      const vectors = await llm.embeddings.embed(scope, { model, texts, purpose: 'document' }, signal)
      return vectors.map((vector) => toHalfFloats(unit(vector)))
    } catch (error) {
      throw error instanceof AppError && error.status >= 500 ? unavailable(model, error) : error
    }
  }

  return {
    async embedRevision(
      scope: Scope,
      revision: Revision,
      model: string,
      { signal, onBatch }: { signal: AbortSignal; onBatch(done: number): Promise<void> },
    ): Promise<void> {
      if (!hasVectors({ llm }, model)) return
      for (let done = 0; ; ) {
        signal.throwIfAborted()
        const chunks = await listWithoutVector(db, revision, chunksPerBatch)
        if (chunks.length === 0) return
        const texts = chunks.map((chunk) => embeddedText(chunk))
        const hashes = texts.map((text) => hashOf(model, text))
        const known = await findByHash(db, revision, hashes)
        const missing = texts.filter((_, i) => !known.has(hashes[i]!.toString('hex')))
        const embedded = missing.length === 0 ? [] : await embedAll(scope, model, missing, signal)
        const rows = chunks.map(
          ({ ordinal }, i): StoredVector => ({
            ordinal,
            hash: hashes[i]!,
            vector: known.get(hashes[i]!.toString('hex')) ?? embedded.shift()!,
          }),
        )
        await db.tx((tx) => insertVectors(tx, revision, rows))
        done += chunks.length
        await onBatch(done)
      }
    },
    /** The vector of a chunk that was edited; null where it cannot be had, so that the chunk is found by its words. */
    async embedOne(
      scope: Scope,
      model: string,
      chunk: { path: readonly string[]; text: string; ordinal: number },
      signal: AbortSignal,
    ): Promise<StoredVector | null> {
      if (!hasVectors({ llm }, model)) return null
      const text = embeddedText(chunk)
      const [vector] = await embedAll(scope, model, [text], signal).catch(() => [])
      return vector ? { ordinal: chunk.ordinal, hash: hashOf(model, text), vector } : null
    },
  }
}

export type ChunkEmbedder = ReturnType<typeof createChunkEmbedder>

export const unavailable = (model: string, error: AppError) =>
  new AppError('embedding_unavailable', `${model} is not available: ${error.message}`, {
    hint: 'Try again later, or select another `embeddingModel` for the collection.',
  })
