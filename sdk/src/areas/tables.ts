// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'
import type { UploadInput } from '../upload.ts'

/** List collections. */
export const list = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/table/collections', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/collections', { ...options, query })

/** List collections. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/table/collections', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/collections', { ...options, query })

/** Create a collection. */
export const create = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/table/collections', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/table/collections', { ...options, body })

/** Get a collection. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/table/collections/{id}', { ...options, params: { id } })

/** Update a collection. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/table/collections/{id}', 'patch'>,
  query?: QueryOf<'/api/v1/table/collections/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/table/collections/{id}', { ...options, params: { id }, body, query })

/** Delete a collection and its documents. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/table/collections/{id}', { ...options, params: { id } })

/** Expose a collection over MCP. */
export const exposeMcp = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/table/collections/{id}/expose-mcp', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/table/collections/{id}/expose-mcp', { ...options, params: { id }, body })

/** Batch writes of documents. */
export const batchDocuments = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/table/collections/{id}/documents/batch', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/table/collections/{id}/documents/batch', { ...options, params: { id }, body })

/** Import documents from a CSV or JSONL file. */
export const importDocuments = (
  stoa: Stoa,
  id: string,
  file: UploadInput,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents/import', 'post'>,
  options?: CallOptions,
) => stoa.upload('/api/v1/table/collections/{id}/documents/import', { ...options, ...file, params: { id }, query })

/** Get the state of an import. */
export const getDocumentImport = (stoa: Stoa, id: string, importId: string, options?: CallOptions) =>
  stoa.get('/api/v1/table/collections/{id}/documents/import/{importId}', { ...options, params: { id, importId } })

/** Cancel an import. */
export const cancelDocumentImport = (stoa: Stoa, id: string, importId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/table/collections/{id}/documents/import/{importId}/cancel', { ...options, params: { id, importId } })

/** List the errors of an import. */
export const listDocumentImportErrors = (
  stoa: Stoa,
  id: string,
  importId: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents/import/{importId}/errors', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/collections/{id}/documents/import/{importId}/errors', { ...options, params: { id, importId }, query })

/** List the errors of an import. Every one, page after page. */
export const listDocumentImportErrorsAll = (
  stoa: Stoa,
  id: string,
  importId: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents/import/{importId}/errors', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/collections/{id}/documents/import/{importId}/errors', { ...options, params: { id, importId }, query })

/** Export documents as JSONL or CSV. */
export const exportDocuments = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents/export', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/table/collections/{id}/documents/export', { ...options, params: { id }, query })

/** Stream the changes of a collection. */
export const streamChanges = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/changes', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/table/collections/{id}/changes', { ...options, params: { id }, query })

/** List proposed writes of all collections. */
export const listProjectProposals = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/table/proposals', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/proposals', { ...options, query })

/** List proposed writes of all collections. Every one, page after page. */
export const listProjectProposalsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/table/proposals', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/proposals', { ...options, query })

/** List proposed writes. */
export const listProposals = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/proposals', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/collections/{id}/proposals', { ...options, params: { id }, query })

/** List proposed writes. Every one, page after page. */
export const listProposalsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/proposals', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/collections/{id}/proposals', { ...options, params: { id }, query })

/** Get a proposed write. */
export const getProposal = (stoa: Stoa, id: string, proposalId: string, options?: CallOptions) =>
  stoa.get('/api/v1/table/collections/{id}/proposals/{proposalId}', { ...options, params: { id, proposalId } })

/** Approve a proposed write. */
export const approveProposal = (
  stoa: Stoa,
  id: string,
  proposalId: string,
  body?: BodyOf<'/api/v1/table/collections/{id}/proposals/{proposalId}/approve', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/table/collections/{id}/proposals/{proposalId}/approve', { ...options, params: { id, proposalId }, body })

/** Reject a proposed write. */
export const rejectProposal = (
  stoa: Stoa,
  id: string,
  proposalId: string,
  body?: BodyOf<'/api/v1/table/collections/{id}/proposals/{proposalId}/reject', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/table/collections/{id}/proposals/{proposalId}/reject', { ...options, params: { id, proposalId }, body })

/** List documents. */
export const listDocuments = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/collections/{id}/documents', { ...options, params: { id }, query })

/** List documents. Every one, page after page. */
export const listDocumentsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/collections/{id}/documents', { ...options, params: { id }, query })

/** Create a document. */
export const createDocument = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/table/collections/{id}/documents', 'post'>,
  query?: QueryOf<'/api/v1/table/collections/{id}/documents', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/table/collections/{id}/documents', { ...options, params: { id }, body, query })

/** Query documents. */
export const queryDocuments = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/table/collections/{id}/documents/query', 'post'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/collections/{id}/documents/query', { ...options, params: { id }, body, method: 'post' })

/** Query documents. Every one, page after page. */
export const queryDocumentsAll = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/table/collections/{id}/documents/query', 'post'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/collections/{id}/documents/query', { ...options, params: { id }, body, method: 'post' })

/** Get a document. */
export const getDocument = (
  stoa: Stoa,
  collectionId: string,
  documentId: string,
  query?: QueryOf<'/api/v1/table/collections/{collectionId}/documents/{documentId}', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/table/collections/{collectionId}/documents/{documentId}', { ...options, params: { collectionId, documentId }, query })

/** Update a document. */
export const updateDocument = (
  stoa: Stoa,
  collectionId: string,
  documentId: string,
  body: BodyOf<'/api/v1/table/collections/{collectionId}/documents/{documentId}', 'patch'>,
  query?: QueryOf<'/api/v1/table/collections/{collectionId}/documents/{documentId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/table/collections/{collectionId}/documents/{documentId}', { ...options, params: { collectionId, documentId }, body, query })

/** Replace a document. */
export const replaceDocument = (
  stoa: Stoa,
  collectionId: string,
  documentId: string,
  body: BodyOf<'/api/v1/table/collections/{collectionId}/documents/{documentId}', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/table/collections/{collectionId}/documents/{documentId}', { ...options, params: { collectionId, documentId }, body })

/** Delete a document. */
export const removeDocument = (
  stoa: Stoa,
  collectionId: string,
  documentId: string,
  options?: WriteOptions,
) => stoa.delete('/api/v1/table/collections/{collectionId}/documents/{documentId}', { ...options, params: { collectionId, documentId } })

/** List the versions of a document. */
export const listDocumentHistory = (
  stoa: Stoa,
  collectionId: string,
  documentId: string,
  query?: QueryOf<'/api/v1/table/collections/{collectionId}/documents/{documentId}/history', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/table/collections/{collectionId}/documents/{documentId}/history', { ...options, params: { collectionId, documentId }, query })

/** List the versions of a document. Every one, page after page. */
export const listDocumentHistoryAll = (
  stoa: Stoa,
  collectionId: string,
  documentId: string,
  query?: QueryOf<'/api/v1/table/collections/{collectionId}/documents/{documentId}/history', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/table/collections/{collectionId}/documents/{documentId}/history', { ...options, params: { collectionId, documentId }, query })
