// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'
import type { UploadInput } from '../upload.ts'

/** Upload a file. */
export const uploadSingle = (stoa: Stoa, fileType: string, file: UploadInput, options?: CallOptions) =>
  stoa.upload('/api/v1/file/upload/single/{fileType}', { ...options, ...file, params: { fileType } })

/** Upload up to 20 files. */
export const uploadMultiple = (stoa: Stoa, fileType: string, file: UploadInput, options?: CallOptions) =>
  stoa.upload('/api/v1/file/upload/multiple/{fileType}', { ...options, ...file, params: { fileType } })

/** Create a multipart upload. */
export const createUpload = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/file/uploads', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/uploads', { ...options, body })

/** Get an upload and its received parts. */
export const getUpload = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/file/uploads/{id}', { ...options, params: { id } })

/** Abort an upload. */
export const removeUpload = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/file/uploads/{id}', { ...options, params: { id } })

/** Upload a part. */
export const uploadPart = (
  stoa: Stoa,
  id: string,
  n: string,
  body: BodyOf<'/api/v1/file/uploads/{id}/parts/{n}', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/file/uploads/{id}/parts/{n}', { ...options, params: { id, n }, body })

/** Complete an upload. */
export const completeUpload = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/file/uploads/{id}/complete', { ...options, params: { id } })

/** List files. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/file', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/file', { ...options, query })

/** List files. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/file', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/file', { ...options, query })

/** Get the metadata of a file. */
export const getMeta = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/file/meta/{id}', { ...options, params: { id } })

/** List references to a file. */
export const listMetaReferences = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/meta/{id}/references', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/file/meta/{id}/references', { ...options, params: { id }, query })

/** List references to a file. Every one, page after page. */
export const listMetaReferencesAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/meta/{id}/references', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/file/meta/{id}/references', { ...options, params: { id }, query })

/** Update a file. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/file/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/file/{id}', { ...options, params: { id }, body })

/** Delete a file. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/file/{id}', { ...options, params: { id }, query })

/** Get the content of a file by its name. */
export const get = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/{id}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/file/{id}', { ...options, params: { id }, query })

/** Delete up to 100 files. */
export const removeMany = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/file/delete-many', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/delete-many', { ...options, body })

/** Prune the oldest files. */
export const pruneOldest = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/file/prune-oldest', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/prune-oldest', { ...options, body })

/** List file types. */
export const listFileTypes = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/file/fileTypes', options)

/** Get a file type. */
export const getFileType = (stoa: Stoa, fileType: string, options?: CallOptions) =>
  stoa.get('/api/v1/file/fileType/{fileType}', { ...options, params: { fileType } })

/** Get the storage breakdown. */
export const getStorageBreakdown = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/file/storage-breakdown', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/file/storage-breakdown', { ...options, query })

/** Download a file. */
export const download = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/download/{id}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/file/download/{id}', { ...options, params: { id }, query })

/** Create a signed URL. */
export const createSignedUrl = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/file/{id}/signed-url', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/{id}/signed-url', { ...options, params: { id }, body })

/** Download a file by signed URL. */
export const downloadShared = (
  stoa: Stoa,
  token: string,
  query?: QueryOf<'/api/v1/file/shared/{token}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/file/shared/{token}', { ...options, params: { token }, query })
