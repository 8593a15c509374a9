import { z } from 'zod'
import { data, endpoint, events, page, raw } from '../../../kernel/http/endpoint.ts'
import { CollectionParams } from '../schema/collection.ts'
import { BatchBody, BatchResult, ChangesQuery, DocumentChange, ExportQuery } from '../schema/document.ts'
import { ImportErrorQuery, ImportErrorView, ImportParams, ImportQuery, ImportView } from '../schema/import.ts'
import {
  DecisionBody,
  ProposalItem,
  ProposalParams,
  ProposalQuery,
  ProposalView,
  ProposedWrite,
} from '../schema/proposal.ts'
import type { BatchService } from '../service/batch.ts'
import type { ChangeService } from '../service/changes.ts'
import type { ExportService } from '../service/exports.ts'
import { type ImportService, importLimits } from '../service/imports.ts'
import { type ProposalService, proposalRequest } from '../service/proposals.ts'
import {
  exampleCollection,
  exampleDocument,
  exampleImport,
  exampleProposal,
  exampleProposalItem,
} from './examples.ts'

export type BulkRouteDeps = {
  batches: BatchService
  changes: ChangeService
  exports: ExportService
  imports: ImportService
  proposals: ProposalService
}

const area = 'Table'
const params = { id: 'people' }
const importParams = { ...params, importId: exampleImport.id }
const proposalParams = { ...params, proposalId: exampleProposal.id }

