import type { Compute } from '../../../kernel/compute/compute.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { PermanentFailure } from '../../../kernel/runs/run.ts'
import { deleteChunks, insertChunks } from '../store/chunk.ts'
import type { Revision } from '../store/source.ts'
import { type ChunkState, initialState } from '../text/chunk-text.ts'
import { partsOf } from '../text/parts.ts'
import { prepareJob } from '../text/prepare-jobs.ts'
import { maxChunks } from './limits/chunk-settings.ts'

export type ChunkWriterDeps = { db: Db; compute: Compute }

type Written = { text: string; chunkSize: number; chunkOverlap: number; language: string }

type Options = {
  signal: AbortSignal
  /** How many the collection has room for. */
  room: number
  onProgress(share: number): Promise<void>
}

const chunksPerInsert = 64

/** Writes the chunks of a revision that is not searched yet. */
export function createChunkWriter({ db, compute }: ChunkWriterDeps) {
  return {
    async write(
      revision: Revision,
      { text, ...settings }: Written,
      { signal, room, onProgress }: Options,
    ): Promise<{ chunkCount: number; tokenCount: number }> {
      // What an attempt has left that was lost: the settings may have been others.
      await deleteChunks(db, revision)
      const pageAt = pagesOf(text)
      let [state, chunkCount, tokenCount]: [ChunkState, number, number] = [initialState, 0, 0]
      for (const part of partsOf(text)) {
        signal.throwIfAborted()
        const input = { ...part, ...settings, state }
        const prepared = await compute.run(prepareJob, input, { projectId: revision.projectId, signal })
        if (chunkCount + prepared.chunks.length > room) throw tooMany()
        for (let i = 0; i < prepared.chunks.length; i += chunksPerInsert) {
          const batch = prepared.chunks
            .slice(i, i + chunksPerInsert)
            .map((chunk) => ({ ...chunk, page: pageAt(chunk.start) }))
          await db.tx((tx) => insertChunks(tx, revision, chunkCount + i, batch))
        }
        state = prepared.state
        chunkCount += prepared.chunks.length
        tokenCount += prepared.chunks.reduce((sum, chunk) => sum + chunk.tokenCount, 0)
        await onProgress((part.offset + part.text.length) / text.length)
      }
      return { chunkCount, tokenCount }
    },
  }
}

const tooMany = () =>
  new PermanentFailure('too_large', `A collection can have ${maxChunks} chunks.`, 'chunking')

/** On which page a place of the text is: form feeds end pages. Null where there are none. */
function pagesOf(text: string): (at: number) => number | null {
  if (!text.includes('\f')) return () => null
  let [page, next] = [1, text.indexOf('\f')]
  // Chunks come in the order of the text, and overlaps go back within a page.
  return (at) => {
    for (; next !== -1 && next < at; next = text.indexOf('\f', next + 1)) page++
    return page
  }
}
