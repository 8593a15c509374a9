import { data, endpoint, none, raw } from '../../../kernel/http/endpoint.ts'
import { contentDisposition } from '../../../kernel/http/response/content-disposition.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  ExportBody,
  ExportedFile,
  ImportBody,
  PathQuery,
  WorkspaceFile,
  WorkspaceList,
} from '../schema/workspace.ts'
import type { Workspace } from '../service/workspace.ts'
import { exampleFile, exampleSession } from './examples.ts'

const params = { id: exampleSession.id }
const query = { path: exampleFile.path }
const ofUser = { area: 'Sandbox', access: 'end-user', acceptsEndUserTokens: true } as const
const sessionErrors = [
  ...(['sandbox_session_not_found', 'sandbox_session_gone', 'session_busy', 'concurrency_limited'] as const),
  ...(['sandbox_busy', 'sandbox_unavailable'] as const),
] as const

export const workspaceRoutes = (workspace: Workspace) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/sessions/{id}/files',
    ...ofUser,
    summary: 'Download a workspace file',
    permission: 'sandbox:read',
    params: IdParams,
    query: PathQuery,
    response: raw('application/octet-stream'),
    message: 'The bytes of the file',
    errors: [...sessionErrors, 'sandbox_file_not_found'],
    example: { params, query },
    handle: async ({ scope, params: { id }, query: { path } }) => ({
      body: await workspace.get(scope, id, path),
      headers: {
        'content-disposition': contentDisposition('attachment', path?.split('/').at(-1) ?? 'file'),
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    }),
  }),
  endpoint({
    method: 'PUT',
    path: '/api/v1/sandbox/sessions/{id}/files',
    ...ofUser,
    summary: 'Write a workspace file',
    description: 'The body is the content, of any type. A workspace holds up to 1,000 files and 32 MiB.',
    permission: 'sandbox:write',
    takesBytes: true,
    params: IdParams,
    query: PathQuery,
    response: data(WorkspaceFile),
    message: 'File written',
    errors: [...sessionErrors, 'workspace_full'],
    example: { params, query, response: exampleFile },
    handle: ({ scope, params: { id }, query: { path }, bytes }) => workspace.put(scope, id, path, bytes),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/sandbox/sessions/{id}/files',
    ...ofUser,
    summary: 'Delete a workspace file',
    description: 'Deleting a missing file has no effect.',
    permission: 'sandbox:write',
    params: IdParams,
    query: PathQuery,
    response: none(),
    message: 'File deleted',
    errors: sessionErrors,
    callsExternalService: true,
    example: { params, query },
    handle: ({ scope, params: { id }, query: { path } }) => workspace.delete(scope, id, path),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/sessions/{id}/files/list',
    ...ofUser,
    summary: 'List workspace files',
    permission: 'sandbox:read',
    params: IdParams,
    response: data(WorkspaceList),
    message: 'Workspace files',
    errors: sessionErrors,
    example: {
      params,
      response: { files: [exampleFile], totalBytes: 120, maxBytes: 33_554_432, maxFiles: 1000 },
    },
    handle: ({ scope, params: { id } }) => workspace.list(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/files/import',
    ...ofUser,
    summary: 'Import a stored file into the workspace',
    permission: 'sandbox:write',
    params: IdParams,
    body: ImportBody,
    response: data(WorkspaceFile),
    message: 'File imported',
    errors: [...sessionErrors, 'file_not_found', 'workspace_full'],
    callsExternalService: true,
    example: {
      params,
      body: { fileId: '0199f1a0-0000-7000-8000-000000000055', path: exampleFile.path },
      response: exampleFile,
    },
    handle: ({ scope, params: { id }, body }) => workspace.importFile(scope, id, body),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/files/export',
    ...ofUser,
    summary: 'Export a workspace file',
    description: 'Creates a stored file that outlives the session.',
    permission: 'sandbox:write',
    params: IdParams,
    body: ExportBody,
    response: data(ExportedFile),
    message: 'File exported',
    errors: [
      ...sessionErrors,
      ...([
        'sandbox_file_not_found',
        'storage_quota_exceeded',
        'unsupported_media_type',
        'empty_file',
      ] as const),
    ],
    callsExternalService: true,
    example: {
      params,
      body: { path: exampleFile.path, fileType: 'document' },
      response: {
        id: '0199f1a0-0000-7000-8000-000000000055',
        name: 'table.csv',
        mimeType: 'text/csv',
        sizeBytes: 120,
        ref: 'file:0199f1a0-0000-7000-8000-000000000055',
      },
    },
    handle: ({ scope, params: { id }, body }) => workspace.exportFile(scope, id, body),
  }),
]
