// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** List workflows and agents. */
export const list = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/workflow/manager/list', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/list', { ...options, query })

/** List workflows and agents. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/workflow/manager/list', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/list', { ...options, query })

/** Create a workflow or agent. */
export const create = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/workflow/manager/create', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/create', { ...options, body })

/** Get a workflow or agent. */
export const get = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/workflow/manager/detail/{id}', { ...options, params: { id } })

/** Update a workflow or agent. */
export const update = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/update/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/update/{id}', { ...options, params: { id }, body })

/** Delete a workflow or agent. */
export const remove = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/delete/{id}', 'delete'>,
  options?: WriteOptions,
) => stoa.delete('/api/v1/workflow/manager/delete/{id}', { ...options, params: { id }, query })

/** Activate or deactivate a workflow or agent. */
export const updateActiveStatus = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/activeStatus/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/activeStatus/{id}', { ...options, params: { id }, body })

/** List versions of a workflow. */
export const listVersions = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/versions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/{id}/versions', { ...options, params: { id }, query })

/** List versions of a workflow. Every one, page after page. */
export const listVersionsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/versions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/{id}/versions', { ...options, params: { id }, query })

/** Get a version of a workflow. */
export const getVersion = (stoa: Stoa, id: string, version: string, options?: CallOptions) =>
  stoa.get('/api/v1/workflow/manager/{id}/versions/{version}', { ...options, params: { id, version } })

/** Get the difference between two versions of a workflow. */
export const getVersionDiff = (
  stoa: Stoa,
  id: string,
  version: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/versions/{version}/diff', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/workflow/manager/{id}/versions/{version}/diff', { ...options, params: { id, version }, query })

/** Restore a version of a workflow. */
export const restoreVersion = (
  stoa: Stoa,
  id: string,
  version: string,
  body?: BodyOf<'/api/v1/workflow/manager/{id}/versions/{version}/restore', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/versions/{version}/restore', { ...options, params: { id, version }, body })

/** List workflow templates. */
export const listTemplates = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/workflow/manager/templates', options)

/** Import a workflow from n8n. */
export const importFromN8n = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/workflow/manager/import/n8n', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/import/n8n', { ...options, body })

/** Apply operations to a graph. */
export const applyGraphOps = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/{id}/graph/ops', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/graph/ops', { ...options, params: { id }, body })

/** Validate a workflow. */
export const validate = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/{id}/validate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/validate', { ...options, params: { id }, body })

/** Add a connected account to a workflow. */
export const addConnection = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/workflow/manager/add-connection', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/add-connection', { ...options, body })

/** Change the connected account of a toolkit. */
export const changeConnection = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/change-connection/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/change-connection/{id}', { ...options, params: { id }, body })

/** Clear the connected account of a toolkit. */
export const clearConnection = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/clear-connection/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/clear-connection/{id}', { ...options, params: { id }, body })

/** Set the auth config of a toolkit. */
export const setAuthConfig = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/set-auth-config/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/set-auth-config/{id}', { ...options, params: { id }, body })

/** Clear the auth config of a toolkit. */
export const clearAuthConfig = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/clear-auth-config/{id}', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/workflow/manager/clear-auth-config/{id}', { ...options, params: { id }, body })

/** Duplicate a workflow or agent. */
export const duplicate = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/{id}/duplicate', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/duplicate', { ...options, params: { id }, body })

/** Export a workflow. */
export const exportWorkflow = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/workflow/manager/{id}/export', { ...options, params: { id } })

/** Import a workflow. */
export const importWorkflow = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/workflow/manager/import', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/import', { ...options, body })

/** Check an expression of a workflow. */
export const checkExpression = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/{id}/expressions/check', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/expressions/check', { ...options, params: { id }, body })

/** Complete an expression of a workflow. */
export const completeExpression = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/{id}/expressions/complete', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/expressions/complete', { ...options, params: { id }, body })

/** Execute a workflow or agent. */
export const execute = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/execute/{id}', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/execute/{id}', { ...options, params: { id }, body })

/** Cancel an execution. */
export const cancelExecution = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/workflow/manager/executions/{id}/cancel', { ...options, params: { id } })

/** Retry an execution. */
export const retryExecution = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/executions/{id}/retry', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/executions/{id}/retry', { ...options, params: { id }, body })

/** List executions. */
export const listExecutions = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/workflow/manager/executions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/executions', { ...options, query })

/** List executions. Every one, page after page. */
export const listExecutionsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/workflow/manager/executions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/executions', { ...options, query })

/** List executions of a workflow. */
export const listWorkflowExecutions = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/executions', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/{id}/executions', { ...options, params: { id }, query })

/** List executions of a workflow. Every one, page after page. */
export const listWorkflowExecutionsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/executions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/{id}/executions', { ...options, params: { id }, query })

/** Get an execution. */
export const getExecution = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/executions/{id}', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/workflow/manager/executions/{id}', { ...options, params: { id }, query })

/** Stream the events of an execution. */
export const streamExecutionEvents = (stoa: Stoa, id: string, options?: EventOptions) =>
  stoa.events('/api/v1/workflow/manager/executions/{id}/events', { ...options, params: { id } })

/** Send an event to an execution. */
export const sendExecutionEvent = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/executions/{id}/events', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/executions/{id}/events', { ...options, params: { id }, body })

/** Get statistics of a workflow. */
export const getStatistics = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/statistics', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/workflow/manager/{id}/statistics', { ...options, params: { id }, query })

/** List pending approvals and pauses. */
export const listPauses = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/workflow/manager/pauses', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/pauses', { ...options, query })

/** List pending approvals and pauses. Every one, page after page. */
export const listPausesAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/workflow/manager/pauses', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/pauses', { ...options, query })

/** Get the status of a thread. */
export const getExecutionThreadStatus = (stoa: Stoa, threadId: string, options?: CallOptions) =>
  stoa.get('/api/v1/workflow/manager/executions/thread/{threadId}/status', { ...options, params: { threadId } })

/** Resume a paused execution. */
export const resumeExecutionThread = (
  stoa: Stoa,
  threadId: string,
  body?: BodyOf<'/api/v1/workflow/manager/executions/thread/{threadId}/resume', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/executions/thread/{threadId}/resume', { ...options, params: { threadId }, body })

/** Resume a paused execution by its id. */
export const resumeExecution = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/executions/{id}/resume', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/executions/{id}/resume', { ...options, params: { id }, body })

/** Replay an execution against another version. */
export const replayExecution = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/executions/{id}/replay', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/executions/{id}/replay', { ...options, params: { id }, body })

/** Create evals from executions. */
export const createEvals = (
  stoa: Stoa,
  id: string,
  body: BodyOf<'/api/v1/workflow/manager/{id}/evals', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/evals', { ...options, params: { id }, body })

/** List evals of a workflow. */
export const listEvals = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/evals', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/workflow/manager/{id}/evals', { ...options, params: { id }, query })

/** List evals of a workflow. Every one, page after page. */
export const listEvalsAll = (
  stoa: Stoa,
  id: string,
  query?: QueryOf<'/api/v1/workflow/manager/{id}/evals', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/workflow/manager/{id}/evals', { ...options, params: { id }, query })

/** Delete an eval. */
export const removeEval = (stoa: Stoa, id: string, evalId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/workflow/manager/{id}/evals/{evalId}', { ...options, params: { id, evalId } })

/** Run the evals of a workflow. */
export const runEvals = (
  stoa: Stoa,
  id: string,
  body?: BodyOf<'/api/v1/workflow/manager/{id}/evals/run', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/workflow/manager/{id}/evals/run', { ...options, params: { id }, body })
