import { z } from 'zod'
import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { confirmed } from '../../../kernel/scope.ts'
import { CollectionParams } from '../schema/collection.ts'
import {
  CreateDocumentQuery,
  Deleted,
  DocumentBody,
  DocumentParams,
  DocumentQuery,
  DocumentVersionView,
  DocumentView,
  flat,
  GetDocumentQuery,
  HistoryQuery,
  ListedDocument,
  PatchDocumentQuery,
  QueryBody,
} from '../schema/document.ts'
import { ProposedWrite, WrittenDocument } from '../schema/proposal.ts'
import type { DocumentService } from '../service/documents.ts'
import type { Listed, ListService } from '../service/lists.ts'
import { type ProposalService, proposalRequest } from '../service/proposals.ts'
import { exampleActor, exampleDocument } from './examples.ts'

export type DocumentRouteDeps = { documents: DocumentService; lists: ListService; proposals: ProposalService }

const params = { collectionId: 'people', documentId: exampleDocument.id }
const area = 'Table'
const writeErrors = [
  'collection_not_found',
  'reserved_field',
  'schema_violation',
  'unique_violation',
  'collection_full',
  'external_user_not_found',
] as const
const changeErrors = [...writeErrors, 'document_not_found', 'not_owner', 'precondition_failed'] as const

type SetHeader = (name: string, value: string) => void

/** What the envelope has no field for: the next cursor, and whether the total is exact. */
function withHeaders({ nextCursor, isTotalExact, ...found }: Listed, setHeader: SetHeader) {
  if (nextCursor !== null) setHeader('x-next-cursor', nextCursor)
  setHeader('x-total-accuracy', isTotalExact ? 'exact' : 'at-least')
  return found
}

