import { z } from 'zod'
import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  CollectionQuery,
  CollectionView,
  CreateCollectionBody,
  ExposeBody,
  UpdateCollectionBody,
} from '../schema/collection.ts'
import type { CollectionService } from '../service/collections.ts'
import { exampleCollection } from './examples.ts'

const path = '/api/v1/knowledge/collections'
const area = 'Knowledge'
const params = { id: exampleCollection.id }

export const DeletedCollection = z.object({
  id: z.uuid(),
  deleted: z.literal(true),
  sourceCount: z.number(),
  chunkCount: z.number(),
})

export const collectionRoutes = (collections: CollectionService) => [
  endpoint({
    method: 'GET',
    path,
    area,
    summary: 'List knowledge collections',
    access: 'end-user',
    permission: 'knowledge:read',
    query: CollectionQuery,
    queryAliases: { search: 'q' },
    response: page(CollectionView),
    message: 'Knowledge collections',
    example: { response: [exampleCollection] },
    handle: ({ scope, query }) => collections.list(scope, query),
  }),
  endpoint({
    method: 'POST',
    path,
    area,
    summary: 'Create a knowledge collection',
    access: 'end-user',
    permission: 'knowledge:write',
    body: CreateCollectionBody,
    response: data(CollectionView),
    etagOf: ({ version }) => version,
    message: 'Knowledge collection created',
    errors: [
      'name_conflict',
      'knowledge_collection_full',
      'external_user_not_found',
      'model_not_found',
      'provider_not_configured',
    ],
    example: {
      body: { name: 'Handbook' },
      response: { ...exampleCollection, sourceCount: 0, chunkCount: 0, sizeBytes: 0 },
    },
    handle: ({ scope, body }) => collections.create(scope, body),
  }),
  endpoint({
    method: 'GET',
    path: `${path}/{id}`,
    area,
    summary: 'Get a knowledge collection',
    access: 'end-user',
    permission: 'knowledge:read',
    params: IdParams,
    response: data(CollectionView),
    etagOf: ({ version }) => version,
    message: 'Knowledge collection',
    errors: ['knowledge_collection_not_found'],
    example: { params, response: exampleCollection },
    handle: ({ scope, params: { id } }) => collections.get(scope, id),
  }),
  endpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    area,
    summary: 'Update a knowledge collection',
    description:
      'Another embedding model, chunk size, overlap or language builds a generation (`nextGeneration`) and applies when it is searched; without sources it applies immediately.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: UpdateCollectionBody,
    response: data(CollectionView),
    etagOf: ({ version }) => version,
    message: 'Knowledge collection updated',
    errors: [
      'knowledge_collection_not_found',
      'knowledge_generation_open',
      'name_conflict',
      'precondition_failed',
      'model_not_found',
      'provider_not_configured',
    ],
    example: { params, body: { description: 'For support' }, response: exampleCollection },
    handle: ({ scope, params: { id }, body, ifMatch }) => collections.update(scope, id, body, ifMatch),
  }),
  endpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    area,
    summary: 'Delete a knowledge collection',
    description: 'Searches find nothing of it from now on; its sources are deleted in the background.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    response: data(DeletedCollection),
    message: 'Knowledge collection deleted',
    errors: ['knowledge_collection_not_found', 'precondition_failed'],
    example: { params, response: { ...params, deleted: true, sourceCount: 1, chunkCount: 1 } },
    handle: ({ scope, params: { id }, ifMatch }) => collections.remove(scope, id, ifMatch),
  }),
  endpoint({
    method: 'PATCH',
    path: `${path}/{id}/expose-mcp`,
    area,
    summary: 'Expose a knowledge collection over MCP',
    description: 'MCP clients get read-only access.',
    access: 'end-user',
    permission: 'knowledge:write',
    params: IdParams,
    body: ExposeBody,
    response: data(CollectionView),
    etagOf: ({ version }) => version,
    message: 'Knowledge collection updated',
    errors: ['knowledge_collection_not_found', 'precondition_failed'],
    example: { params, body: { exposeViaMcp: true }, response: { ...exampleCollection, exposeViaMcp: true } },
    handle: ({ scope, params: { id }, body, ifMatch }) => collections.update(scope, id, body, ifMatch),
  }),
]
