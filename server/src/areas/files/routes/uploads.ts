import { z } from 'zod'
import { data, endpoint, none } from '../../../kernel/http/endpoint.ts'
import { maxFileBytes } from '../catalogue/file-types.ts'
import {
  File,
  FileTypeParams,
  IdParams,
  PartParams,
  StartUploadBody,
  Upload,
  UploadPart,
  UploadResult,
} from '../schema.ts'
import type { FormService } from '../service/form.ts'
import type { ResumableService } from '../service/resumable.ts'
import { exampleFile, exampleUpload } from './examples.ts'

export type UploadRouteDeps = { forms: FormService; resumable: ResumableService }

const lengthOf = (headers: Readonly<Record<string, string | undefined>>): number | null => {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) && length > 0 ? length : null
}

const shared = {
  area: 'File',
  permission: 'files:write',
  acceptsEndUserTokens: true,
} as const
const formLimits = { maxFileBytes: maxFileBytes, maxFields: 20, maxFieldBytes: 32_768 }
const refusals = ['empty_file', 'storage_quota_exceeded', 'invalid_parameter', 'storage_full'] as const
const params = { id: exampleUpload.id }

export const uploadRoutes = ({ forms, resumable }: UploadRouteDeps) => [
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/file/upload/single/{fileType}',
    summary: 'Upload a file',
    description:
      'The form has one file part named `file`, and optional fields `expiresAt` and `metadata` (JSON). The file type is detected from the content, not from the name. The file belongs to the default user of the project, or to the user of an end-user token.',
    access: 'project',
    acceptsChatTokens: 'identified',
    params: FileTypeParams,
    upload: { ...formLimits, maxFiles: 5 },
    response: data(File),
    message: 'File uploaded',
    errors: refusals,
    example: { params: { fileType: 'document' }, response: exampleFile },
    handle: ({ scope, params: { fileType }, upload, headers }) =>
      forms.single(scope, { fileType, parts: upload, announcedBytes: lengthOf(headers) }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/file/upload/multiple/{fileType}',
    summary: 'Upload up to 20 files',
    description:
      'File parts named `file` or `files`, as the acting end user. Each file has its own result: a rejected file does not affect the others.',
    access: 'end-user',
    params: FileTypeParams,
    upload: { ...formLimits, maxFiles: 20 },
    response: data(z.array(UploadResult)),
    message: 'Files uploaded',
    errors: [...refusals, 'payload_too_large'],
    example: {
      params: { fileType: 'document' },
      response: [{ name: exampleFile.name, success: true, file: exampleFile, error: null }],
    },
    handle: ({ scope, params: { fileType }, upload, headers }) =>
      forms.multiple(scope, { fileType, parts: upload, announcedBytes: lengthOf(headers) }),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/file/uploads',
    summary: 'Create a multipart upload',
    description:
      'For large files and unreliable networks. Storage for the whole file is reserved immediately. An upload that is not completed within 24 hours is deleted.',
    access: 'end-user',
    body: StartUploadBody,
    response: data(Upload),
    message: 'Upload started: put its parts, then complete it',
    errors: ['file_too_large', 'storage_quota_exceeded'],
    example: {
      body: { fileType: 'video', name: 'talk.mp4', sizeBytes: 20_000_000 },
      response: { ...exampleUpload, parts: [] },
    },
    handle: ({ scope, body }) => resumable.start(scope, body),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/file/uploads/{id}',
    summary: 'Get an upload and its received parts',
    access: 'end-user',
    params: IdParams,
    response: data(Upload),
    message: 'Upload',
    errors: ['upload_not_found'],
    example: { params, response: exampleUpload },
    handle: ({ scope, params: { id } }) => resumable.get(scope, id),
  }),
  endpoint({
    ...shared,
    method: 'PUT',
    path: '/api/v1/file/uploads/{id}/parts/{n}',
    summary: 'Upload a part',
    description:
      'The body is the bytes of the part, `partSizeBytes` long except for the last one. `x-content-sha256` (hexadecimal) verifies them. Parts are numbered from 1, may be sent in any order and may be overwritten.',
    access: 'end-user',
    params: PartParams,
    takesBytes: true,
    response: data(UploadPart),
    message: 'Part stored',
    errors: ['upload_not_found', 'checksum_mismatch', 'invalid_parameter', 'invalid_state', 'storage_full'],
    example: { params: { ...params, n: '1' }, response: exampleUpload.parts[0] },
    handle: ({ scope, params: { id, n }, bytes, headers }) =>
      resumable.putPart(scope, id, n, bytes, headers['x-content-sha256']),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/file/uploads/{id}/complete',
    summary: 'Complete an upload',
    description: 'Completing again returns the same file.',
    access: 'end-user',
    callsExternalService: true,
    params: IdParams,
    response: data(File),
    message: 'File uploaded',
    errors: [
      'upload_not_found',
      'file_not_found',
      'invalid_state',
      'checksum_mismatch',
      'unsupported_media_type',
      'version_conflict',
      'storage_full',
    ],
    example: { params, response: exampleFile },
    handle: ({ scope, params: { id } }) => resumable.complete(scope, id),
  }),
  endpoint({
    ...shared,
    method: 'DELETE',
    path: '/api/v1/file/uploads/{id}',
    summary: 'Abort an upload',
    description: 'Deletes its parts. A file that was already created from them is not affected.',
    access: 'end-user',
    params: IdParams,
    response: none(),
    message: 'Upload aborted',
    errors: ['upload_not_found'],
    example: { params },
    handle: ({ scope, params: { id } }) => resumable.remove(scope, id),
  }),
]
