// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** Run a script without a session. */
export const runEphemeral = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/sandbox/ephemeral', 'post'>,
  query?: QueryOf<'/api/v1/sandbox/ephemeral', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/ephemeral', { ...options, body, query })

/** List executions. */
export const listExecutions = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/sandbox/executions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/sandbox/executions', { ...options, query })

/** List executions. Every one, page after page. */
export const listExecutionsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/sandbox/executions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/sandbox/executions', { ...options, query })

/** List the executions of a session. */
export const listSessionExecutions = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/sandbox/sessions/{id}/executions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/sandbox/sessions/{id}/executions', { ...options, params: { id }, query })

/** List the executions of a session. Every one, page after page. */
export const listSessionExecutionsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/sandbox/sessions/{id}/executions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/sandbox/sessions/{id}/executions', { ...options, params: { id }, query })

/** Get an execution of a session. */
export const getSessionExecution = (stoa: Stoa, id: string, executionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/sandbox/sessions/{id}/executions/{executionId}', { ...options, params: { id, executionId } })

/** Get an execution with its receipt. */
export const getExecution = (stoa: Stoa, executionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/sandbox/executions/{executionId}', { ...options, params: { executionId } })

/** Cancel an execution. */
export const cancelExecution = (stoa: Stoa, executionId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/sandbox/executions/{executionId}/cancel', { ...options, params: { executionId } })

/** Rerun an execution and compare. */
export const rerunExecution = (stoa: Stoa, executionId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/sandbox/executions/{executionId}/rerun', { ...options, params: { executionId } })

/** List sandbox templates. */
export const listTemplates = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/sandbox/templates', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/sandbox/templates', { ...options, query })

/** List sandbox templates. Every one, page after page. */
export const listTemplatesAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/sandbox/templates', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/sandbox/templates', { ...options, query })

/** List sandbox sessions. */
export const listSessions = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/sandbox/sessions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/sandbox/sessions', { ...options, query })

/** List sandbox sessions. Every one, page after page. */
export const listSessionsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/sandbox/sessions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/sandbox/sessions', { ...options, query })

/** Create a sandbox session. */
export const createSession = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/sandbox/sessions', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/sessions', { ...options, body })

/** Get a sandbox session. */
export const getSession = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/sandbox/sessions/{id}', { ...options, params: { id } })

/** Release a sandbox session. */
export const removeSession = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/sandbox/sessions/{id}', { ...options, params: { id } })

/** Pause a sandbox session. */
export const pauseSession = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/sandbox/sessions/{id}/pause', { ...options, params: { id } })

/** Resume a sandbox session. */
export const resumeSession = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/sandbox/sessions/{id}/resume', { ...options, params: { id } })

/** Extend a sandbox session. */
export const extendSession = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/sandbox/sessions/{id}/extend', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/sessions/{id}/extend', { ...options, params: { id }, body })

/** Get the sandbox for a thread. */
export const getForThread = (stoa: Stoa, threadId: string, options?: CallOptions) =>
  stoa.get('/api/v1/sandbox/threads/{threadId}', { ...options, params: { threadId } })

/** Stop the sandbox for a thread. */
export const removeForThread = (stoa: Stoa, threadId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/sandbox/threads/{threadId}', { ...options, params: { threadId } })

/** Start the sandbox for a thread. */
export const startForThread = (stoa: Stoa, threadId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/sandbox/threads/{threadId}/start', { ...options, params: { threadId } })

/** Execute code in a sandbox session. */
export const executeInSession = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/sandbox/sessions/{id}/execute', 'post'>,
  query?: QueryOf<'/api/v1/sandbox/sessions/{id}/execute', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/sessions/{id}/execute', { ...options, params: { id }, body, query })

/** Run a shell command in a sandbox session. */
export const runSessionCommand = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/sandbox/sessions/{id}/commands', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/sessions/{id}/commands', { ...options, params: { id }, body })

/** Get a shell command. */
export const getSessionCommand = (stoa: Stoa, id: string, commandId: string, options?: CallOptions) =>
  stoa.get('/api/v1/sandbox/sessions/{id}/commands/{commandId}', { ...options, params: { id, commandId } })

/** Stop a shell command. */
export const removeSessionCommand = (stoa: Stoa, id: string, commandId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/sandbox/sessions/{id}/commands/{commandId}', { ...options, params: { id, commandId } })

/** Download a workspace file. */
export const downloadSessionFile = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/sandbox/sessions/{id}/files', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/sandbox/sessions/{id}/files', { ...options, params: { id }, query })

/** Write a workspace file. */
export const writeSessionFile = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/sandbox/sessions/{id}/files', 'put'>,
  query?: QueryOf<'/api/v1/sandbox/sessions/{id}/files', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/sandbox/sessions/{id}/files', { ...options, params: { id }, body, query })

/** Delete a workspace file. */
export const removeSessionFile = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/sandbox/sessions/{id}/files', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/sandbox/sessions/{id}/files', { ...options, params: { id }, query })

/** List workspace files. */
export const listSessionFiles = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/sandbox/sessions/{id}/files/list', { ...options, params: { id } })

/** Import a stored file into the workspace. */
export const importSessionFile = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/sandbox/sessions/{id}/files/import', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/sessions/{id}/files/import', { ...options, params: { id }, body })

/** Export a workspace file. */
export const exportSessionFile = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/sandbox/sessions/{id}/files/export', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/sandbox/sessions/{id}/files/export', { ...options, params: { id }, body })
