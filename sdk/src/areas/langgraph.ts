// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** Create a thread. */
export const createThread = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/threads', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads', { ...options, body })

/** Search threads. */
export const searchThreads = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/threads/search', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/search', { ...options, body })

/** Count threads. */
export const countThreads = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/threads/count', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/count', { ...options, body })

/** Get a thread. */
export const getThread = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}', { ...options, params: { thread_id } })

/** Update a thread. */
export const updateThread = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}', 'patch'>,
  options?: CallOptions,
) => stoa.raw('PATCH', '/api/v1/langgraph/threads/{thread_id}', { ...options, params: { thread_id }, body })

/** Delete a thread. */
export const removeThread = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.raw('DELETE', '/api/v1/langgraph/threads/{thread_id}', { ...options, params: { thread_id } })

/** Get the state of a thread. */
export const getThreadState = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}/state', { ...options, params: { thread_id } })

/** Update the state of a thread. */
export const updateThreadState = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/state', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/state', { ...options, params: { thread_id }, body })

/** Change the metadata of a thread. */
export const patchThreadState = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/langgraph/threads/{thread_id}/state', 'patch'>,
  options?: CallOptions,
) => stoa.raw('PATCH', '/api/v1/langgraph/threads/{thread_id}/state', { ...options, params: { thread_id }, body })

/** Get a past state of a thread. */
export const getThreadStateAt = (
  stoa: Stoa,
  thread_id: string,
  checkpoint_id: string,
  options?: CallOptions,
) => stoa.download('/api/v1/langgraph/threads/{thread_id}/state/{checkpoint_id}', { ...options, params: { thread_id, checkpoint_id } })

/** Get the state at a checkpoint. */
export const getThreadStateAtCheckpoint = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/langgraph/threads/{thread_id}/state/checkpoint', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/state/checkpoint', { ...options, params: { thread_id }, body })

/** List past states of a thread. */
export const listThreadHistory = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/history', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/history', { ...options, params: { thread_id }, body })

/** Stream a new run. */
export const streamThreadRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/runs/stream', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/threads/{thread_id}/runs/stream', { ...options, params: { thread_id }, body, method: 'post' })

/** Wait for a new run. */
export const waitForThreadRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/runs/wait', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/runs/wait', { ...options, params: { thread_id }, body })

/** Create a run in the background. */
export const createThreadRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/runs', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/runs', { ...options, params: { thread_id }, body })

/** List runs. */
export const listThreadRuns = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/runs', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/langgraph/threads/{thread_id}/runs', { ...options, params: { thread_id }, query })

/** Get a run. */
export const getThreadRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}/runs/{run_id}', { ...options, params: { thread_id, run_id } })

/** Delete a run. */
export const removeThreadRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.raw('DELETE', '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}', { ...options, params: { thread_id, run_id } })

/** Join the stream of a thread. */
export const joinThreadStream = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/threads/{thread_id}/stream', { ...options, params: { thread_id }, query })

/** Join a run. */
export const joinThreadRunStream = (
  stoa: Stoa,
  thread_id: string,
  run_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/stream', { ...options, params: { thread_id, run_id }, query })

/** Join a run and wait for its end. */
export const joinThreadRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/join', { ...options, params: { thread_id, run_id } })

/** Cancel a run. */
export const cancelThreadRun = (
  stoa: Stoa,
  thread_id: string,
  run_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/cancel', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/cancel', { ...options, params: { thread_id, run_id }, query })

/** Copy a thread. */
export const copyThread = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/copy', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/copy', { ...options, params: { thread_id }, body })

/** Create a run without a thread, in the background. */
export const createRun = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/runs', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/runs', { ...options, body })

/** Batch several runs without a thread. */
export const batchRuns = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/langgraph/runs/batch', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/runs/batch', { ...options, body })

/** Stream a run without a thread. */
export const streamRun = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/runs/stream', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/runs/stream', { ...options, body, method: 'post' })

/** Wait for a run without a thread. */
export const waitForRun = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/runs/wait', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/runs/wait', { ...options, body })

/** Join a run without a thread. */
export const joinRunStream = (
  stoa: Stoa,
  run_id: string,
  query?: QueryOf<'/api/v1/langgraph/runs/{run_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/runs/{run_id}/stream', { ...options, params: { run_id }, query })

/** Search assistants. */
export const searchAssistants = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/assistants/search', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/assistants/search', { ...options, body })

/** Get an assistant. */
export const getAssistant = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}', { ...options, params: { assistant_id } })

/** Get the schemas of an assistant. */
export const getAssistantSchemas = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}/schemas', { ...options, params: { assistant_id } })

/** Get the graph of an assistant. */
export const getAssistantGraph = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}/graph', { ...options, params: { assistant_id } })

/** Count assistants. */
export const countAssistants = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/assistants/count', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/assistants/count', { ...options, body })

/** List the versions of an assistant. */
export const listAssistantVersions = (
  stoa: Stoa,
  assistant_id: string,
  body?: BodyOf<'/api/v1/langgraph/assistants/{assistant_id}/versions', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/assistants/{assistant_id}/versions', { ...options, params: { assistant_id }, body })

/** List the subgraphs of an assistant. */
export const listAssistantSubgraphs = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}/subgraphs', { ...options, params: { assistant_id } })

/** Check the server. */
export const checkOk = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/ok', options)

/** Get server information. */
export const getInfo = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/info', options)
