import { totalmem } from 'node:os'
import type { Db } from '../../../kernel/db/db.ts'
import { type ContentState, listTerms, readContent, readShadow, type TermsRow } from '../store/indexing.ts'
import type { OwnCollection } from '../store/source.ts'
import { termsOf } from '../text/terms.ts'
import { fromHalfFloats } from '../vector-index/half-floats.ts'
import { createVectorIndex, type VectorIndex } from '../vector-index/vector-index.ts'
import { createWordIndex, type WordIndex } from '../word-index/word-index.ts'

export type LoadedIndex = {
  words: WordIndex
  /** By the slots of `words`; null while no chunk has a vector. */
  vectors: VectorIndex | null
  /** The version of the content that it holds. */
  version: number
  /** Vectors of one generation are never compared with those of another. */
  generation: number
  /** By source: the revision and the change that were loaded. */
  sources: Map<number, Omit<ContentState['sources'][number], 'no'>>
  /** Languages with at least a tenth of the sources: queries are stemmed in each of them. */
  languages: string[]
  lastUsed: number
}

// Other requests are served between two batches; one takes a few milliseconds.
const rowsPerBatch = 200
// Small sources are read together.
const sourcesPerQuery = 20
const languageShare = 0.1
// Postings and the dictionary, measured; those of vectors are counted exactly.
const wordBytesPerChunk = 350
const defaultShareOfMemory = 0.2
const maxDefaultMb = 1_024

/**
 * The indexes of this node, built from the rows of the database. A search names the version of the content that it has
 * read: an index that is older is brought up to it first, so every node finds what was acknowledged anywhere. The
 * least recently used ones are evicted when all of them take more memory than they may.
 */