const versionOf = (written: object) => ('version' in written ? Number(written.version) : 0)
export const documentRoutes = ({ documents, lists, proposals }: DocumentRouteDeps) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/documents',
    area,
    summary: 'List documents',
    description:
      'Newest first by default; documents without a value sort last in both orders, ties are broken by id. `_neq` and `_nin` also match documents without the field. Pass the `x-next-cursor` response header as `cursor` for the next page, at constant cost at any depth; `x-total-accuracy` says whether the total is exact or, for a filtered list of more than 10,000, a lower bound (`count=exact` counts all).',
    access: 'end-user',
    confirmsAccess: true,
    permission: 'table:read',
    params: CollectionParams,
    query: DocumentQuery,
    queryAliases: { search: 'q' },
    response: page(ListedDocument),
    message: 'Documents',
    errors: ['collection_not_found'],
    example: {
      params: { id: 'people' },
      query: { filter: '{"status":{"_eq":"open"}}', sort: 'age:desc' },
      response: [exampleDocument],
    },
    handle: async ({ scope, params: { id }, query, setHeader }) =>
      withHeaders(await lists.list(scope, id, query, true), setHeader),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/table/collections/{id}/documents',
    area,
    summary: 'Create a document',
    description:
      'The body contains the fields. With `upsertOn`, a document with the same values in those fields is updated instead. `x-propose: true` submits the write for approval.',
    access: 'end-user',
    confirmsAccess: true,
    permission: 'table:write',
    params: CollectionParams,
    query: CreateDocumentQuery,
    body: DocumentBody,
    response: data(WrittenDocument),
    etagOf: versionOf,
    message: 'Document created',
    errors: [...writeErrors, 'ambiguous_upsert', 'not_owner'],
    example: { params: { id: 'people' }, body: { email: 'ada@example.com' }, response: exampleDocument },
    handle: async ({ scope, params: { id }, query, body, headers }) => {
      const operation = query.upsertOn?.length
        ? ({ op: 'upsert', on: query.upsertOn, data: body } as const)
        : ({ op: 'create', data: body } as const)
      const request = proposalRequest(headers)
      const written = request.isRequested
        ? null
        : await documents.createUnlessProposed(scope, id, body, query.upsertOn)
      if (written?.kind === 'written') return flat(written.document)
      return await proposals.propose(await confirmed(scope), id, [operation], request)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/table/collections/{id}/documents/query',
    area,
    summary: 'Query documents',
    description:
      'List documents with the parameters in the body, for filters too long for a URL. With `aggregate` or `groupBy` it returns aggregates instead of documents.',
    access: 'end-user',
    permission: 'table:read',
    isRead: true,
    params: CollectionParams,
    body: QueryBody,
    response: page(ListedDocument),
    message: 'Documents',
    errors: ['collection_not_found'],
    example: {
      params: { id: 'people' },
      body: { filter: { _or: [{ age: { _gte: 18 } }, { vip: { _eq: true } }] }, sort: 'age:desc' },
      response: [exampleDocument],
    },
    handle: async ({ scope, params: { id }, body, setHeader }) =>
      withHeaders(await lists.list(scope, id, body, false), setHeader),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{collectionId}/documents/{documentId}',
    area,
    summary: 'Get a document',
    access: 'end-user',
    confirmsAccess: true,
    permission: 'table:read',
    params: DocumentParams,
    query: GetDocumentQuery,
    response: data(DocumentView),
    etagOf: versionOf,
    message: 'Document',
    errors: ['collection_not_found', 'document_not_found'],
    example: { params, response: exampleDocument },
    handle: async ({ scope, params: { collectionId, documentId }, query }) =>
      (await lists.get(scope, collectionId, documentId, query)) as z.infer<typeof DocumentView>,
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/table/collections/{collectionId}/documents/{documentId}',
    area,
    summary: 'Update a document',
    description:
      'Send only the fields to change; null clears a field. Nested objects are replaced, or merged with `merge=deep`.',
    access: 'end-user',
    confirmsAccess: true,
    permission: 'table:write',
    params: DocumentParams,
    query: PatchDocumentQuery,
    body: DocumentBody,
    response: data(WrittenDocument),
    etagOf: versionOf,
    message: 'Document updated',
    errors: changeErrors,
    example: { params, body: { status: 'open' }, response: exampleDocument },
    handle: async ({ scope, params: { collectionId, documentId: id }, query, body, ifMatch, headers }) => {
      const request = proposalRequest(headers)
      const edit = { id, body, ifMatch, mode: query.merge }
      const written = request.isRequested
        ? null
        : await documents.changeUnlessProposed(scope, collectionId, edit)
      const operation = { op: 'update', id, data: body, merge: query.merge } as const
      if (written?.kind === 'written') return flat(written.document)
      return await proposals.propose(await confirmed(scope), collectionId, [operation], request, ifMatch)
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/api/v1/table/collections/{collectionId}/documents/{documentId}',
    area,
    summary: 'Replace a document',
    description: 'Omitted fields are cleared or set to their default.',
    access: 'end-user',
    confirmsAccess: true,
    permission: 'table:write',
    params: DocumentParams,
    body: DocumentBody,
    response: data(WrittenDocument),
    etagOf: versionOf,
    message: 'Document replaced',
    errors: changeErrors,
    example: { params, body: { email: 'ada@example.com' }, response: exampleDocument },
    handle: async ({ scope, params: { collectionId, documentId: id }, body, ifMatch, headers }) => {
      const request = proposalRequest(headers)
      const edit = { id, body, ifMatch, mode: 'replace' as const }
      const written = request.isRequested
        ? null
        : await documents.changeUnlessProposed(scope, collectionId, edit)
      const operation = { op: 'replace', id, data: body } as const
      if (written?.kind === 'written') return flat(written.document)
      return await proposals.propose(await confirmed(scope), collectionId, [operation], request, ifMatch)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/table/collections/{collectionId}/documents/{documentId}',
    area,
    summary: 'Delete a document',
    description: 'Relations of other documents decide what happens to those: restrict, set null or cascade.',
    access: 'end-user',
    permission: 'table:write',
    params: DocumentParams,
    response: data(z.union([Deleted, ProposedWrite])),
    message: 'Document deleted',
    errors: [
      'collection_not_found',
      'document_not_found',
      'not_owner',
      'relation_restricted',
      'precondition_failed',
    ],
    example: { params, response: { id: exampleDocument.id, deleted: true } },
    handle: async ({ scope, params: { collectionId, documentId: id }, ifMatch, headers }) => {
      const requested = proposalRequest(headers)
      const proposed = await proposals.instead(
        scope,
        collectionId,
        [{ op: 'delete', id }],
        requested,
        ifMatch,
      )
      if (proposed) return proposed
      await documents.remove(scope, collectionId, id, ifMatch)
      return { id, deleted: true as const }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{collectionId}/documents/{documentId}/history',
    area,
    summary: 'List the versions of a document',
    description:
      'Newest first, with the author of each; also for deleted documents while their history is retained.',
    access: 'end-user',
    permission: 'table:read',
    params: DocumentParams,
    query: HistoryQuery,
    response: page(DocumentVersionView),
    message: 'History',
    errors: ['collection_not_found', 'document_not_found'],
    example: {
      params,
      response: [
        {
          documentId: exampleDocument.id,
          version: 1,
          change: 'created',
          data: { email: 'ada@example.com' },
          actor: exampleActor,
          changedAt: exampleDocument.createdAt,
        },
      ],
    },
    handle: ({ scope, params: { collectionId, documentId }, query }) =>
      lists.history(scope, collectionId, documentId, query),
  }),
]
