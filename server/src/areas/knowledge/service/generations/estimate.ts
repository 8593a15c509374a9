import { text as readText } from 'node:stream/consumers'
import type { Blobs } from '../../../../kernel/blobs/blobs.ts'
import type { Compute } from '../../../../kernel/compute/compute.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Llm } from '../../../llm/index.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Estimate, GenerationSettings } from '../../schema/generation.ts'
import { countWithoutVectors, listLive, totalsOfLive } from '../../store/generation-source.ts'
import { initialState } from '../../text/chunk-text.ts'
import { detectLanguage } from '../../text/languages.ts'
import { prepareJob } from '../../text/prepare-jobs.ts'
import { settingsFor } from './build.ts'

export type EstimateDeps = { db: Db; blobs: Blobs; compute: Compute; llm: Pick<Llm, 'embeddings'> }

const sampledSources = 20
const sampledCharacters = 200_000

/** What building a generation would take. Chunks of another size are counted in some of the texts. */
export function createEstimator({ db, blobs, compute, llm }: EstimateDeps) {
  /** Chunks and tokens by byte of text. */
  async function sample(collection: Collection, settings: GenerationSettings, signal: AbortSignal) {
    let [bytes, chunks, tokens, left] = [0, 0, 0, sampledCharacters]
    for (const source of await listLive(db, collection, sampledSources)) {
      const blob = source.textBlob === null || left <= 0 ? null : await blobs.get(source.textBlob)
      if (!blob) continue
      const text = (await readText(blob.stream)).slice(0, left).toWellFormed()
      const language = settings.language === 'auto' ? detectLanguage(text) : settings.language
      const input = { ...settingsFor(settings, source), text, offset: 0, language, state: initialState }
      const prepared = await compute.run(prepareJob, input, { projectId: collection.projectId, signal })
      bytes += Buffer.byteLength(text)
      chunks += prepared.chunks.length
      tokens += prepared.chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0)
      left -= text.length
    }
    return bytes === 0 ? null : { bytes, chunksPerByte: chunks / bytes, tokensPerByte: tokens / bytes }
  }

  return async (
    scope: Scope,
    collection: Collection,
    settings: GenerationSettings,
    signal: AbortSignal,
  ): Promise<Estimate> => {
    const totals = await totalsOfLive(db, collection)
    const isSameChunking =
      settings.chunkSize === collection.chunkSize &&
      settings.chunkOverlap === collection.chunkOverlap &&
      settings.language === collection.language
    const isSameModel = settings.embeddingModel === collection.embeddingModel
    const sampled = isSameChunking ? null : await sample(collection, settings, signal)
    const chunkCount = sampled ? Math.ceil(totals.bytes * sampled.chunksPerByte) : totals.chunks
    const allTokens = sampled ? Math.ceil(totals.bytes * sampled.tokensPerByte) : totals.tokens
    const tokenCount =
      isSameChunking && isSameModel ? (await countWithoutVectors(db, collection)).tokens : allTokens
    return {
      sourceCount: totals.sources,
      chunkCount,
      tokenCount,
      credits: await llm.embeddings.creditsFor(scope, settings.embeddingModel, tokenCount),
      isExact: sampled === null || sampled.bytes >= totals.bytes,
    }
  }
}

export type Estimator = ReturnType<typeof createEstimator>
