import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Llm } from '../../../llm/index.ts'
import { chunkIdOf } from '../../schema/chunk.ts'
import type { MultiSearchBody, SearchBody, SearchResult } from '../../schema/search.ts'
import { normalizedKey } from '../../schema/source.ts'
import { type FoundChunk, findChunksWithVectors } from '../../store/chunk.ts'
import { listSearchable, type Searchable } from '../../store/collection.ts'
import { findGeneration } from '../../store/generation.ts'
import { listMatching } from '../../store/source.ts'
import { termsOf } from '../../text/terms.ts'
import { cosineOf, fromHalfFloats } from '../../vector-index/half-floats.ts'
import { collectionNotFound } from '../access.ts'
import type { Indexes } from '../indexes.ts'
import { byScore } from './by-score.ts'
import { scoreOf } from './fusion.ts'
import { createHighlighter } from './highlights.ts'
import { withNeighbours } from './neighbours.ts'
import { queryVectorOf } from './query-vector.ts'
import { type Candidate, rank } from './rank.ts'
import { rerank } from './rerank.ts'

export type Found = {
  results: SearchResult[]
  /** What a provider could not do, for the header `x-degraded`. */
  degraded: ReadonlySet<'vectors' | 'rerank'>
}

type Query = Omit<SearchBody, 'neighbours'> & { neighbours?: number; weight?: number | undefined }

// A source may be replaced between the search and the reading of its chunks.
const maxAttempts = 3
// So many of the first are ordered by their exact vectors: where vectors decide alone, more of them may be as near. Beside words the
// error of a byte, a few ten-thousandths, changes the order of equals at most.
const exactOf = (mode: Query['mode'], limit: number): number =>
  mode === 'vector' ? Math.max(100, 5 * limit) : limit + 5

export type SearchDeps = { db: Db; indexes: Indexes; llm: Pick<Llm, 'embeddings' | 'complete'> }

