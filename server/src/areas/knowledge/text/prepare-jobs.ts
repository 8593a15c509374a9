import { defineJob } from '../../../kernel/compute/job.ts'
import { type ChunkSettings, type ChunkState, chunkText } from './chunk-text.ts'
import { countTerms, estimateTokens, formatTerms, lengthOf } from './terms.ts'

export type PreparedChunk = {
  text: string
  path: string[]
  start: number
  end: number
  tokenCount: number
  length: number
  terms: string
}

export type PrepareInput = ChunkSettings & {
  text: string
  /** Where this part begins in the whole text. */
  offset: number
  language: string
  state: ChunkState
}

export type Prepared = { chunks: PreparedChunk[]; state: ChunkState }

/** Chunks of a part of a text, with what they are found by. */
export function prepareChunks({ text, offset, language, state, ...settings }: PrepareInput): Prepared {
  const { chunks, state: next } = chunkText(text, settings, state)
  return {
    state: next,
    chunks: chunks.map((chunk) => ({
      ...chunk,
      start: chunk.start + offset,
      end: chunk.end + offset,
      ...describeChunk(chunk.text, chunk.path, language),
    })),
  }
}

export function describeChunk(text: string, path: readonly string[], language: string) {
  const counts = countTerms(text, path, language)
  return { tokenCount: estimateTokens(text), length: lengthOf(counts), terms: formatTerms(counts) }
}

export const prepareJob = defineJob<PrepareInput, Prepared>(new URL(import.meta.url), 'prepareChunks', {
  budgetMs: 20_000,
})
