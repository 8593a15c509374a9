import { z } from 'zod'
import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams, pageParams } from '../../../kernel/http/shapes.ts'
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
import { refuseKeyed, streamed } from './streamed.ts'

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
  'A script that throws, takes too long or uses too much memory is answered with 200 and `status: "failed"`.'
const params = { executionId: exampleExecution.id }

export const runRoutes = ({ oneShot, history, cancelling, templates }: RunRouteDeps) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/code-sandbox/run',
    area: 'Sandbox',
    summary: 'Run a script',
    description: `Runs JavaScript, or Python with \`language\`, in an interpreter of its own without files of yours and without network. ${failures}`,
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
    description: `Nothing is left of it but its record. \`allowedHosts\` opens the network to these hosts alone. ${failures} \`stream=true\` answers with events: \`started\` with the \`id\`, \`stdout\` and \`stderr\` with \`text\`, then \`result\`; whoever leaves meanwhile stops the script.`,
    access: 'end-user',
    permission: 'sandbox:execute',
    acceptsEndUserTokens: true,
    query: ExecuteQuery,
    body: EphemeralBody,
    bodyLimitBytes: scriptBodyBytes,
    response: data(ExecutionResult),
    alsoAnswers: ['text/event-stream'],
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
      refuseKeyed(request)
      return streamed(run)
    },
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/executions',
    area: 'Sandbox',
    summary: 'List what was run',
    description:
      'Newest first, in sessions and without; each with the beginning of its source and without its output, which `GET /api/v1/sandbox/executions/{executionId}` gives.',
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
    summary: 'List what was run in a session',
    description:
      'Newest first, each with the end of what it printed; `GET /api/v1/sandbox/executions/{executionId}` gives all of it, the result and the receipt.',
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
    summary: 'Get what was run in a session',
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
      'The receipt has the hashes of source, state and output, the engine, the limits, the hosts it might reach and the requests it made.',
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
    summary: 'Cancel a script that runs',
    description:
      'In a session or without; `stream=true` tells its id in `started`. Whoever waits for it is answered with `status: "failed"` and `errorCode: "cancelled"`, and pays for the time it ran. What a session holds stays, unless the script does not listen and is killed. One that waits for its turn ends when its turn comes.',
    access: 'end-user',
    permission: 'sandbox:execute',
    acceptsEndUserTokens: true,
    params: ExecutionParams,
    response: none(),
    message: 'The script is told to stop',
    errors: ['sandbox_execution_not_found', 'invalid_state'],
    example: { params },
    handle: ({ scope, params: { executionId } }) => cancelling.cancel(scope, executionId),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/executions/{executionId}/rerun',
    area: 'Sandbox',
    summary: 'Run the same again and compare',
    description:
      'The same source, state and limits in an interpreter of its own. `verdict` says whether value, error and output are the same. What a session held then, and secrets, are not given to it.',
    access: 'end-user',
    permission: 'sandbox:execute',
    acceptsEndUserTokens: true,
    params: ExecutionParams,
    response: data(Rerun),
    message: 'Run again',
    errors: ['sandbox_execution_not_found', 'invalid_state', ...runErrors],
    callsExternalService: true,
    example: { params, response: exampleRerun },
    handle: ({ scope, params: { executionId }, signal }) => history.rerun(scope, executionId, signal),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/sandbox/templates',
    area: 'Sandbox',
    summary: 'List what sessions can be made of',
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
              ...{ language: 'javascript', driver: 'local', engine: 'quickjs-wasi', isLive: true },
              ...{ isSealed: true, isDurable: true, hasPackages: false },
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
