// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List members. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/members', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/members', { ...options, query })

/** List members. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/members', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/members', { ...options, query })

/** Change the role of a member. */
export const update = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/members/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/members/{id}', { ...options, params: { id }, body })

/** Remove a member, or leave the project. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/members/{id}', { ...options, params: { id } })

/** Create a link for a password reset. */
export const createPasswordReset = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/members/{id}/password-reset', { ...options, params: { id } })
