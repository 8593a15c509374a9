// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List what was used. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/usage', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/usage', { ...options, query })

/** List what was used. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/usage', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/usage', { ...options, query })

/** Sum up what was used. */
export const getSummary = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/summary', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/usage/summary', { ...options, query })

/** List what is reserved for work under way. */
export const listHolds = (stoa: Stoa, query?: QueryOf<'/api/v1/usage/holds', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/usage/holds', { ...options, query })

/** List what is reserved for work under way. Every one, page after page. */
export const listHoldsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/holds', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/usage/holds', { ...options, query })

/** Tell what an execution used. */
export const getExecution = (stoa: Stoa, executionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/usage/executions/{executionId}', { ...options, params: { executionId } })

/** Tell what a thread used. */
export const getThread = (stoa: Stoa, threadId: string, options?: CallOptions) =>
  stoa.get('/api/v1/usage/threads/{threadId}', { ...options, params: { threadId } })

/** Get the balance of credits. */
export const getBalance = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/usage/balance', options)

/** List prices. */
export const getPrices = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/usage/prices', options)

/** Grant credits. */
export const createGrant = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/usage/grants', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/grants', { ...options, body })

/** Adjust the balance or what was used. */
export const createAdjustment = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/usage/adjustments', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/adjustments', { ...options, body })

/** Prove the ledger. */
export const getReconcile = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/reconcile', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/usage/reconcile', { ...options, query })

/** List caps. */
export const listCaps = (stoa: Stoa, query?: QueryOf<'/api/v1/usage/caps', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/usage/caps', { ...options, query })

/** List caps. Every one, page after page. */
export const listCapsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/caps', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/usage/caps', { ...options, query })

/** Set a cap. */
export const createCap = (stoa: Stoa, body: BodyOf<'/api/v1/usage/caps', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/usage/caps', { ...options, body })

/** List requests for more credits. */
export const listCapsRequests = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/caps/requests', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/usage/caps/requests', { ...options, query })

/** List requests for more credits. Every one, page after page. */
export const listCapsRequestsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/caps/requests', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/usage/caps/requests', { ...options, query })

/** Approve more credits for the period. */
export const capsRequestsApprove = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/usage/caps/requests/{id}/approve', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/caps/requests/{id}/approve', { ...options, params: { id }, body })

/** Refuse more credits for the period. */
export const capsRequestsRefuse = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/usage/caps/requests/{id}/refuse', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/caps/requests/{id}/refuse', { ...options, params: { id }, body })

/** Get a cap. */
export const getCap = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/usage/caps/{id}', { ...options, params: { id } })

/** Raise or lower a cap. */
export const updateCap = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/usage/caps/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/usage/caps/{id}', { ...options, params: { id }, body })

/** Remove a cap. */
export const removeCap = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/usage/caps/{id}', { ...options, params: { id } })
