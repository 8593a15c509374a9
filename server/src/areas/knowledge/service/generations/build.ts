import { text as readText } from 'node:stream/consumers'
import type { Blobs } from '../../../../kernel/blobs/blobs.ts'
import type { Compute } from '../../../../kernel/compute/compute.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { PermanentFailure } from '../../../../kernel/runs/run.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import type { Generation } from '../../schema/generation.ts'
import { updateChunk } from '../../store/chunk.ts'
import { noteBuilt, type OwnGeneration } from '../../store/generation.ts'
import {
  beginSource,
  completeSource,
  copyChunks,
  countBuiltChunks,
  countToBuild,
  findByPlace,
  listEdited,
  listToBuild,
  noteChunked,
  type SourceToBuild,
} from '../../store/generation-source.ts'
import type { Revision } from '../../store/source.ts'
import { detectLanguage } from '../../text/languages.ts'
import { describeChunk } from '../../text/prepare-jobs.ts'
import type { ChunkEmbedder } from '../embed-chunks.ts'
import { maxChunks } from '../limits/chunk-settings.ts'
import { createChunkWriter } from '../write-chunks.ts'

export type BuildDeps = {
  db: Db
  blobs: Blobs
  compute: Compute
  embedder: Pick<ChunkEmbedder, 'embedRevision'>
}

export type Build = { scope: Scope; collection: Collection; generation: Generation; signal: AbortSignal }

// A batch is a step of the run: its retries are those of a few sources.
const sourcesPerBatch = 20
const chunkingShare = 0.1

/**
 * Builds a generation source by source, beside what is searched. A source that changes meanwhile is built again: the
 * generation is complete when it has every source as it is searched. All of it can be interrupted and continued anywhere.
 */
export function createBuilder({ db, blobs, compute, embedder }: BuildDeps) {
  const writer = createChunkWriter({ db, compute })

  /** The text of a source; null when it was replaced or deleted meanwhile, and its text with it. */
  async function textOf({ textBlob }: SourceToBuild): Promise<string | null> {
    const blob = textBlob === null ? null : await blobs.get(textBlob)
    return blob && readText(blob.stream)
  }

  async function chunk(
    { collection, generation, signal }: Build,
    source: SourceToBuild,
    revision: Revision,
    own: OwnGeneration,
  ): Promise<{ language: string | null; lostEdits: number } | null> {
    const settings = settingsFor(generation, source)
    const isSame = settings.chunkSize === source.chunkSize && settings.chunkOverlap === source.chunkOverlap
    if (isSame && generation.language === collection.language) {
      await db.tx((tx) => copyChunks(tx, revision, source.liveRevision))
      return { language: source.language, lostEdits: 0 }
    }
    const text = await textOf(source)
    if (text === null) return null
    const language = generation.language === 'auto' ? detectLanguage(text) : generation.language
    await writer.write(
      revision,
      { ...settings, text, language },
      {
        signal,
        room: maxChunks - (await countBuiltChunks(db, own)),
        onProgress: (share) => noteBuilt(db, own, { partOf: source.no, share: share * chunkingShare }),
      },
    )
    return { language, lostEdits: await carryEdits(revision, source, language) }
  }

  /** Edits of chunks that have the same limits in the new chunking; returns how many have not. */
  async function carryEdits(to: Revision, source: SourceToBuild, language: string): Promise<number> {
    const edited = await listEdited(db, { ...to, revision: source.liveRevision })
    let lost = 0
    for (const { text, isOff, isEdited, ...place } of edited) {
      const target = await findByPlace(db, to, place)
      if (!target) {
        lost++
        continue
      }
      const key = { sourceNo: to.no, revision: to.revision, ordinal: target.ordinal }
      const described = describeChunk(text, target.path, language)
      const change = { ...described, ...(isOff ? { terms: '', length: 0 } : {}), text, isOff, isEdited }
      await db.tx((tx) => updateChunk(tx, to, key, change))
    }
    return lost
  }

  async function buildSource(build: Build, own: OwnGeneration, source: SourceToBuild): Promise<void> {
    const { scope, generation, signal } = build
    const begun = await db.tx((tx) => beginSource(tx, own, source, settingsFor(generation, source)))
    if (begun === null) return
    const revision = { projectId: own.projectId, id: own.id, no: source.no, revision: begun.revision }
    if (!begun.isChunked) {
      const chunked = await chunk(build, source, revision, own)
      // The next batch finds the source as it is then.
      if (chunked === null) return refuseMissing(own, source)
      await noteChunked(db, own, revision, chunked)
    }
    const onBatch = (done: number) => {
      const share = chunkingShare + ((1 - chunkingShare) * done) / Math.max(done, source.chunkCount)
      return noteBuilt(db, own, { partOf: source.no, share: Math.min(1, share) })
    }
    await embedder.embedRevision(scope, revision, generation.embeddingModel, { signal, onBatch })
    await completeSource(db, own, revision)
    await noteBuilt(db, own, { partOf: null, share: 0 })
  }

  /** A source that is the same as before and has no text would be tried forever. */
  async function refuseMissing(own: OwnGeneration, source: SourceToBuild): Promise<void> {
    const [same] = (await listToBuild(db, own, sourcesPerBatch)).filter(
      ({ no, version }) => no === source.no && version === source.version,
    )
    if (same)
      throw new PermanentFailure(
        'text_missing',
        `The text of ${source.key} is missing; ingest it again or delete it, then resume.`,
      )
  }

  return {
    /** Some of the sources; how many are left. */
    async buildSome(build: Build): Promise<number> {
      const own = ownOf(build.collection, build.generation)
      for (const source of await listToBuild(db, own, sourcesPerBatch)) {
        build.signal.throwIfAborted()
        await buildSource(build, own, source)
      }
      return countToBuild(db, own)
    },
  }
}

export type Builder = ReturnType<typeof createBuilder>

export const ownOf = ({ projectId, id }: Collection, { no }: { no: number }): OwnGeneration => ({
  projectId,
  id,
  generation: no,
})

/** Chunk settings that a source was ingested with outlive those of its collection. */
export const settingsFor = (
  { chunkSize, chunkOverlap }: Pick<Generation, 'chunkSize' | 'chunkOverlap'>,
  source: Pick<SourceToBuild, 'hasOwnChunking' | 'chunkSize' | 'chunkOverlap'>,
) =>
  source.hasOwnChunking
    ? { chunkSize: source.chunkSize, chunkOverlap: source.chunkOverlap }
    : { chunkSize, chunkOverlap }
