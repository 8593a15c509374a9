// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List usage entries. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/usage', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/usage', { ...options, query })

/** List usage entries. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/usage', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/usage', { ...options, query })

/** Get a usage summary. */
export const getSummary = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/summary', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/usage/summary', { ...options, query })

/** List open holds. */
export const listHolds = (stoa: Stoa, query?: QueryOf<'/api/v1/usage/holds', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/usage/holds', { ...options, query })

/** List open holds. Every one, page after page. */
export const listHoldsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/holds', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/usage/holds', { ...options, query })

/** Get the usage for an execution. */
export const getForExecution = (stoa: Stoa, executionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/usage/executions/{executionId}', { ...options, params: { executionId } })

/** Get the usage for a thread. */
export const getForThread = (stoa: Stoa, threadId: string, options?: CallOptions) =>
  stoa.get('/api/v1/usage/threads/{threadId}', { ...options, params: { threadId } })

/** Get the credit balance. */
export const getBalance = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/usage/balance', options)

/** List prices. */
export const listPrices = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/usage/prices', options)

/** Create a grant of credits. */
export const createGrant = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/usage/grants', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/grants', { ...options, body })

/** Create an adjustment of the balance or of recorded usage. */
export const createAdjustment = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/usage/adjustments', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/adjustments', { ...options, body })

/** Reconcile the ledger. */
export const reconcile = (
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

/** Create a cap. */
export const createCap = (stoa: Stoa, body: BodyOf<'/api/v1/usage/caps', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/usage/caps', { ...options, body })

/** List requests for more credits. */
export const listCapRequests = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/caps/requests', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/usage/caps/requests', { ...options, query })

/** List requests for more credits. Every one, page after page. */
export const listCapRequestsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/usage/caps/requests', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/usage/caps/requests', { ...options, query })

/** Approve extra credits for the period. */
export const approveCapRequest = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/usage/caps/requests/{id}/approve', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/caps/requests/{id}/approve', { ...options, params: { id }, body })

/** Refuse extra credits for the period. */
export const refuseCapRequest = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/usage/caps/requests/{id}/refuse', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/usage/caps/requests/{id}/refuse', { ...options, params: { id }, body })

/** Get a cap. */
export const getCap = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/usage/caps/{id}', { ...options, params: { id } })

/** Update a cap. */
export const updateCap = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/usage/caps/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/usage/caps/{id}', { ...options, params: { id }, body })

/** Delete a cap. */
export const removeCap = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/usage/caps/{id}', { ...options, params: { id } })
