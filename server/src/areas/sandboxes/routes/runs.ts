import { z } from 'zod'
import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams, pageParams } from '../../../kernel/http/shapes.ts'
import { refuseKeyOfStream } from '../../../kernel/http/streams/unkeyed.ts'
import { offsetOf, pageOf } from '../../../kernel/page.ts'
import {
  EphemeralBody,
  ExecuteQuery,
  Execution,
  ExecutionParams,
  ExecutionQuery,
  ExecutionResult,
  ExecutionSummary,
  HistoryQuery,
  Rerun,
  RunBody,
  RunResult,
  SessionExecution,
  SessionExecutionParams,
} from '../schema/execution.ts'
import { Template } from '../schema/template.ts'
import type { Cancelling } from '../service/cancelling.ts'
import type { History } from '../service/history.ts'
import type { Follower, OneShot } from '../service/one-shot.ts'
import { noNetworkForTokens } from '../service/sessions.ts'
import {
  exampleExecution,
  exampleRerun,
  exampleResult,
  exampleSession,
  exampleSource,
  exampleSummary,
} from './examples.ts'
import { streamed } from './streamed.ts'

export type RunRouteDeps = {
  oneShot: OneShot
  history: History
  cancelling: Cancelling
  templates(): Promise<Template[]>
}

// A source of 256 KiB and a state of as much, however many of their characters need an escape.
export const scriptBodyBytes = 3 * 1024 * 1024

const runErrors = ['insufficient_credits', 'budget_exceeded', 'sandbox_busy', 'sandbox_unavailable'] as const
const failures =
  'A script that throws, times out or exceeds its memory limit returns 200 with `status: "failed"`.'
const params = { executionId: exampleExecution.id }

