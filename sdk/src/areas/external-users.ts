// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List end users. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/external-users', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/external-users', { ...options, query })

/** List end users. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/external-users', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/external-users', { ...options, query })

/** Create an end user or return the existing one. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/external-users', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/external-users', { ...options, body })

/** Get an end user by username. */
export const getByUsername = (
  stoa: Stoa,
  username: string,
  query?: QueryOf<'/api/v1/external-users/username/{username}', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/external-users/username/{username}', { ...options, params: { username }, query })

/** Get an end user. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/external-users/{id}', { ...options, params: { id } })

/** Update an end user. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/external-users/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/external-users/{id}', { ...options, params: { id }, body })

/** Erase an end user and all of their data. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/external-users/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/external-users/{id}', { ...options, params: { id }, query })

/** Toggle or set whether an end user is active. */
export const toggleActive = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/external-users/{id}/toggle-active', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/external-users/{id}/toggle-active', { ...options, params: { id }, body })

/** Refresh the avatar of an end user. */
export const refreshAvatar = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/external-users/{id}/refresh-avatar', { ...options, params: { id } })

/** Get the avatar of an end user. */
export const getAvatar = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.download('/api/v1/external-users/{id}/avatar', { ...options, params: { id } })

/** Get a deletion receipt. */
export const getDeletionReceipt = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/external-users/deletion-receipts/{id}', { ...options, params: { id } })

/** Merge an end user into another. */
export const merge = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/external-users/{id}/merge', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/external-users/{id}/merge', { ...options, params: { id }, body })

/** Export all data of an end user. */
export const exportExternalUser = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.download('/api/v1/external-users/{id}/export', { ...options, params: { id } })

/** Create a short-lived token for an end user's browser. */
export const createToken = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/external-users/{id}/tokens', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/external-users/{id}/tokens', { ...options, params: { id }, body })

/** Revoke the tokens of an end user. */
export const removeTokens = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/external-users/{id}/tokens', { ...options, params: { id } })

/** Get the timeline of an end user. */
export const getTimeline = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/external-users/{id}/timeline', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/external-users/{id}/timeline', { ...options, params: { id }, query })
