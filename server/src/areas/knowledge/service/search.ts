import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { chunkIdOf } from '../schema/chunk.ts'
import type { MultiSearchBody, SearchBody, SearchResult } from '../schema/search.ts'
import { normalizedKey } from '../schema/source.ts'
import { type ChunkRow, findChunks } from '../store/chunk.ts'
import { listSearchable } from '../store/collection.ts'
import { listMatching, type OwnCollection } from '../store/source.ts'
import { termsOf } from '../text/terms.ts'
import { scoreOf, type WordHit } from '../word-index/word-index.ts'
import { collectionNotFound } from './access.ts'
import { createHighlighter } from './highlights.ts'
import type { Indexes } from './indexes.ts'

// A source may be replaced between the search and the reading of its chunks.
const maxAttempts = 3

export function createSearchService({ db, indexes }: { db: Db; indexes: Indexes }) {
  async function searchOne(
    collection: OwnCollection & { contentVersion: number },
    { query, limit, minScore, filters }: Omit<SearchBody, 'mode'>,
  ): Promise<{ results: SearchResult[]; isComplete: boolean }> {
    const index = await indexes.get(collection, collection.contentVersion)
    if (!index) throw collectionNotFound()
    const keys = filters?.sourceKeys?.map(normalizedKey)
    const sources =
      filters && (await listMatching(db, collection, { ...filters, ...(keys ? { sourceKeys: keys } : {}) }))
    const terms = new Set(index.languages.flatMap((language) => termsOf(query, language)))
    const hits = index.words
      .search({ terms: [...terms], limit, sources })
      .filter((hit) => scoreOf(hit) >= minScore)
    const rows = await findChunks(db, collection, hits)
    const highlight = createHighlighter(terms)
    const byId = new Map(rows.map((row) => [chunkIdOf(row), row]))
    const results = hits.flatMap((hit) => {
      const row = byId.get(chunkIdOf(hit))
      return row ? [resultOf(collection.id, row, hit, highlight)] : []
    })
    return { results, isComplete: results.length === hits.length }
  }

  async function search(
    scope: Scope,
    ids: readonly string[],
    body: Omit<SearchBody, 'mode'>,
  ): Promise<SearchResult[]> {
    for (let attempt = 1; ; attempt++) {
      const found = await listSearchable(db, scope, ids)
      if (found.length < new Set(ids).size) throw collectionNotFound()
      const parts = await Promise.all(
        found.map((each) => searchOne({ ...each, projectId: scope.projectId }, body)),
      )
      if (attempt < maxAttempts && parts.some(({ isComplete }) => !isComplete)) continue
      return parts
        .flatMap(({ results }) => results)
        .sort((left, right) => right.score - left.score)
        .slice(0, body.limit)
    }
  }

  return {
    search: (scope: Scope, id: string, body: SearchBody) => search(scope, [id], body),
    /** Of the collections those that are there. */
    async searchExisting(scope: Scope, { collectionIds, ...body }: MultiSearchBody): Promise<SearchResult[]> {
      const known = await listSearchable(db, scope, collectionIds)
      return known.length === 0
        ? []
        : search(
            scope,
            known.map(({ id }) => id),
            body,
          )
    },
    searchMany: (scope: Scope, { collectionIds, ...body }: MultiSearchBody) =>
      search(scope, collectionIds, body),
  }
}

export type SearchService = ReturnType<typeof createSearchService>

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const resultOf = (
  collectionId: string,
  row: ChunkRow,
  hit: WordHit,
  highlight: ReturnType<typeof createHighlighter>,
): SearchResult => ({
  chunkId: chunkIdOf(row),
  collectionId,
  sourceKey: row.sourceKey,
  title: row.title,
  text: row.text,
  path: row.path,
  score: rounded(scoreOf(hit)),
  keywordScore: rounded(hit.words),
  vectorScore: null,
  highlights: highlight(row.text, row.language ?? 'en'),
  startOffset: row.startOffset,
  endOffset: row.endOffset,
  page: row.page,
  metadata: row.metadata,
})