export function createIndexes({
  db,
  memoryMb = defaultMemoryMb(),
}: {
  db: Db
  memoryMb?: number | undefined
}) {
  const loaded = new Map<string, LoadedIndex>()
  const loading = new Map<string, Promise<LoadedIndex | null>>()
  // Of generations that are about to be searched: the switch to them loads what has changed since.
  const shadows = new Map<string, LoadedIndex>()
  let uses = 0

  async function load(
    collection: OwnCollection,
    before: LoadedIndex | undefined,
  ): Promise<LoadedIndex | null> {
    const content = await readContent(db, collection)
    if (!content) return null
    const shadow = shadows.get(keyOf(collection))
    const from = [before, shadow].find((each) => each?.generation === content.generation)
    if (from === shadow) shadows.delete(keyOf(collection))
    return bringUpTo(collection, content, from)
  }

  async function bringUpTo(
    collection: OwnCollection,
    content: ContentState,
    from: LoadedIndex | undefined,
  ): Promise<LoadedIndex> {
    const isFresh = !from || from.words.isWorn()
    const known = isFresh ? new Map<number, never>() : from.sources
    const changed = content.sources.filter(({ no, revision, changedVersion }) => {
      const before = known.get(no)
      return before?.revision !== revision || before.changedVersion !== changedVersion
    })
    const target: Target = isFresh
      ? { words: createWordIndex(), vectors: null }
      : { words: from.words, vectors: from.vectors }
    try {
      await stage(target, collection, changed)
    } catch (error) {
      target.words.discard()
      throw error
    }
    const present = new Set(content.sources.map(({ no }) => no))
    target.words.publish([...known.keys()].filter((no) => !present.has(no)))
    return {
      ...target,
      version: content.version,
      generation: content.generation,
      sources: new Map(content.sources.map(({ no, ...state }) => [no, state])),
      languages: languagesOf(content),
      lastUsed: ++uses,
    }
  }

  /** Chunks of these sources, those without any included: what they had before is replaced. */
  async function stage(target: Target, collection: OwnCollection, sources: ContentState['sources']) {
    for (const { no, revision } of sources) target.words.stage(no, revision, [])
    for (let at = 0; at < sources.length; at += sourcesPerQuery)
      await stageRows(target, collection, sources.slice(at, at + sourcesPerQuery))
  }

  async function stageRows(target: Target, collection: OwnCollection, sources: ContentState['sources']) {
    const titles = new Map(sources.map((source) => [source.no, titleTerms(source)]))
    /** The last row of a batch behind which there may be more. */
    const stageBatch = async (some: ContentState['sources'], behind: number): Promise<TermsRow | null> => {
      const rows = await listTerms(db, collection, some, behind, rowsPerBatch)
      for (const row of rows) {
        const [slot] = target.words.stage(row.sourceNo, row.revision, [row], titles.get(row.sourceNo))
        if (row.vector) addVector(target, slot!, row.vector)
      }
      return rows.length < rowsPerBatch ? null : rows.at(-1)!
    }
    for (let rest = sources; rest.length > 0; ) {
      const last = await stageBatch(rest, -1)
      if (last === null) return
      // The rest of the source in which the batch ended is read alone, so that no row is looked at again and again.
      const own = rest.filter(({ no }) => no === last.sourceNo)
      for (let at: TermsRow | null = last; at !== null; ) at = await stageBatch(own, at.ordinal)
      rest = rest.filter(({ no }) => no > last.sourceNo)
    }
  }

  function evict(): void {
    // An index that is about to be searched takes memory as well.
    const prepared = [...shadows.values()].reduce((sum, index) => sum + bytesOf(index), 0)
    const byAge = [...loaded].sort(([, left], [, right]) => left.lastUsed - right.lastUsed)
    let total = byAge.reduce((sum, [, index]) => sum + bytesOf(index), prepared)
    for (const [key, index] of byAge.slice(0, -1)) {
      if (total <= memoryMb * 1024 * 1024) return
      loaded.delete(key)
      total -= bytesOf(index)
    }
  }

  return {
    /** The index with at least this version of the content; null when the collection was deleted. */
    async get(collection: OwnCollection, version: number): Promise<LoadedIndex | null> {
      const key = keyOf(collection)
      while (true) {
        const found = loaded.get(key)
        if (found && found.version >= version) {
          found.lastUsed = ++uses
          return found
        }
        const running = loading.get(key)
        if (running) {
          await running.catch(() => null)
          continue
        }
        const work = load(collection, found).finally(() => loading.delete(key))
        loading.set(key, work)
        const next = await work
        if (!next) {
          loaded.delete(key)
          return null
        }
        loaded.set(key, next)
        evict()
      }
    },
    /** The index of a generation that is not searched yet, as complete as it is. Of a collection there is one at most. */
    async getShadow(collection: OwnCollection, generation: number): Promise<LoadedIndex> {
      const known = shadows.get(keyOf(collection))
      // Two loads must not write to the same one.
      shadows.delete(keyOf(collection))
      const from = known?.generation === generation ? known : undefined
      const next = await bringUpTo(collection, await readShadow(db, collection, generation), from)
      shadows.set(keyOf(collection), next)
      evict()
      return next
    },
    forgetShadow(collection: OwnCollection): void {
      shadows.delete(keyOf(collection))
    },
  }
}

export type Indexes = ReturnType<typeof createIndexes>

// A title is no text: more of it would be a URL.
const maxTitleTerms = 16

const titleTerms = ({ title, language }: ContentState['sources'][number]): string[] =>
  [...new Set(termsOf(title, language ?? 'en'))].slice(0, maxTitleTerms)

const keyOf = ({ projectId, id }: OwnCollection): string => `${projectId}/${id}`

type Target = Pick<LoadedIndex, 'words' | 'vectors'>

/** Vectors of another length than the first are those of another model: their chunks are found by words. */
function addVector(target: Target, slot: number, stored: Buffer): void {
  const vector = fromHalfFloats(stored)
  target.vectors ??= createVectorIndex(vector.length)
  if (target.vectors.dimensions === vector.length) target.vectors.set(slot, vector)
}

/** What an index takes of the memory for all of them. */
export const bytesOf = ({ words, vectors }: LoadedIndex): number =>
  words.chunkCount() * wordBytesPerChunk + (vectors?.byteLength() ?? 0)

const defaultMemoryMb = (): number =>
  Math.min(maxDefaultMb, (totalmem() * defaultShareOfMemory) / (1024 * 1024))

function languagesOf({ sources }: ContentState): string[] {
  const counts = new Map<string, number>()
  for (const { language } of sources) if (language) counts.set(language, (counts.get(language) ?? 0) + 1)
  const used = [...counts].filter(([, count]) => count >= sources.length * languageShare)
  return used.length > 0 ? used.map(([language]) => language) : ['en']
}
