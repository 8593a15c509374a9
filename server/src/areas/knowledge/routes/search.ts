import { z } from 'zod'
import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  ChunkPage,
  ChunkParams,
  ChunkQuery,
  ChunkView,
  DeletedChunk,
  UpdateChunkBody,
} from '../schema/chunk.ts'
import { MultiSearchBody, SearchBody, SearchResult } from '../schema/search.ts'
import type { ChunkService } from '../service/chunks.ts'
import type { Found, SearchService } from '../service/search/search.ts'
import { exampleChunk, exampleCollection, exampleResult } from './examples.ts'

const path = '/api/v1/knowledge/collections/{id}'
const area = 'Knowledge'
const params = { id: exampleCollection.id }
const chunkParams = { ...params, chunkId: exampleChunk.id }
/** Says in a header what a provider could not do. */
function resultsOf({ results, degraded }: Found, setHeader: (name: string, value: string) => void) {
  if (degraded.size > 0) setHeader('x-degraded', [...degraded].join(', '))
  return results
}

const chunkErrors = ['knowledge_collection_not_found', 'knowledge_chunk_not_found'] as const

export const searchRoutes = ({ search, chunks }: { search: SearchService; chunks: ChunkService }) => [
  endpoint({
    method: 'POST',
    path: `${path}/search`,
    area,
    summary: 'Search a knowledge collection',
    description:
      'Finds chunks by the words of the query, in any of their forms, with typos and with an unfinished last word, and by vectors. Sources are found from the moment they are `ready`. Where the embedding model does not respond, a hybrid search compares words alone, and the header `x-degraded` is `vectors`. With `rerank` a chat model orders the first results.',
    access: 'end-user',
    permission: 'knowledge:read',
    isRead: true,
    params: IdParams,
    body: SearchBody,
    response: data(z.array(SearchResult)),
    message: 'Results',
    errors: ['knowledge_collection_not_found', 'embedding_unavailable', 'model_not_found'],
    example: { params, body: { query: 'When is a refund paid?', limit: 3 }, response: [exampleResult] },
    handle: async ({ scope, params: { id }, body, signal, setHeader }) =>
      resultsOf(await search.search(scope, id, body, signal), setHeader),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/search',
    area,
    summary: 'Search several knowledge collections',
    access: 'end-user',
    permission: 'knowledge:read',
    isRead: true,
    body: MultiSearchBody,
    response: data(z.array(SearchResult)),
    message: 'Results',
    errors: ['knowledge_collection_not_found', 'embedding_unavailable', 'model_not_found'],
    example: {
      body: { collectionIds: [exampleCollection.id], query: 'When is a refund paid?' },
      response: [exampleResult],
    },
    handle: async ({ scope, body, signal, setHeader }) =>
      resultsOf(await search.searchMany(scope, body, signal), setHeader),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/chunks`,
    area,
    summary: 'List chunks',
    access: 'end-user',
    permission: 'knowledge:read',
    params: IdParams,
    query: ChunkQuery,
    response: data(ChunkPage),
    message: 'Chunks',
    errors: ['knowledge_collection_not_found', 'knowledge_source_not_found'],
    example: { params, response: { chunks: [exampleChunk], nextOffset: null } },
    handle: ({ scope, params: { id }, query }) => chunks.list(scope, id, query),
  }),
  endpoint({
    method: 'PATCH',
    path: `${path}/chunks/{chunkId}`,
    area,
    summary: 'Update a chunk',
    description: 'Corrects its text, or excludes it from searches. Lasts until the source is indexed again.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: ChunkParams,
    body: UpdateChunkBody,
    response: data(ChunkView),
    message: 'Chunk updated',
    errors: chunkErrors,
    example: {
      params: chunkParams,
      body: { isEnabled: false },
      response: { ...exampleChunk, isEnabled: false },
    },
    handle: ({ scope, params: { id, chunkId }, body, signal }) =>
      chunks.update(scope, id, chunkId, body, signal),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/chunks/{chunkId}`,
    area,
    summary: 'Delete a chunk',
    access: 'end-user',
    permission: 'knowledge:write',
    params: ChunkParams,
    response: data(DeletedChunk),
    message: 'Chunk deleted',
    errors: chunkErrors,
    example: { params: chunkParams, response: { id: exampleChunk.id, deleted: true } },
    handle: ({ scope, params: { id, chunkId } }) => chunks.remove(scope, id, chunkId),
  }),
]
