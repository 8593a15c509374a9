import type { ChunkView } from '../schema/chunk.ts'
import type { CollectionView } from '../schema/collection.ts'
import type { EvalView, ResultView, TestView } from '../schema/eval.ts'
import type { GenerationView } from '../schema/generation.ts'
import type { SearchResult } from '../schema/search.ts'
import type { SourceView } from '../schema/source.ts'
import type { SourceText } from '../schema/source-text.ts'

const at = '2026-01-15T09:30:00.000Z'

export const exampleCollection: CollectionView = {
  id: '0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e1f',
  name: 'Handbook',
  description: '',
  language: 'auto',
  embeddingModel: 'local/use-lite',
  fusionWeight: null,
  chunkSize: 1000,
  chunkOverlap: 100,
  generation: 1,
  nextGeneration: null,
  exposeViaMcp: false,
  sourceCount: 1,
  chunkCount: 1,
  sizeBytes: 61,
  externalUserId: '0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e10',
  version: 1,
  createdAt: at,
  updatedAt: at,
}

export const exampleJobId = '0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e11'

export const exampleSource: SourceView = {
  sourceKey: 'text:Refunds',
  kind: 'text',
  title: 'Refunds',
  origin: {},
  status: 'ready',
  stage: null,
  waitsFor: null,
  progress: 1,
  isSearchable: true,
  chunkCount: 1,
  tokenCount: 16,
  sizeBytes: 61,
  pageCount: 0,
  creditsUsed: 0,
  language: 'en',
  contentHash: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  metadata: { product: 'shop' },
  lastError: null,
  refreshEvery: null,
  nextRefreshAt: null,
  lastCheckedAt: null,
  refreshError: null,
  missingSince: null,
  jobId: exampleJobId,
  createdAt: at,
  updatedAt: at,
  indexedAt: at,
}

export const exampleWebSource: SourceView = {
  ...exampleSource,
  sourceKey: 'url:https%3A%2F%2Fexample.com%2Frefunds',
  kind: 'url',
  origin: { url: 'https://example.com/refunds' },
  pageCount: 1,
  creditsUsed: 0.1,
  refreshEvery: '1d',
  nextRefreshAt: '2026-11-16T03:17:00.000Z',
  lastCheckedAt: at,
}

export const exampleChunk: ChunkView = {
  id: '1-1-0',
  sourceKey: exampleSource.sourceKey,
  ordinal: 0,
  text: 'Refunds are paid to the original card within five working days.',
  path: [],
  startOffset: 0,
  endOffset: 63,
  page: null,
  tokenCount: 16,
  isEnabled: true,
  isEdited: false,
}

export const exampleText: SourceText = {
  text: exampleChunk.text,
  startOffset: 0,
  endOffset: 63,
  nextOffset: null,
  chunks: [
    {
      id: exampleChunk.id,
      ordinal: 0,
      startOffset: 0,
      endOffset: 63,
      page: null,
      isEnabled: true,
      isEdited: false,
    },
  ],
}

export const exampleResult: SearchResult = {
  chunkId: exampleChunk.id,
  collectionId: exampleCollection.id,
  sourceKey: exampleSource.sourceKey,
  title: exampleSource.title,
  text: exampleChunk.text,
  path: [],
  score: 0.72,
  keywordScore: 0.72,
  vectorScore: null,
  highlights: [[0, 7]],
  startOffset: 0,
  endOffset: 63,
  page: null,
  url: null,
  isOutside: false,
  metadata: exampleSource.metadata,
}

export const exampleGeneration: GenerationView = {
  generation: 2,
  status: 'building',
  embeddingModel: 'openai/text-embedding-3-small',
  chunkSize: 1000,
  chunkOverlap: 100,
  language: 'auto',
  switch: 'if_not_worse',
  progress: 0,
  sourceCount: 0,
  chunkCount: 0,
  lostEdits: 0,
  comparison: null,
  error: null,
  jobId: exampleJobId,
  createdAt: at,
  updatedAt: at,
  switchedAt: null,
  keptUntil: null,
}

export const exampleTest: TestView = {
  id: '0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e13',
  query: 'When is a refund paid?',
  sourceKey: exampleSource.sourceKey,
  mustContain: null,
  k: 5,
  isRequired: false,
  origin: 'manual',
  lastStatus: 'hit',
  lastRank: 1,
  createdAt: at,
  updatedAt: at,
}

export const exampleEval: EvalView = {
  id: '0192c4e0-7b1a-7c3d-9e2f-6a5b4c3d2e14',
  generation: 1,
  embeddingModel: 'local/use-lite',
  chunkSize: 1000,
  mode: 'hybrid',
  status: 'succeeded',
  testCount: 1,
  doneCount: 1,
  hitCount: 1,
  orphanedCount: 0,
  recallAt1: 1,
  recallAt5: 1,
  recallAt10: 1,
  mrr: 1,
  comparedWith: null,
  won: null,
  lost: null,
  error: null,
  createdAt: at,
  endedAt: at,
}

export const exampleEvalResult: ResultView = {
  testId: exampleTest.id,
  query: exampleTest.query,
  sourceKey: exampleTest.sourceKey,
  mustContain: null,
  k: 5,
  isRequired: false,
  status: 'hit',
  rank: 1,
  statusBefore: null,
  rankBefore: null,
  found: [
    {
      chunkId: exampleResult.chunkId,
      sourceKey: exampleResult.sourceKey,
      title: exampleResult.title,
      text: exampleResult.text,
      score: exampleResult.score,
    },
  ],
}
