import { data, type Endpoint, endpoint, largeData, none, page } from '../../../kernel/http/endpoint.ts'
import { openObject } from '../../../kernel/http/shapes.ts'
import {
  CancelQuery,
  JoinQuery,
  Run,
  RunBody,
  RunListQuery,
  RunParams,
  ThreadParams,
  ThreadStreamQuery,
} from '../schema/run.ts'
import { runEvents } from '../schema/stream-events.ts'
import type { Deletion } from '../service/deletion.ts'
import type { RunStreams } from '../service/run-streams.ts'
import type { RunViews } from '../service/runs.ts'
import type { ThreadStreams } from '../service/thread-stream.ts'
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
import { callerOf, maxInputBytes, openingPing, reply, startErrors, streamed } from './streaming.ts'

export type RunRouteDeps = {
  runs: RunViews
  runStreams: RunStreams
  threadStreams: ThreadStreams
  deletion: Pick<Deletion, 'run'>
}

// Those that wait for a run are outside of the transaction of an idempotency key, in which it could not begin.
export const runRoutes = (
  surface: Surface,
  { runs, runStreams, threadStreams, deletion }: RunRouteDeps,
): Endpoint[] => [
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/runs/stream`,
    summary: 'Stream a new run',
    description: `Starts a run of the agent, or continues an interrupted one (\`command.resume\`). ${streamed}`,
    permission: 'chat:execute',
    bodyLimitBytes: maxInputBytes,
    params: ThreadParams,
    body: RunBody,
    response: runEvents,
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
    summary: 'Wait for a new run',
    description:
      'Responds with the messages of the thread when the run has ended or waits for a human; a failed run with `__error__`.',
    permission: 'chat:execute',
    callsExternalService: true,
    bodyLimitBytes: maxInputBytes,
    params: ThreadParams,
    body: RunBody,
    response: largeData(openObject()),
    message: 'Run ended',
    errors: startErrors,
    example: { params: threadParams, body: exampleInput, response: exampleValues },
    handle: async (input) => {
      const { thread_id: threadId } = input.params
      const { values, runId } = await runStreams.wait(callerOf(surface, input), threadId, input.body)
      if (runId !== null) input.setHeader('content-location', `/threads/${threadId}/runs/${runId}`)
      return values
    },
  }),
  endpoint({
    ...shared(surface),
    method: 'POST',
    path: `${surface.base}/threads/{thread_id}/runs`,
    summary: 'Create a run in the background',
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
    handle: async (input) => {
      const run = await runStreams.create(callerOf(surface, input), input.params.thread_id, input.body)
      input.setHeader('content-location', `/threads/${run.thread_id}/runs/${run.run_id}`)
      return run
    },
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
    method: 'DELETE',
    path: `${surface.base}/threads/{thread_id}/runs/{run_id}`,
    summary: 'Delete a run',
    description:
      'Its events, records and input are deleted, and the thread no longer lists it. Its messages stay in the thread; usage remains.',
    permission: 'chat:write',
    params: RunParams,
    response: none(),
    message: 'Run deleted',
    errors: ['thread_not_found', 'run_not_found', 'run_in_progress'],
    example: { params: runParams },
    handle: ({ scope, params }) => deletion.run(scope, params.thread_id, params.run_id),
  }),
  endpoint({
    ...shared(surface),
    method: 'GET',
    path: `${surface.base}/threads/{thread_id}/stream`,
    summary: 'Join the stream of a thread',
    description: `The events of its runs, one after another, for as long as the client stays; behind \`Last-Event-ID\` if it is sent, else from the active run on. ${streamed}`,
    permission: 'chat:read',
    params: ThreadParams,
    query: ThreadStreamQuery,
    response: runEvents,
    message: 'Events of the thread',
    errors: ['thread_not_found', 'run_not_found'],
    example: { params: threadParams },
    handle: async (input) => {
      const caller = callerOf(surface, input)
      const { thread_id: id } = input.params
      const source = await threadStreams.stream(caller, id, input.query, input.lastEventId)
      const query = input.query.stream_mode ? `?stream_mode=${input.query.stream_mode.join(',')}` : ''
      return reply(
        { source, contentLocation: null, location: `/threads/${id}/stream${query}` },
        input,
        caller.isBare,
        caller.isBare ? { first: openingPing } : {},
      )
    },
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
    response: runEvents,
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
    summary: 'Join a run and wait for its end',
    permission: 'chat:read',
    params: RunParams,
    response: largeData(openObject()),
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
