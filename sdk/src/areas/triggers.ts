// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Upsert a trigger. */
export const upsert = (
  stoa: Stoa,
  slug: string,
  body?: BodyOf<'/api/v1/trigger_instances/{slug}/upsert', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/trigger_instances/{slug}/upsert', { ...options, params: { slug }, body })

/** List triggers. */
export const list = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/trigger_instances/active', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/trigger_instances/active', { ...options, query })

/** List triggers. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/trigger_instances/active', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/trigger_instances/active', { ...options, query })

/** Get a trigger. */
export const get = (stoa: Stoa, triggerId: string, options?: CallOptions) =>
  stoa.get('/api/v1/trigger_instances/manage/{triggerId}', { ...options, params: { triggerId } })

/** Update a trigger. */
export const update = (
  stoa: Stoa,
  triggerId: string,
  body?: BodyOf<'/api/v1/trigger_instances/manage/{triggerId}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/trigger_instances/manage/{triggerId}', { ...options, params: { triggerId }, body })

/** Delete a trigger. */
export const remove = (stoa: Stoa, triggerId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/trigger_instances/manage/{triggerId}', { ...options, params: { triggerId } })

/** Enable or disable a trigger. */
export const updateStatus = (
  stoa: Stoa,
  triggerId: string,
  body?: BodyOf<'/api/v1/trigger_instances/manage/{triggerId}/status', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/trigger_instances/manage/{triggerId}/status', { ...options, params: { triggerId }, body })

/** Rotate the secret of a webhook trigger. */
export const rotateSecret = (
  stoa: Stoa,
  triggerId: string,
  body?: BodyOf<'/api/v1/trigger_instances/manage/{triggerId}/rotate-secret', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/trigger_instances/manage/{triggerId}/rotate-secret', { ...options, params: { triggerId }, body })

/** List trigger invocations. */
export const listInvocationLogs = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/trigger_instances/invocation-logs', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/trigger_instances/invocation-logs', { ...options, query })

/** List trigger invocations. Every one, page after page. */
export const listInvocationLogsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/trigger_instances/invocation-logs', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/trigger_instances/invocation-logs', { ...options, query })

/** Get a trigger invocation. */
export const getInvocationLog = (stoa: Stoa, logId: string, options?: CallOptions) =>
  stoa.get('/api/v1/trigger_instances/invocation-logs/{logId}', { ...options, params: { logId } })

/** Replay a trigger invocation. */
export const replayWebhookInvocationLog = (stoa: Stoa, logId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/trigger_instances/invocation-logs/{logId}/replay-webhook', { ...options, params: { logId } })

/** Test a trigger. */
export const test = (
  stoa: Stoa,
  triggerId: string,
  body?: BodyOf<'/api/v1/trigger_instances/manage/{triggerId}/test', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/trigger_instances/manage/{triggerId}/test', { ...options, params: { triggerId }, body })

/** Get the coverage of a schedule, of polls or of events. */
export const getCoverage = (
  stoa: Stoa,
  triggerId: string,
  query?: QueryOf<'/api/v1/trigger_instances/manage/{triggerId}/coverage', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/trigger_instances/manage/{triggerId}/coverage', { ...options, params: { triggerId }, query })

/** Backfill a schedule. */
export const backfill = (
  stoa: Stoa,
  triggerId: string,
  body: BodyOf<'/api/v1/trigger_instances/manage/{triggerId}/backfill', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/trigger_instances/manage/{triggerId}/backfill', { ...options, params: { triggerId }, body })

/** Get whether all triggers are paused. */
export const getPause = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/trigger_instances/pause', options)

/** Pause or resume all triggers. */
export const pause = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/trigger_instances/pause', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/trigger_instances/pause', { ...options, body })

/** List the invocations of triggers per day. */
export const listStatistics = (
  stoa: Stoa,
  query: QueryOf<'/api/v1/trigger_instances/statistics', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/trigger_instances/statistics', { ...options, query })

/** Preview a schedule. */
export const previewSchedule = (
  stoa: Stoa,
  query: QueryOf<'/api/v1/trigger_instances/schedule-preview', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/trigger_instances/schedule-preview', { ...options, query })