export const bulkRoutes = ({ batches, changes, exports: files, imports, proposals }: BulkRouteDeps) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/table/collections/{id}/documents/batch',
    area,
    summary: 'Batch writes of documents',
    description:
      'Up to 500 operations: create, update, replace, upsert, delete. Atomic by default: if one operation fails, all are rolled back and the response lists every failure.',
    access: 'end-user',
    permission: 'table:write',
    params: CollectionParams,
    body: BatchBody,
    bodyLimitBytes: 8 * 1024 * 1024,
    response: data(z.union([BatchResult, ProposedWrite])),
    message: 'Batch completed',
    errors: ['collection_not_found', 'batch_failed', 'collection_full', 'external_user_not_found'],
    example: {
      params,
      body: { operations: [{ op: 'create', data: { email: 'ada@example.com' } }] },
      response: {
        applied: 1,
        failed: 0,
        results: [{ index: 0, op: 'create', successful: true, document: exampleDocument, error: null }],
      },
    },
    handle: async ({ scope, params: { id }, body, headers }) =>
      (await proposals.instead(scope, id, body.operations, proposalRequest(headers))) ??
      (await batches.run(scope, id, body)),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/table/collections/{id}/documents/import',
    area,
    summary: 'Import documents from a CSV or JSONL file',
    description:
      'The file is imported in the background in batches of 500 rows; `rowsSettled` is the number of rows processed so far. An import resumes after that row if its worker is lost. A file that an export wrote is imported as it is: its system fields are left out.',
    access: 'end-user',
    permission: 'table:write',
    params: CollectionParams,
    query: ImportQuery,
    upload: importLimits,
    response: data(ImportView),
    message: 'Import started',
    errors: ['collection_not_found', 'empty_file', 'external_user_not_found'],
    example: {
      params,
      query: { format: 'csv' },
      response: { ...exampleImport, status: 'queued', rowsSettled: 0 },
    },
    handle: ({ scope, params: { id }, query, upload }) => imports.start(scope, id, query, upload),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/documents/import/{importId}',
    area,
    summary: 'Get the state of an import',
    access: 'end-user',
    permission: 'table:read',
    params: ImportParams,
    response: data(ImportView),
    message: 'Import',
    errors: ['collection_not_found', 'import_not_found'],
    example: { params: importParams, response: exampleImport },
    handle: ({ scope, params: { id, importId } }) => imports.get(scope, id, importId),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/table/collections/{id}/documents/import/{importId}/cancel',
    area,
    summary: 'Cancel an import',
    description: 'Rows that were written stay: `rowsSettled` is the number of the last one.',
    access: 'end-user',
    permission: 'table:write',
    params: ImportParams,
    response: data(ImportView),
    message: 'Import cancelled',
    errors: ['collection_not_found', 'import_not_found', 'invalid_state'],
    example: {
      params: importParams,
      response: { ...exampleImport, status: 'failed', error: 'It was cancelled. No row was written.' },
    },
    handle: ({ scope, params: { id, importId } }) => imports.cancel(scope, id, importId),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/documents/import/{importId}/errors',
    area,
    summary: 'List the errors of an import',
    description: 'In file order; the first 10,000 are stored.',
    access: 'end-user',
    permission: 'table:read',
    params: ImportParams,
    query: ImportErrorQuery,
    response: page(ImportErrorView),
    message: 'Import errors',
    errors: ['collection_not_found', 'import_not_found'],
    example: {
      params: importParams,
      response: [{ row: 17, errors: [{ path: '/age', rule: 'type', message: 'must be a number' }] }],
    },
    handle: ({ scope, params: { id, importId }, query }) => imports.errors(scope, id, importId, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/documents/export',
    area,
    summary: 'Export documents as JSONL or CSV',
    description:
      'Streams all documents that match the filter, oldest first. In CSV, values that a spreadsheet would run as a formula are prefixed with an apostrophe; an import removes it.',
    access: 'end-user',
    permission: 'table:read',
    params: CollectionParams,
    query: ExportQuery,
    queryAliases: { search: 'q' },
    response: raw('application/x-ndjson'),
    alternateMediaTypes: ['text/csv'],
    errors: ['collection_not_found'],
    example: { params, query: { format: 'csv' } },
    handle: async ({ scope, params: { id }, query }) => {
      const { body, fileName } = await files.open(scope, id, query)
      return {
        body,
        contentType: query.format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
        headers: { 'content-disposition': `attachment; filename="${fileName}"` },
      }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/changes',
    area,
    summary: 'Stream the changes of a collection',
    description:
      'Server-sent events `created`, `updated` and `deleted`, numbered without gaps in commit order. `Last-Event-ID` or `cursor` resumes after a number; without either the stream starts now.',
    access: 'end-user',
    permission: 'table:read',
    params: CollectionParams,
    query: ChangesQuery,
    response: events(DocumentChange),
    message: 'Changes',
    errors: ['collection_not_found', 'cursor_expired'],
    example: { params },
    handle: ({ scope, params: { id }, query, lastEventId, signal }) => {
      const last = lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : null
      return changes.open(scope, id, last ?? query.cursor ?? null, signal)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/proposals',
    area,
    summary: 'List proposed writes of all collections',
    description: 'Pending approvals across all collections; get a proposal to see its changes.',
    access: 'end-user',
    permission: 'table:read',
    query: ProposalQuery,
    response: page(ProposalItem),
    message: 'Proposals',
    example: { query: { status: 'pending' }, response: [exampleProposalItem] },
    handle: ({ scope, query }) => proposals.listAll(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/proposals',
    area,
    summary: 'List proposed writes',
    description: 'Each with a diff against the current documents.',
    access: 'end-user',
    permission: 'table:read',
    params: CollectionParams,
    query: ProposalQuery,
    response: page(ProposalView),
    message: 'Proposals',
    errors: ['collection_not_found'],
    example: { params, response: [exampleProposal] },
    handle: ({ scope, params: { id }, query }) => proposals.list(scope, id, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/table/collections/{id}/proposals/{proposalId}',
    area,
    summary: 'Get a proposed write',
    access: 'end-user',
    permission: 'table:read',
    params: ProposalParams,
    response: data(ProposalView),
    message: 'Proposal',
    errors: ['collection_not_found', 'proposal_not_found'],
    example: { params: proposalParams, response: exampleProposal },
    handle: ({ scope, params: { id, proposalId } }) => proposals.get(scope, id, proposalId),
  }),
  ...(['approve', 'reject'] as const).map((verdict) =>
    endpoint({
      method: 'POST',
      path: `/api/v1/table/collections/{id}/proposals/{proposalId}/${verdict}`,
      area,
      summary: verdict === 'approve' ? 'Approve a proposed write' : 'Reject a proposed write',
      description:
        verdict === 'approve'
          ? 'Applies all of its changes or none. Fails if a document was changed in the meantime, unless `force` is set.'
          : 'Nothing is written; the proposal stays in the history.',
      access: 'end-user',
      permission: 'table:write',
      adminOnly: true,
      params: ProposalParams,
      body: DecisionBody,
      response: data(ProposalView),
      message: verdict === 'approve' ? 'Proposal approved' : 'Proposal rejected',
      errors: [
        'collection_not_found',
        'proposal_not_found',
        'invalid_state',
        'batch_failed',
        'collection_full',
      ],
      example: {
        params: proposalParams,
        body: { note: 'Checked with the customer' },
        response: { ...exampleProposal, collectionId: exampleCollection.id },
      },
      handle: ({ scope, params: { id, proposalId }, body }) =>
        proposals.decide(scope, id, proposalId, verdict === 'approve' ? 'approved' : 'rejected', body),
    }),
  ),
]