export function createSearchService({ db, indexes, llm }: SearchDeps) {
  async function searchOne(
    scope: Scope,
    collection: Searchable & { shadow?: number },
    { query, limit, mode, minScore, filters, weight: requestedWeight }: Query,
    signal: AbortSignal,
  ) {
    const model = collection.embeddingModel
    const index = await (collection.shadow === undefined
      ? indexes.get(collection, collection.contentVersion)
      : indexes.getShadow(collection, collection.shadow))
    if (!index) throw collectionNotFound()
    const keys = filters?.sourceKeys?.map(normalizedKey)
    const sources =
      filters && (await listMatching(db, collection, { ...filters, ...(keys ? { sourceKeys: keys } : {}) }))
    const terms = new Set(index.languages.flatMap((language) => termsOf(query, language)))
    const { vector, isMissing } = index.vectors
      ? await queryVectorOf({ llm }, scope, { model, query, mode }, signal)
      : { vector: null, isMissing: false }
    const weight = requestedWeight ?? collection.fusionWeight ?? llm.embeddings.traitsOf(model).weight
    const candidates = rank(index, { mode, terms: [...terms], vector, weight, limit, sources })
    const depth = vector ? exactOf(mode, limit) : limit
    const requested = {
      keys: candidates.slice(0, depth),
      hasVectors: vector !== null,
      shadow: collection.shadow,
    }
    const rows = await findChunksWithVectors(db, collection, requested)
    const byId = new Map(rows.map((row) => [chunkIdOf(row), row]))
    const found = candidates.slice(0, depth).flatMap((candidate) => {
      const row = byId.get(chunkIdOf(candidate))
      return row ? [{ row, ...exactly(candidate, row, vector) }] : []
    })
    for (const each of found) each.score = scoreOf(each, mode, vector ? weight : 0)
    const highlight = createHighlighter(terms)
    return {
      results: found
        .sort(byScore)
        .filter(({ score }) => score >= minScore)
        .slice(0, limit)
        .map(({ row, ...hit }) => resultOf(collection, row, hit, highlight)),
      isComplete:
        found.length === Math.min(candidates.length, depth) &&
        index.generation === (collection.shadow ?? collection.generation),
      isMissing,
    }
  }

  async function search(
    scope: Scope,
    ids: readonly string[],
    body: Query,
    signal: AbortSignal = never,
  ): Promise<Found> {
    const order = rerankingOf(body.rerank)
    const limit = Math.max(body.limit, order?.candidates ?? 0)
    for (let attempt = 1; ; attempt++) {
      const collections = await listSearchable(db, scope, ids)
      if (collections.length < new Set(ids).size) throw collectionNotFound()
      const parts = await Promise.all(
        collections.map((each) => searchOne(scope, each, { ...body, limit }, signal)),
      )
      if (attempt < maxAttempts && parts.some(({ isComplete }) => !isComplete)) continue
      const results = parts
        .flatMap((part) => part.results)
        .sort((left, right) => right.score - left.score)
        .slice(0, limit)
      const reranked =
        order && (await rerank({ llm }, scope, { ...order, query: body.query, results }, signal))
      const best = (reranked ?? results).slice(0, body.limit)
      return {
        results: body.neighbours ? await withNeighbours(db, collections, best, body.neighbours) : best,
        degraded: new Set([
          ...(parts.some(({ isMissing }) => isMissing) ? (['vectors'] as const) : []),
          ...(order && !reranked ? (['rerank'] as const) : []),
        ]),
      }
    }
  }

  return {
    search: (scope: Scope, id: string, body: Query, signal?: AbortSignal) =>
      search(scope, [id], body, signal),
    /** The same of a generation that is not searched yet. */
    async searchShadow(
      scope: Scope,
      id: string,
      generation: number,
      body: Query,
      signal: AbortSignal,
    ): Promise<Pick<Found, 'results'>> {
      const [collection] = await listSearchable(db, scope, [id])
      const settings = collection && (await findGeneration(db, { ...collection, generation }))
      if (!settings) throw collectionNotFound()
      const { embeddingModel } = settings
      // A weight that was set for one model says nothing about another.
      const isSame = embeddingModel === collection.embeddingModel
      const fusionWeight = isSame ? collection.fusionWeight : null
      return searchOne(
        scope,
        { ...collection, embeddingModel, fusionWeight, shadow: generation },
        body,
        signal,
      )
    },
    /** Of the collections those that are there. */
    async searchExisting(scope: Scope, { collectionIds, ...body }: MultiSearchBody): Promise<SearchResult[]> {
      const known = await listSearchable(db, scope, collectionIds)
      const ids = known.map(({ id }) => id)
      return known.length === 0 ? [] : (await search(scope, ids, body)).results
    },
    searchMany: (scope: Scope, { collectionIds, ...body }: MultiSearchBody, signal?: AbortSignal) =>
      search(scope, collectionIds, body, signal),
  }
}

export type SearchService = ReturnType<typeof createSearchService>

const never = new AbortController().signal

const defaultCandidates = 20

function rerankingOf(rerank: SearchBody['rerank']): { model: string | null; candidates: number } | null {
  if (rerank === undefined || rerank === false) return null
  if (rerank === true) return { model: null, candidates: defaultCandidates }
  return { model: rerank.model ?? null, candidates: rerank.candidates }
}

/** A candidate with the cosine of the vector that is stored, not of its bytes. */
function exactly(
  candidate: Candidate,
  { vector: stored }: FoundChunk,
  vector: Float32Array | null,
): Candidate {
  if (!vector || !stored || stored.byteLength !== 2 * vector.length) return candidate
  return { ...candidate, cosine: cosineOf(fromHalfFloats(stored), vector) }
}

/** The default user of a project, whose collections are the team's, has its id. */
const isOfEndUser = ({ projectId, externalUserId }: Searchable): boolean => externalUserId !== projectId

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const resultOf = (
  collection: Searchable,
  row: FoundChunk,
  { score, words, cosine }: Omit<Candidate, 'sourceNo' | 'revision' | 'ordinal'>,
  highlight: ReturnType<typeof createHighlighter>,
): SearchResult => ({
  chunkId: chunkIdOf(row),
  collectionId: collection.id,
  sourceKey: row.sourceKey,
  title: row.title,
  text: row.text,
  path: row.path,
  score: rounded(score),
  keywordScore: rounded(words),
  vectorScore: cosine === null ? null : rounded(cosine),
  highlights: highlight(row.text, row.language ?? 'en'),
  startOffset: row.startOffset,
  endOffset: row.endOffset,
  page: row.page,
  url: row.url,
  isOutside:
    row.kind === 'url' || (row.kind === 'file' && (row.isOfEndUser === true || isOfEndUser(collection))),
  metadata: row.metadata,
})
