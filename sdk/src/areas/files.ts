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

/** Begin an upload in parts. */
export const createUpload = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/file/uploads', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/uploads', { ...options, body })

/** Tell which parts of an upload are here. */
export const getUpload = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/file/uploads/{id}', { ...options, params: { id } })

/** Give up an upload. */
export const removeUpload = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/file/uploads/{id}', { ...options, params: { id } })

/** Put a part of an upload. */
export const setUploadsPart = (
  stoa: Stoa,
  id: string,
  n: string,
  body: BodyOf<'/api/v1/file/uploads/{id}/parts/{n}', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/file/uploads/{id}/parts/{n}', { ...options, params: { id, n }, body })

/** Make a file of the parts. */
export const uploadsComplete = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/file/uploads/{id}/complete', { ...options, params: { id } })

/** List files. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/file', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/file', { ...options, query })

/** List files. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/file', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/file', { ...options, query })

/** Get what is known of a file. */
export const getMeta = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/file/meta/{id}', { ...options, params: { id } })

/** List what uses a file. */
export const listMetaReferences = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/meta/{id}/references', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/file/meta/{id}/references', { ...options, params: { id }, query })

/** List what uses a file. Every one, page after page. */
export const listMetaReferencesAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/meta/{id}/references', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/file/meta/{id}/references', { ...options, params: { id }, query })

/** Rename a file, or set its end or metadata. */
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

/** Download a file by its name. */
export const get = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/{id}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/file/{id}', { ...options, params: { id }, query })

/** Delete up to 100 files. */
export const deleteMany = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/file/delete-many', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/delete-many', { ...options, body })

/** Delete the oldest files. */
export const pruneOldest = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/file/prune-oldest', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/prune-oldest', { ...options, body })

/** List the types of files and what they take. */
export const listFileTypes = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/file/fileTypes', options)

/** Get what a type of file takes. */
export const getByFileType = (stoa: Stoa, fileType: string, options?: CallOptions) =>
  stoa.get('/api/v1/file/fileType/{fileType}', { ...options, params: { fileType } })

/** Tell how much is stored. */
export const getStorageBreakdown = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/file/storage-breakdown', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/file/storage-breakdown', { ...options, query })

/** Download a file. */
export const getDownload = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/file/download/{id}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/file/download/{id}', { ...options, params: { id }, query })

/** Make a link that works without a key. */
export const signedUrl = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/file/{id}/signed-url', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/file/{id}/signed-url', { ...options, params: { id }, body })

/** Download a file by a link. */
export const getShared = (
  stoa: Stoa,
  token: string,
  query?: QueryOf<'/api/v1/file/shared/{token}', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/file/shared/{token}', { ...options, params: { token }, query })
