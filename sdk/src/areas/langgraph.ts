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
export const threadsSearch = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/threads/search', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/search', { ...options, body })

/** Count threads. */
export const threadsCount = (
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
export const getThreadsState = (stoa: Stoa, thread_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}/state', { ...options, params: { thread_id } })

/** Update the state of a thread. */
export const threadsState = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/state', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/state', { ...options, params: { thread_id }, body })

/** Change the metadata of a thread. */
export const updateThreadsState = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/langgraph/threads/{thread_id}/state', 'patch'>,
  options?: CallOptions,
) => stoa.raw('PATCH', '/api/v1/langgraph/threads/{thread_id}/state', { ...options, params: { thread_id }, body })

/** Get a past state of a thread. */
export const getLanggraphThreadsByThreadIdStateByCheckpointId = (
  stoa: Stoa,
  thread_id: string,
  checkpoint_id: string,
  options?: CallOptions,
) => stoa.download('/api/v1/langgraph/threads/{thread_id}/state/{checkpoint_id}', { ...options, params: { thread_id, checkpoint_id } })

/** Get the state at a checkpoint. */
export const threadsStateCheckpoint = (
  stoa: Stoa,
  thread_id: string,
  body: BodyOf<'/api/v1/langgraph/threads/{thread_id}/state/checkpoint', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/state/checkpoint', { ...options, params: { thread_id }, body })

/** List past states of a thread. */
export const threadsHistory = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/history', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/history', { ...options, params: { thread_id }, body })

/** Run and stream. */
export const threadsRunsStream = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/runs/stream', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/threads/{thread_id}/runs/stream', { ...options, params: { thread_id }, body, method: 'post' })

/** Run and wait. */
export const threadsRunsWait = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/runs/wait', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/runs/wait', { ...options, params: { thread_id }, body })

/** Run in the background. */
export const createThreadsRun = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/runs', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/runs', { ...options, params: { thread_id }, body })

/** List runs. */
export const getThreadsRuns = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/runs', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/langgraph/threads/{thread_id}/runs', { ...options, params: { thread_id }, query })

/** Get a run. */
export const getThreadsRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}/runs/{run_id}', { ...options, params: { thread_id, run_id } })

/** Delete a run. */
export const removeThreadsRun = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.raw('DELETE', '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}', { ...options, params: { thread_id, run_id } })

/** Follow a thread. */
export const getThreadsStream = (
  stoa: Stoa,
  thread_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/threads/{thread_id}/stream', { ...options, params: { thread_id }, query })

/** Join a run. */
export const getThreadsRunsStream = (
  stoa: Stoa,
  thread_id: string,
  run_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/stream', { ...options, params: { thread_id, run_id }, query })

/** Wait for a run. */
export const getThreadsRunsJoin = (stoa: Stoa, thread_id: string, run_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/join', { ...options, params: { thread_id, run_id } })

/** Cancel a run. */
export const threadsRunsCancel = (
  stoa: Stoa,
  thread_id: string,
  run_id: string,
  query?: QueryOf<'/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/cancel', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/runs/{run_id}/cancel', { ...options, params: { thread_id, run_id }, query })

/** Copy a thread. */
export const threadsCopy = (
  stoa: Stoa,
  thread_id: string,
  body?: BodyOf<'/api/v1/langgraph/threads/{thread_id}/copy', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/threads/{thread_id}/copy', { ...options, params: { thread_id }, body })

/** Run without a thread, in the background. */
export const createRun = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/runs', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/runs', { ...options, body })

/** Start several runs without a thread. */
export const runsBatch = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/langgraph/runs/batch', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/runs/batch', { ...options, body })

/** Run without a thread, and stream. */
export const runsStream = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/runs/stream', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/runs/stream', { ...options, body, method: 'post' })

/** Run without a thread, and wait. */
export const runsWait = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/runs/wait', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/runs/wait', { ...options, body })

/** Join a run without a thread. */
export const getRunsStream = (
  stoa: Stoa,
  run_id: string,
  query?: QueryOf<'/api/v1/langgraph/runs/{run_id}/stream', 'get'>,
  options?: EventOptions,
) => stoa.events('/api/v1/langgraph/runs/{run_id}/stream', { ...options, params: { run_id }, query })

/** Search assistants. */
export const assistantsSearch = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/assistants/search', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/assistants/search', { ...options, body })

/** Get an assistant. */
export const getAssistant = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}', { ...options, params: { assistant_id } })

/** Get the schemas of an assistant. */
export const getAssistantsSchemas = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}/schemas', { ...options, params: { assistant_id } })

/** Get the graph of an assistant. */
export const getAssistantsGraph = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}/graph', { ...options, params: { assistant_id } })

/** Count assistants. */
export const assistantsCount = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/langgraph/assistants/count', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/assistants/count', { ...options, body })

/** List the versions of an assistant. */
export const createAssistantsVersion = (
  stoa: Stoa,
  assistant_id: string,
  body?: BodyOf<'/api/v1/langgraph/assistants/{assistant_id}/versions', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/langgraph/assistants/{assistant_id}/versions', { ...options, params: { assistant_id }, body })

/** List the subgraphs of an assistant. */
export const getAssistantsSubgraphs = (stoa: Stoa, assistant_id: string, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/assistants/{assistant_id}/subgraphs', { ...options, params: { assistant_id } })

/** Check the server. */
export const getOk = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/ok', options)

/** Get facts about the server. */
export const getInfo = (stoa: Stoa, options?: CallOptions) =>
  stoa.download('/api/v1/langgraph/info', options)
