// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List event types. */
export const listEventTypes = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/webhooks/event-types', options)

/** List webhooks. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/webhooks', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/webhooks', { ...options, query })

/** List webhooks. Every one, page after page. */
export const listAll = (stoa: Stoa, query?: QueryOf<'/api/v1/webhooks', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/webhooks', { ...options, query })

/** Create a webhook. */
export const create = (stoa: Stoa, body: BodyOf<'/api/v1/webhooks', 'post'>, options?: WriteOptions) =>
  stoa.post('/api/v1/webhooks', { ...options, body })

/** Get a webhook. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/webhooks/{id}', { ...options, params: { id } })

/** Update a webhook. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/webhooks/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/webhooks/{id}', { ...options, params: { id }, body })

/** Delete a webhook and its deliveries. */
export const remove = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/webhooks/{id}', { ...options, params: { id } })

/** Rotate the secret of a webhook. */
export const rotateSecret = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/webhooks/{id}/rotate-secret', { ...options, params: { id } })

/** Test a webhook with an event. */
export const test = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/webhooks/{id}/test', { ...options, params: { id } })

/** List the deliveries of a webhook. */
export const listDeliveries = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/webhooks/{id}/deliveries', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/webhooks/{id}/deliveries', { ...options, params: { id }, query })

/** List the deliveries of a webhook. Every one, page after page. */
export const listDeliveriesAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/webhooks/{id}/deliveries', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/webhooks/{id}/deliveries', { ...options, params: { id }, query })

/** Get a delivery with its attempts. */
export const getDelivery = (stoa: Stoa, id: string, deliveryId: string, options?: CallOptions) =>
  stoa.get('/api/v1/webhooks/{id}/deliveries/{deliveryId}', { ...options, params: { id, deliveryId } })

/** Redeliver an event. */
export const redeliverDelivery = (stoa: Stoa, id: string, deliveryId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver', { ...options, params: { id, deliveryId } })
