// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List pending invitations. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/invitations', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/invitations', { ...options, query })

/** List pending invitations. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/invitations', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/invitations', { ...options, query })

/** Create an invitation to the project. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/invitations', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/invitations', { ...options, body })

/** Resend an invitation with a new link. */
export const resend = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/invitations/{id}/resend', { ...options, params: { id } })

/** Revoke an invitation. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/invitations/{id}', { ...options, params: { id } })
