// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** Create a thread. */
export const create = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/graphify/threads', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads', { ...options, body })

/** Search threads. */
export const search = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/graphify/threads/search', 'post'>,
  options?: CallOptions,
) => stoa.page('/api/v1/graphify/threads/search', { ...options, body, method: 'post' })

/** Search threads. Every one, page after page. */
export const searchAll = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/graphify/threads/search', 'post'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/graphify/threads/search', { ...options, body, method: 'post' })

/** Count threads. */
export const count = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/graphify/threads/count', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/count', { ...options, body })

/** Get a thread. */
export const get = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.get('/api/v1/graphify/threads/{thread_id}', { ...options, params: { thread_id } })

/** Update a thread. */
export const update = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/graphify/threads/{thread_id}', { ...options, params: { thread_id }, body })

/** Delete a thread. */
export const remove = (stoa: Stoa, thread_id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/graphify/threads/{thread_id}', { ...options, params: { thread_id } })

/** Get the state of a thread. */
export const getState = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.get('/api/v1/graphify/threads/{thread_id}/state', { ...options, params: { thread_id } })

/** Update the state of a thread. */
export const updateState = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/state', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/state', { ...options, params: { thread_id }, body })

/** Change the metadata of a thread. */
export const patchState = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/graphify/threads/{thread_id}/state', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/graphify/threads/{thread_id}/state', { ...options, params: { thread_id }, body })

/** Get a past state of a thread. */
export const getStateAt = (stoa: Stoa, thread_id: string, checkpoint_id: string, options?: CallOptions) =>
  stoa.get('/api/v1/graphify/threads/{thread_id}/state/{checkpoint_id}', { ...options, params: { thread_id, checkpoint_id } })

/** Get the state at a checkpoint. */
export const getStateAtCheckpoint = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/graphify/threads/{thread_id}/state/checkpoint', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/state/checkpoint', { ...options, params: { thread_id }, body })

/** List past states of a thread. */
export const listHistory = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/history', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/history', { ...options, params: { thread_id }, body })

/** Stream a new run. */
export const streamRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/runs/stream', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/graphify/threads/{thread_id}/runs/stream', { ...options, params: { thread_id }, body, method: 'post' })

/** Wait for a new run. */
export const waitForRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/runs/wait', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/runs/wait', { ...options, params: { thread_id }, body })

/** Create a run in the background. */
export const createRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/runs', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/runs', { ...options, params: { thread_id }, body })

/** List runs. */
export const listRuns = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/runs', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/graphify/threads/{thread_id}/runs', { ...options, params: { thread_id }, query })

/** List runs. Every one, page after page. */
export const listRunsAll = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/runs', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/graphify/threads/{thread_id}/runs', { ...options, params: { thread_id }, query })

/** Get a run. */
export const getRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.get('/api/v1/graphify/threads/{thread_id}/runs/{run_id}', { ...options, params: { thread_id, run_id } })

/** Delete a run. */
export const removeRun = (stoa: Stoa, thread_id: string, run_id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/graphify/threads/{thread_id}/runs/{run_id}', { ...options, params: { thread_id, run_id } })

/** Join the stream of a thread. */
export const joinStream = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/graphify/threads/{thread_id}/stream', { ...options, params: { thread_id }, query })

/** Join a run. */
export const joinRunStream = (
  stoa: Stoa,
  thread_id: string,
  run_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/runs/{run_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/graphify/threads/{thread_id}/runs/{run_id}/stream', { ...options, params: { thread_id, run_id }, query })

/** Join a run and wait for its end. */
export const joinRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.get('/api/v1/graphify/threads/{thread_id}/runs/{run_id}/join', { ...options, params: { thread_id, run_id } })

/** Cancel a run. */
export const cancelRun = (
  stoa: Stoa,
  thread_id: string,
  run_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/runs/{run_id}/cancel', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/runs/{run_id}/cancel', { ...options, params: { thread_id, run_id }, query })

/** Copy a thread. */
export const copy = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/copy', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/copy', { ...options, params: { thread_id }, body })

/** Fork a thread. */
export const fork = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/fork', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/fork', { ...options, params: { thread_id }, body })

/** List branches. */
export const listBranches = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.get('/api/v1/graphify/threads/{thread_id}/branches', { ...options, params: { thread_id } })

/** Compare two conversations. */
export const compare = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/compare', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/graphify/threads/{thread_id}/compare', { ...options, params: { thread_id }, query })

/** Give feedback on a message. */
export const giveMessageFeedback = (
  stoa: Stoa,
  thread_id: string,
  messageId: string,
  body?: BodyOf<'/api/v1/graphify/threads/{thread_id}/messages/{messageId}/feedback', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/messages/{messageId}/feedback', { ...options, params: { thread_id, messageId }, body })

/** List messages. */
export const listMessages = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/messages', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/graphify/threads/{thread_id}/messages', { ...options, params: { thread_id }, query })

/** List messages. Every one, page after page. */
export const listMessagesAll = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/graphify/threads/{thread_id}/messages', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/graphify/threads/{thread_id}/messages', { ...options, params: { thread_id }, query })

/** List feedback. */
export const listFeedback = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/graphify/feedback', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/graphify/feedback', { ...options, query })

/** List feedback. Every one, page after page. */
export const listFeedbackAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/graphify/feedback', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/graphify/feedback', { ...options, query })

/** Get feedback statistics. */
export const getFeedbackStatistics = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/graphify/feedback/statistics', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/graphify/feedback/statistics', { ...options, query })

/** Generate a title. */
export const generateTitle = (stoa: Stoa, thread_id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/graphify/threads/{thread_id}/generate-title', { ...options, params: { thread_id } })

/** Set the reply mode of a thread. */
export const updateReplyMode = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/graphify/threads/{thread_id}/reply-mode', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/graphify/threads/{thread_id}/reply-mode', { ...options, params: { thread_id }, body })

/** Reply as an operator. */
export const replyAsOperator = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/graphify/threads/{thread_id}/operator-reply', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/graphify/threads/{thread_id}/operator-reply', { ...options, params: { thread_id }, body })
