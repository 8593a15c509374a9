import { data, endpoint, none, page } from '../../kernel/http/endpoint.ts'
import { CreateBody, IdParams, ListQuery, SavedItem, SavedItemSummary, UpdateBody } from './schema.ts'
import type { createSavedItemService } from './service.ts'

const exampleSummary = {
  id: '0199f1a0-0000-7000-8000-000000000071',
  kind: 'table_view',
  name: 'Open tickets',
  collectionId: '0199f1a0-0000-7000-8000-000000000072',
  version: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
}
const exampleData = { sort: 'createdAt:desc' }
const exampleItem = { ...exampleSummary, data: exampleData }
const params = { id: exampleItem.id }
const etagOf = (item: unknown) => (item as { version: number }).version
const read = { area: 'Saved items', access: 'project', permission: 'saved-items:read' } as const
const write = { area: 'Saved items', access: 'project', permission: 'saved-items:write' } as const

export const savedItemRoutes = (items: ReturnType<typeof createSavedItemService>) => [
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/saved-items',
    summary: 'List saved items of one kind',
    description:
      'The last changed first, without `data`. Views and presets are shared in the project; a conversation is seen by the person who had it.',
    query: ListQuery,
    response: page(SavedItemSummary),
    message: 'Saved items',
    example: { query: { kind: 'table_view' }, response: [exampleSummary] },
    handle: ({ scope, query }) => items.list(scope, query),
  }),
  endpoint({
    ...write,
    method: 'POST',
    path: '/api/v1/saved-items',
    summary: 'Create a saved item',
    description:
      'Of one kind, and of views of one table, each has its own name. Of conversations the 200 last changed are retained.',
    body: CreateBody,
    response: data(SavedItem),
    etagOf,
    message: 'Saved',
    errors: ['collection_not_found', 'name_conflict', 'saved_item_limit_reached'],
    example: {
      body: {
        kind: exampleItem.kind,
        name: exampleItem.name,
        collectionId: exampleItem.collectionId,
        data: exampleData,
      },
      response: exampleItem,
    },
    handle: ({ scope, body }) => items.create(scope, body),
  }),
  endpoint({
    ...read,
    method: 'GET',
    path: '/api/v1/saved-items/{id}',
    summary: 'Get a saved item',
    params: IdParams,
    response: data(SavedItem),
    etagOf,
    message: 'Saved item',
    errors: ['saved_item_not_found'],
    example: { params, response: exampleItem },
    handle: ({ scope, params: { id } }) => items.get(scope, id),
  }),
  endpoint({
    ...write,
    method: 'PATCH',
    path: '/api/v1/saved-items/{id}',
    summary: 'Rename a saved item, or replace its data',
    params: IdParams,
    body: UpdateBody,
    response: data(SavedItem),
    etagOf,
    message: 'Saved',
    errors: ['saved_item_not_found', 'name_conflict', 'precondition_failed'],
    example: { params, body: { name: 'All tickets' }, response: { ...exampleItem, name: 'All tickets' } },
    handle: ({ scope, params: { id }, body, ifMatch }) => items.update(scope, id, body, ifMatch),
  }),
  endpoint({
    ...write,
    method: 'DELETE',
    path: '/api/v1/saved-items/{id}',
    summary: 'Delete a saved item',
    params: IdParams,
    response: none(),
    message: 'Deleted',
    errors: ['saved_item_not_found', 'precondition_failed'],
    example: { params },
    handle: ({ scope, params: { id }, ifMatch }) => items.remove(scope, id, ifMatch),
  }),
]
