// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Set up the first account with the one-time link. */
export const setUp = (stoa: Stoa, body: BodyOf<'/api/v1/auth/set-up', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/auth/set-up', { ...options, body })

/** Sign in with email and password. */
export const signIn = (stoa: Stoa, body: BodyOf<'/api/v1/auth/sign-in', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/auth/sign-in', { ...options, body })

/** Get the session and its projects. */
export const getSession = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/auth/session', options)

/** Sign out. */
export const signOut = (stoa: Stoa, options?: WriteOptions) =>
  stoa.post('/api/v1/auth/sign-out', options)

/** Change the password. */
export const changePassword = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/auth/password', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/auth/password', { ...options, body })

/** Create a project. */
export const createProject = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/auth/projects', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/auth/projects', { ...options, body })

/** Delete a project. */
export const removeProject = (
  stoa: Stoa,
  id: string,
  query: QueryOf<'/api/v1/auth/projects/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/auth/projects/{id}', { ...options, params: { id }, query })

/** Reset the password with a one-time link. */
export const resetPassword = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/auth/reset-password', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/auth/reset-password', { ...options, body })

/** Read an invitation by the token of its link. */
export const readInvitation = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/auth/invitation', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/auth/invitation', { ...options, body })

/** Accept an invitation. */
export const acceptInvitation = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/auth/accept-invitation', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/auth/accept-invitation', { ...options, body })
