import { z } from 'zod'
import { type Endpoint, endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { openObject } from '../../../kernel/http/shapes.ts'
import { JoinQuery, Run, RunBatchBody, RunIdParams, StatelessRunBody } from '../schema/run.ts'
import { runEvents } from '../schema/stream-events.ts'
import type { StatelessRuns } from '../service/stateless.ts'
import { exampleInput, exampleRun, exampleRunId, exampleValues, langgraph, shared } from './shared.ts'
import { callerOf, maxInputBytes, reply, startErrors, streamed } from './streaming.ts'

const json = 'application/json'
const base = `${langgraph.base}/runs` as const
const stateless = 'Without a thread: the run has a temporary one, which is deleted when it has ended.'
const pending = { ...exampleRun, status: 'pending', usage: null, started_at: null, ended_at: null }

const bareReply = (value: unknown) => ({ body: JSON.stringify(value) })

/** Runs of LangGraph's clients that name no thread. */
export const statelessRoutes = (runs: StatelessRuns): Endpoint[] => [
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: base,
    summary: 'Create a run without a thread, in the background',
    description: `${stateless} It can be joined for an hour after that.`,
    permission: 'chat:execute',
    callsExternalService: true,
    bodyLimitBytes: maxInputBytes,
    body: StatelessRunBody,
    response: raw(json, Run),
    errors: startErrors,
    example: { body: exampleInput, response: pending },
    handle: async (input) => {
      const run = await runs.create(callerOf(langgraph, input), input.body)
      input.setHeader('content-location', `/runs/${run.run_id}`)
      return bareReply(run)
    },
  }),
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: `${base}/batch`,
    summary: 'Batch several runs without a thread',
    description: 'One after another: those before one that is refused have started.',
    permission: 'chat:execute',
    callsExternalService: true,
    bodyLimitBytes: maxInputBytes,
    body: RunBatchBody,
    response: raw(json, z.array(Run)),
    errors: startErrors,
    example: { body: [exampleInput], response: [pending] },
    handle: async (input) => bareReply(await runs.createBatch(callerOf(langgraph, input), input.body)),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: `${base}/stream`,
    summary: 'Stream a run without a thread',
    description: `${stateless} ${streamed}`,
    permission: 'chat:execute',
    bodyLimitBytes: maxInputBytes,
    body: StatelessRunBody,
    response: runEvents,
    message: 'Events of the run',
    errors: startErrors,
    example: { body: exampleInput },
    handle: async (input) => reply(await runs.stream(callerOf(langgraph, input), input.body), input, true),
  }),
  endpoint({
    ...shared(langgraph),
    method: 'POST',
    path: `${base}/wait`,
    summary: 'Wait for a run without a thread',
    description: `${stateless} Responds with the messages; a failed run with \`__error__\`.`,
    permission: 'chat:execute',
    callsExternalService: true,
    bodyLimitBytes: maxInputBytes,
    body: StatelessRunBody,
    response: raw(json, openObject()),
    errors: startErrors,
    example: { body: exampleInput, response: exampleValues },
    handle: async (input) => {
      const { values, runId } = await runs.wait(callerOf(langgraph, input), input.body)
      if (runId !== null) input.setHeader('content-location', `/runs/${runId}`)
      return bareReply(values)
    },
  }),
  endpoint({
    ...shared(langgraph),
    method: 'GET',
    path: `${base}/{run_id}/stream`,
    summary: 'Join a run without a thread',
    permission: 'chat:read',
    params: RunIdParams,
    query: JoinQuery,
    response: runEvents,
    message: 'Events of the run',
    errors: ['run_not_found', 'thread_not_found'],
    example: { params: { run_id: exampleRunId } },
    handle: async (input) => {
      const caller = callerOf(langgraph, input)
      const { run_id: runId } = input.params
      return reply(await runs.joinStream(caller, runId, input.query, input.lastEventId), input, true)
    },
  }),
]