export const runRoutes = ({ oneShot, history, cancelling, templates }: RunRouteDeps) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/code-sandbox/run',
    area: 'Sandbox',
    summary: 'Run a script',
    description: `Runs JavaScript, or Python with \`language\`, in an isolated interpreter without access to your files or the network. ${failures}`,
    access: 'project',
    permission: 'sandbox:execute',
    body: RunBody,
    bodyLimitBytes: scriptBodyBytes,
    response: data(RunResult),
    message: 'Script run',
    errors: runErrors,
    callsExternalService: true,
    example: {
      body: { source: exampleSource.source, state: exampleSource.state, timeout: 5000 },
      response: { ...exampleResult, logs: [{ stream: 'stdout', text: 'adding' }] },
    },
    handle: ({ scope, body: { timeout, ...body }, signal }) =>
      oneShot.runWithLogs(
        scope,
        { ...body, timeoutMs: Math.ceil(timeout), allowedHosts: [], env: {} },
        signal,
      ),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/ephemeral',
    area: 'Sandbox',
    summary: 'Run a script without a session',
    description: `Only its execution record is stored. \`allowedHosts\` allows network access to these hosts only. ${failures} \`stream=true\` streams events: \`started\` with the \`id\`, \`stdout\` and \`stderr\` with \`text\`, then \`result\`; closing the connection stops the script.`,
    access: 'end-user',
    permission: 'sandbox:execute',
    acceptsEndUserTokens: true,
    query: ExecuteQuery,
    body: EphemeralBody,
    bodyLimitBytes: scriptBodyBytes,
    response: data(ExecutionResult),
    alternateMediaTypes: ['text/event-stream'],
    message: 'Script run',
    errors: runErrors,
    callsExternalService: true,
    example: { body: exampleSource, response: exampleResult },
    handle: async (request) => {
      const { scope, query, body, signal } = request
      if (body.allowedHosts.length > 0 && scope.actor.kind === 'end-user-token') throw noNetworkForTokens()
      const run = async (follower?: Follower) =>
        (await oneShot.run(scope, { ...body, env: {} }, signal, follower)).result
      if (!query.stream) return run()
      refuseKeyOfStream(request.headers)
      return streamed(run)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/executions',
    area: 'Sandbox',
    summary: 'List executions',
    description:
      'Newest first, with and without a session. Each has the beginning of its source but no output; use `GET /api/v1/sandbox/executions/{executionId}` for that.',
    access: 'end-user',
    permission: 'sandbox:read',
    acceptsEndUserTokens: true,
    query: HistoryQuery,
    response: page(ExecutionSummary),
    message: 'Executions',
    example: { query: { status: 'failed' }, response: [exampleSummary] },
    handle: ({ scope, query }) => history.listAll(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/sessions/{id}/executions',
    area: 'Sandbox',
    summary: 'List the executions of a session',
    description:
      'Newest first, each with the end of its output; `GET /api/v1/sandbox/executions/{executionId}` returns the full output, the result and the receipt.',
    access: 'end-user',
    permission: 'sandbox:read',
    acceptsEndUserTokens: true,
    params: IdParams,
    query: ExecutionQuery,
    response: page(SessionExecution),
    message: 'Executions',
    errors: ['sandbox_session_not_found'],
    example: {
      params: { id: exampleSession.id },
      response: [{ ...exampleSummary, stdout: 'adding\n', stderr: '' }],
    },
    handle: ({ scope, params: { id }, query }) => history.list(scope, id, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/sessions/{id}/executions/{executionId}',
    area: 'Sandbox',
    summary: 'Get an execution of a session',
    access: 'end-user',
    permission: 'sandbox:read',
    acceptsEndUserTokens: true,
    params: SessionExecutionParams,
    response: data(Execution),
    message: 'Execution',
    errors: ['sandbox_session_not_found', 'sandbox_execution_not_found'],
    example: { params: { id: exampleSession.id, ...params }, response: exampleExecution },
    handle: ({ scope, params: { id, executionId } }) => history.getOf(scope, id, executionId),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/executions/{executionId}',
    area: 'Sandbox',
    summary: 'Get an execution with its receipt',
    description:
      'The receipt contains the hashes of source, state and output, the engine, the limits, the allowed hosts and the requests it made.',
    access: 'end-user',
    permission: 'sandbox:read',
    acceptsEndUserTokens: true,
    params: ExecutionParams,
    response: data(Execution),
    message: 'Execution',
    errors: ['sandbox_execution_not_found'],
    example: { params, response: exampleExecution },
    handle: ({ scope, params: { executionId } }) => history.get(scope, executionId),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/executions/{executionId}/cancel',
    area: 'Sandbox',
    summary: 'Cancel an execution',
    description:
      'With or without a session; `stream=true` sends its id in `started`. The original request returns `status: "failed"` with `errorCode: "cancelled"` and is charged for the time it ran. The session state is preserved unless the script does not respond and is killed. A queued execution ends when it is dequeued.',
    access: 'end-user',
    permission: 'sandbox:execute',
    acceptsEndUserTokens: true,
    params: ExecutionParams,
    response: none(),
    message: 'Cancellation requested',
    errors: ['sandbox_execution_not_found', 'invalid_state'],
    example: { params },
    handle: ({ scope, params: { executionId } }) => cancelling.cancel(scope, executionId),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/executions/{executionId}/rerun',
    area: 'Sandbox',
    summary: 'Rerun an execution and compare',
    description:
      'Runs the same source, state and limits in a new interpreter. `verdict` says whether result, error and output are the same. Session state and secrets are not available to it.',
    access: 'end-user',
    permission: 'sandbox:execute',
    acceptsEndUserTokens: true,
    params: ExecutionParams,
    response: data(Rerun),
    message: 'Execution rerun',
    errors: ['sandbox_execution_not_found', 'invalid_state', ...runErrors],
    callsExternalService: true,
    example: { params, response: exampleRerun },
    handle: ({ scope, params: { executionId }, signal }) => history.rerun(scope, executionId, signal),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/templates',
    area: 'Sandbox',
    summary: 'List sandbox templates',
    access: 'project',
    permission: 'sandbox:read',
    query: z.strictObject({ ...pageParams }),
    response: page(Template),
    message: 'Templates',
    example: {
      response: [
        {
          id: 'default',
          name: 'JavaScript and Python',
          isolation: 'process',
          languages: [
            {
              language: 'javascript',
              driver: 'local',
              engine: 'quickjs-wasi',
              isLive: true,
              isSealed: true,
              isDurable: true,
              hasPackages: false,
            },
          ],
          packages: [],
          limits: exampleSession.limits,
        },
      ],
    },
    handle: async ({ query }) => {
      const all = await templates()
      const from = offsetOf(query)
      return pageOf(all.slice(from, from + query.limit), all.length, query)
    },
  }),
]
