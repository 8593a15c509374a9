import { data, endpoint } from '../../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../../kernel/http/shapes.ts'
import { ExecuteBody, maxInputBytes, RetryBody, StartedExecution } from '../../schema/execution.ts'
import { CancelledExecution } from '../../schema/execution-detail.ts'
import type { Execute } from '../../service/executions/execute.ts'
import type { ExecutionService } from '../../service/executions/executions.ts'
import type { Retry } from '../../service/executions/retry.ts'
import { area, base } from '../definitions.ts'
import { exampleExecution, exampleUsage, executionParams, workflowParams } from './examples.ts'

export type ExecuteRouteDeps = { execute: Execute; retry: Retry; executions: ExecutionService }

const { id: executionId, threadId } = exampleExecution
const started = { executionId, threadId, status: 'queued' } as const

export const executeRoutes = ({ execute, retry, executions }: ExecuteRouteDeps) => [
  endpoint({
    method: 'POST',
    path: `${base}/execute/{id}`,
    area,
    summary: 'Execute a workflow or agent',
    description:
      'As the acting end user. With `wait` the output is in the response if the execution ends in time; it continues when the time is over or the client disconnects, and an execution that waits for a human is returned as `paused`. `production` uses the active version, `test` the newest one.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    body: ExecuteBody,
    bodyLimitBytes: maxInputBytes + 32_768,
    response: data(StartedExecution),
    message: 'Workflow executed',
    errors: [
      'workflow_not_found',
      'workflow_version_not_found',
      'workflow_inactive',
      'workflow_input_invalid',
      'thread_not_found',
      'graph_invalid',
      'version_conflict',
      'external_user_not_found',
    ],
    callsExternalService: true,
    example: {
      params: workflowParams,
      body: { input: { name: 'Ada' }, wait: 10_000 },
      response: {
        executionId,
        threadId,
        status: 'completed',
        outputData: { greeting: 'Hello ADA' },
        usage: exampleUsage,
      },
    },
    handle: ({ scope, params, body, signal }) => execute(scope, params.id, body, signal),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/executions/{id}/cancel`,
    area,
    summary: 'Cancel an execution',
    description:
      'One that is queued or waits ends immediately, one that runs within a second. Cancelling it again changes nothing.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    response: data(CancelledExecution),
    message: 'Execution cancelled',
    errors: ['execution_not_found', 'execution_ended'],
    example: { params: executionParams, response: { id: executionId, status: 'cancelled' } },
    handle: ({ scope, params }) => executions.cancel(scope, params.id),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/executions/{id}/retry`,
    area,
    summary: 'Retry an execution',
    description:
      'As a new execution with the same input, in the same thread. `from: failed_node` keeps the recorded outputs of nodes that succeeded and would request the same again: tools and models are not called twice for them.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    body: RetryBody,
    response: data(StartedExecution),
    message: 'Execution retried',
    errors: [
      'execution_not_found',
      'execution_data_unavailable',
      'workflow_not_found',
      'workflow_version_not_found',
      'graph_invalid',
      'invalid_state',
    ],
    example: {
      params: executionParams,
      body: { from: 'failed_node', version: 'current' },
      response: started,
    },
    handle: ({ scope, params, body }) => retry(scope, params.id, body),
  }),
]
