import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import {
  BatchBody,
  BatchResult,
  ExecuteBody,
  ExecuteParams,
  ExecutionLog,
  ExecutionLogDetail,
  ExecutionResult,
  ProxyBody,
} from '../schema/execution.ts'
import { LogParams, LogQuery } from '../schema/log-query.ts'
import type { createBatch } from '../service/execution/batch.ts'
import type { Executor } from '../service/execution/execute.ts'
import type { createProxy } from '../service/execution/proxy.ts'
import type { Logs } from '../service/logs.ts'
import { exampleListedLog, exampleLog, exampleResult } from './examples.ts'

export type ExecuteRouteDeps = {
  executor: Executor
  batch: ReturnType<typeof createBatch>
  proxy: ReturnType<typeof createProxy>
  logs: Logs
}

const area = 'Tools'
// Arguments of 1 MiB, and their envelope.
const callBytes = 1_500_000
const runErrors = [
  ...([
    'tool_not_found',
    'tool_version_not_found',
    'tool_disabled',
    'tool_not_executable',
    'tool_arguments_invalid',
  ] as const),
  ...([
    'connection_required',
    'connected_account_limit_reached',
    'unsupported_auth_scheme',
    'insufficient_credits',
    'budget_exceeded',
  ] as const),
  ...(['connected_account_not_found', 'tool_restricted'] as const),
  ...([
    'concurrency_limited',
    'sandbox_busy',
    'compute_busy',
    'compute_limit_exceeded',
    'sandbox_unavailable',
  ] as const),
]
const failures = 'Errors of the service behind it return 200 with `successful: false` and are not charged.'

export const executeRoutes = ({ executor, batch, proxy, logs }: ExecuteRouteDeps) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/tools/execute/{toolSlug}',
    area,
    summary: 'Execute a tool',
    description: `As the acting end user, with the given account or else the newest working one. ${failures} Results larger than 256 KiB become a file. Closing the connection stops the tool.`,
    access: 'end-user',
    permission: 'tools:execute',
    params: ExecuteParams,
    body: ExecuteBody,
    bodyLimitBytes: callBytes,
    response: data(ExecutionResult),
    message: 'Tool executed',
    errors: runErrors,
    callsExternalService: true,
    example: {
      params: { toolSlug: 'add_numbers' },
      body: { arguments: { a: 1, b: 2 } },
      response: exampleResult,
    },
    handle: ({ scope, params: { toolSlug }, body, signal, setHeader }) =>
      executor.execute(scope, toolSlug, body, {
        signal,
        onDeprecated: () => setHeader('deprecation', 'true'),
      }),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/tools/execute-batch',
    area,
    summary: 'Execute several tools',
    description: 'Up to 20, sequentially or in parallel. A failed call does not affect the others.',
    access: 'end-user',
    permission: 'tools:execute',
    body: BatchBody,
    bodyLimitBytes: callBytes,
    response: data(BatchResult),
    message: 'Tools executed',
    errors: ['insufficient_credits', 'budget_exceeded'],
    callsExternalService: true,
    example: {
      body: { calls: [{ toolSlug: 'add_numbers', arguments: { a: 1, b: 2 } }] },
      response: {
        successful: 1,
        failed: 0,
        results: [{ toolSlug: 'add_numbers', status: 'executed', result: exampleResult, refusal: null }],
      },
    },
    handle: ({ scope, body, signal }) => batch(scope, body, signal),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/tools/proxy',
    area,
    summary: 'Proxy a request through a connected account',
    description: 'Any request to the hosts of the toolkit of the account. Charged and logged like a tool.',
    access: 'end-user',
    permission: 'tools:execute',
    body: ProxyBody,
    bodyLimitBytes: callBytes,
    response: data(ExecutionResult),
    message: 'Request sent',
    errors: [
      'toolkit_not_found',
      'tool_disabled',
      'connection_required',
      'connected_account_not_found',
      'tool_restricted',
      'insufficient_credits',
      'budget_exceeded',
      'concurrency_limited',
      'invalid_state',
    ],
    callsExternalService: true,
    example: {
      body: { toolkitSlug: 'github', endpoint: '/user' },
      response: { ...exampleResult, toolSlug: 'github_proxy' },
    },
    handle: ({ scope, body, signal }) => proxy(scope, body, signal),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/tools/execution-logs',
    area,
    summary: 'List tool executions',
    description:
      'Executions of the acting user, newest first. `cursor` stays stable while executions are added.',
    access: 'end-user',
    permission: 'tools:read',
    query: LogQuery,
    response: page(ExecutionLog),
    message: 'Executions',
    example: { response: [exampleListedLog] },
    handle: ({ scope, query }) => logs.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/tools/execution-logs/{logId}',
    area,
    summary: 'Get a tool execution',
    description: 'With arguments and result if the project stores payloads; secrets are redacted.',
    access: 'end-user',
    permission: 'tools:read',
    params: LogParams,
    response: data(ExecutionLogDetail),
    message: 'Execution',
    errors: ['tool_log_not_found'],
    example: { params: { logId: exampleLog.id }, response: exampleLog },
    handle: ({ scope, params: { logId } }) => logs.get(scope, logId),
  }),
]
