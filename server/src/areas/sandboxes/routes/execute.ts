import { AppError } from '../../../kernel/errors.ts'
import { data, endpoint, none } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { refuseKeyOfStream } from '../../../kernel/http/streams/unkeyed.ts'
import { CommandBody, CommandParams } from '../schema/command.ts'
import { ExecuteBody, ExecuteQuery, ExecutionResult } from '../schema/execution.ts'
import type { SessionExecute } from '../service/session-execute.ts'
import type { SessionService } from '../service/sessions.ts'
import { exampleResult, exampleSession, exampleSource } from './examples.ts'
import { scriptBodyBytes } from './runs.ts'
import { streamed } from './streamed.ts'

export type ExecuteRouteDeps = { execute: SessionExecute; sessions: SessionService }

const params = { id: exampleSession.id }
const commandParams = { ...params, commandId: '0199f1a0-0000-7000-8000-000000000054' }
const ofUser = { area: 'Sandbox', access: 'end-user', acceptsEndUserTokens: true } as const

export const executeRoutes = ({ execute, sessions }: ExecuteRouteDeps) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/execute',
    ...ofUser,
    summary: 'Execute code in a sandbox session',
    description:
      'Variables, functions and files persist for the next script. A script that throws, times out or exceeds its memory limit returns 200 with `status: "failed"`. Up to five executions can be queued. `stream=true` streams events: `started` with the `id` for cancellation, `stdout` and `stderr` with `text`, with `truncated` where output was dropped because the client read too slowly, then `result` with the regular response.',
    permission: 'sandbox:execute',
    params: IdParams,
    query: ExecuteQuery,
    body: ExecuteBody,
    bodyLimitBytes: scriptBodyBytes,
    response: data(ExecutionResult),
    alternateMediaTypes: ['text/event-stream'],
    message: 'Script executed',
    errors: [
      ...([
        'sandbox_session_not_found',
        'sandbox_session_gone',
        'session_busy',
        'concurrency_limited',
      ] as const),
      ...(['insufficient_credits', 'budget_exceeded', 'sandbox_busy', 'sandbox_unavailable'] as const),
    ],
    callsExternalService: true,
    example: { params, body: exampleSource, response: exampleResult },
    handle: async (request) => {
      const { scope, params: of, query, body } = request
      if (!query.stream) return execute(scope, of.id, body)
      refuseKeyOfStream(request.headers)
      return streamed((follower) => execute(scope, of.id, body, follower))
    },
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/sandbox/sessions/{id}/commands',
    ...ofUser,
    summary: 'Run a shell command in a sandbox session',
    description: 'Requires a driver with a shell. `GET /api/v1/capabilities` lists the available drivers.',
    permission: 'sandbox:execute',
    params: IdParams,
    body: CommandBody,
    response: none(),
    message: 'Command started',
    errors: ['sandbox_session_not_found', 'sandbox_session_gone', 'driver_required'],
    example: { params, body: { command: 'ls' } },
    handle: async ({ scope, params: { id } }) => {
      await sessions.get(scope, id)
      throw noShell()
    },
  }),
  ...(['GET', 'DELETE'] as const).map((method) =>
    endpoint({
      method,
      path: '/api/v1/sandbox/sessions/{id}/commands/{commandId}',
      ...ofUser,
      summary: method === 'GET' ? 'Get a shell command' : 'Stop a shell command',
      description: 'Requires a driver with a shell; without one, no command is found.',
      permission: method === 'GET' ? 'sandbox:read' : 'sandbox:write',
      params: CommandParams,
      response: none(),
      message: 'Command',
      errors: ['sandbox_session_not_found', 'sandbox_command_not_found'],
      example: { params: commandParams },
      handle: async ({ scope, params: { id } }) => {
        await sessions.get(scope, id)
        throw new AppError('sandbox_command_not_found', 'Command not found', {
          hint: 'The sandboxes of this server have no shell; run scripts with POST …/execute.',
        })
      },
    }),
  ),
]

const noShell = () =>
  new AppError('driver_required', 'The sandboxes of this server run scripts and have no shell', {
    facts: { driver: 'container' },
    hint: 'Run JavaScript or Python with POST /api/v1/sandbox/sessions/{id}/execute.',
  })
