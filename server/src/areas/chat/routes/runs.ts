import {
  data,
  type Endpoint,
  type EventFraming,
  endpoint,
  events,
  eventsReply,
  type Input,
  page,
} from '../../../kernel/http/endpoint.ts'
import { openObject } from '../../../kernel/http/shapes.ts'
import {
  CancelQuery,
  JoinQuery,
  Run,
  RunBody,
  RunEvents,
  RunListQuery,
  RunParams,
  ThreadParams,
} from '../schema/run.ts'
import type { Caller, RunStream, RunStreams } from '../service/run-streams.ts'
import type { RunViews } from '../service/runs.ts'
import {
  exampleInput,
  exampleRun,
  exampleValues,
  isBareCall,
  runParams,
  type Surface,
  shared,
  threadParams,
} from './shared.ts'

export type RunRouteDeps = { runs: RunViews; runStreams: RunStreams }

/** As LangGraph's decoder needs it: a line that ends a ping, or a time to retry, would be an empty event to it. */
const framing = (isBare: boolean): EventFraming => ({
  ...(isBare
    ? {
        first: '',
        errorEvent: ({ code, message, status }, requestId) => ({
          event: 'error',
          data: { error: code, message, status, requestId },
        }),
      }
    : {}),
  ping: ': ping\n',
  isCutOnStop: true,
})

const callerOf = (
  surface: Surface,
  { scope, signal, headers, ignoreFields }: Pick<Input, 'scope' | 'signal' | 'headers' | 'ignoreFields'>,
): Caller => ({ scope, signal, ignoreFields, isBare: isBareCall(surface, headers) })

function reply(
  { source, location, contentLocation }: RunStream,
  { setHeader }: Pick<Input, 'setHeader'>,
  isBare: boolean,
) {
  if (contentLocation !== null) setHeader('content-location', contentLocation)
  if (location !== null) setHeader('location', location)
  return eventsReply(source, framing(isBare))
}

const maxInputBytes = 1024 * 1024
const startErrors = [
  'thread_not_found',
  'assistant_not_found',
  'agent_required',
  'workflow_inactive',
  'checkpoint_not_found',
  'run_in_progress',
  'run_queue_full',
  'execution_not_paused',
  'approval_not_allowed',
  'message_invalid',
] as const
const streamed =
  'Server-sent events: `metadata`, `messages` (tokens), `updates`, `values`, `tool_call`, `tool_result`, `interrupt`, `custom`, `error`, `usage`, and `end`, after which the stream closes. Every event is stored before it is sent; ids have a fixed width.'

// Those that wait for a run are outside of the transaction of an idempotency key, in which it could not begin.
export const runRoutes = (surface: Surface, { runs, runStreams }: RunRouteDeps): Endpoint[] => [
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/runs/stream`,
    summary: 'Run and stream',
    description: `Starts a run of the agent, or continues an interrupted one (\`command.resume\`). ${streamed}`,
    permission: 'chat:execute',
    bodyLimitBytes: maxInputBytes,
    params: ThreadParams,
    body: RunBody,
    response: events(RunEvents),
    message: 'Events of the run',
    errors: startErrors,
    example: { params: threadParams, body: exampleInput },
    handle: async (input) => {
      const caller = callerOf(surface, input)
      return reply(await runStreams.stream(caller, input.params.thread_id, input.body), input, caller.isBare)
    },
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/runs/wait`,
    summary: 'Run and wait',
    description:
      'Responds with the messages of the thread when the run has ended or waits for a human; a failed run with `__error__`.',
    permission: 'chat:execute',
    callsExternalService: true,
    bodyLimitBytes: maxInputBytes,
    params: ThreadParams,
    body: RunBody,
    response: data(openObject()),
    message: 'Run ended',
    errors: startErrors,
    example: { params: threadParams, body: exampleInput, response: exampleValues },
    handle: (input) => runStreams.wait(callerOf(surface, input), input.params.thread_id, input.body),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/runs`,
    summary: 'Run in the background',
    permission: 'chat:execute',
    callsExternalService: true,
    bodyLimitBytes: maxInputBytes,
    params: ThreadParams,
    body: RunBody,
    response: data(Run),
    message: 'Run started',
    errors: startErrors,
    example: {
      params: threadParams,
      body: exampleInput,
      response: { ...exampleRun, status: 'pending', usage: null, started_at: null, ended_at: null },
    },
    handle: (input) => runStreams.create(callerOf(surface, input), input.params.thread_id, input.body),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/runs`,
    summary: 'List runs',
    description: 'Newest first.',
    permission: 'chat:read',
    params: ThreadParams,
    query: RunListQuery,
    response: page(Run),
    message: 'Runs',
    errors: ['thread_not_found'],
    example: { params: threadParams, query: { limit: '10' }, response: [exampleRun] },
    handle: (input) =>
      runs.list(input.scope, input.params.thread_id, input.query, isBareCall(surface, input.headers)),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/runs/{run_id}`,
    summary: 'Get a run',
    permission: 'chat:read',
    params: RunParams,
    response: data(Run),
    message: 'Run',
    errors: ['thread_not_found', 'run_not_found'],
    example: { params: runParams, response: exampleRun },
    handle: ({ scope, params, headers }) =>
      runs.get(scope, params.thread_id, params.run_id, isBareCall(surface, headers)),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/runs/{run_id}/stream`,
    summary: 'Join a run',
    description: `Continues behind \`Last-Event-ID\`, without loss and without repetition, and replays a run that has ended. ${streamed}`,
    permission: 'chat:read',
    params: RunParams,
    query: JoinQuery,
    response: events(RunEvents),
    message: 'Events of the run',
    errors: ['thread_not_found', 'run_not_found'],
    example: { params: runParams },
    handle: async (input) => {
      const caller = callerOf(surface, input)
      const run = { threadId: input.params.thread_id, runId: input.params.run_id }
      return reply(
        await runStreams.joinStream(caller, run, input.query, input.lastEventId),
        input,
        caller.isBare,
      )
    },
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/runs/{run_id}/join`,
    summary: 'Wait for a run',
    permission: 'chat:read',
    params: RunParams,
    response: data(openObject()),
    message: 'Run ended',
    errors: ['thread_not_found', 'run_not_found'],
    example: { params: runParams, response: exampleValues },
    handle: (input) => runStreams.join(callerOf(surface, input), input.params.thread_id, input.params.run_id),
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/runs/{run_id}/cancel`,
    summary: 'Cancel a run',
    description:
      '`interrupt` keeps the messages so far; `rollback` also removes what the run has written to the thread. A run that has ended is left as it is.',
    permission: 'chat:execute',
    callsExternalService: true,
    params: RunParams,
    query: CancelQuery,
    response: data(Run),
    message: 'Run cancelled',
    errors: ['thread_not_found', 'run_not_found'],
    example: { params: runParams, query: { wait: 'true' }, response: { ...exampleRun, status: 'cancelled' } },
    handle: ({ scope, params, query, headers }) =>
      runs.cancel(scope, params.thread_id, params.run_id, query, isBareCall(surface, headers)),
  }),
]
