import { data, endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { DownloadQuery, IdParams, LinkParams, NameParams, SignBody, SignedUrl } from '../schema.ts'
import type { FileService } from '../service/files.ts'
import type { Links } from '../service/links.ts'
import { exampleFile } from './examples.ts'
import { serveFile } from './serve.ts'

export type DownloadRouteDeps = { files: FileService; links: Links }

const params = { id: exampleFile.id }
const exampleToken = `${'0'.repeat(64)}tqz9k0.${'A'.repeat(43)}`

export const downloadRoutes = ({ files, links }: DownloadRouteDeps) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/file/download/{id}',
    area: 'File',
    summary: 'Download a file',
    description:
      'Supports a single byte `Range` with `If-Range`, and `If-Match`, `If-None-Match`, `If-Modified-Since` and `If-Unmodified-Since`. `disposition=inline` is honoured for types that a browser renders without running code.',
    access: 'end-user',
    permission: 'files:read',
    acceptsEndUserTokens: true,
    params: IdParams,
    query: DownloadQuery,
    response: raw('application/octet-stream'),
    alternateMediaTypes: ['*/*'],
    message: 'The bytes of the file',
    errors: ['file_not_found', 'precondition_failed', 'range_not_satisfiable'],
    example: { params },
    handle: async ({ scope, params: { id }, query: { disposition }, headers }) =>
      serveFile(files, scope.projectId, await files.get(scope, id), { disposition, headers }),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/file/{id}',
    area: 'File',
    summary: 'Get the content of a file by its name',
    description: 'The newest file of the acting end user with this name. Use the id for a stable reference.',
    access: 'end-user',
    permission: 'files:read',
    acceptsEndUserTokens: true,
    params: NameParams,
    query: DownloadQuery,
    response: raw('application/octet-stream'),
    alternateMediaTypes: ['*/*'],
    message: 'The bytes of the file',
    errors: ['file_not_found', 'precondition_failed', 'range_not_satisfiable'],
    example: { params: { id: exampleFile.name } },
    handle: async ({ scope, params: { id: filename }, query: { disposition }, headers }) =>
      serveFile(files, scope.projectId, await files.getByName(scope, filename), { disposition, headers }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/file/{id}/signed-url',
    area: 'File',
    summary: 'Create a signed URL',
    description: 'Grants read access to this file only, until it expires or the file is deleted.',
    access: 'end-user',
    permission: 'files:read',
    acceptsEndUserTokens: true,
    isRead: true,
    params: IdParams,
    body: SignBody,
    response: data(SignedUrl),
    message: 'Link created',
    errors: ['file_not_found'],
    example: {
      params,
      body: { ttlSec: 3600 },
      response: {
        url: `https://stoa.example.com/api/v1/file/shared/${exampleToken}`,
        expiresAt: '2026-01-02T04:04:05.000Z',
      },
    },
    handle: ({ scope, params: { id }, body }) => files.share(scope, id, links, body),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/file/shared/{token}',
    area: 'File',
    summary: 'Download a file by signed URL',
    access: 'public',
    params: LinkParams,
    query: DownloadQuery,
    response: raw('application/octet-stream'),
    alternateMediaTypes: ['*/*'],
    message: 'The bytes of the file',
    errors: [
      'invalid_link',
      'link_expired',
      'file_not_found',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    example: { params: { token: exampleToken } },
    handle: async ({ params: { token }, query: { disposition }, headers }) => {
      const { projectId, fileId } = links.open(token)
      const file = await files.getLinked(projectId, fileId)
      const reply = await serveFile(files, projectId, file, { disposition, headers })
      // A caller that has the link may show the image in their own page.
      return { ...reply, headers: { ...reply.headers, 'cross-origin-resource-policy': 'cross-origin' } }
    },
  }),
]
