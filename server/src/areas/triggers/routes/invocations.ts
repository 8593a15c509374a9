import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import {
  Invocation,
  InvocationDetail,
  InvocationParams,
  InvocationQuery,
  StartedInvocation,
  TestBody,
} from '../schema/invocation.ts'
import { TriggerParams } from '../schema/trigger.ts'
import type { InvocationService } from '../service/invocations.ts'
import { area, base, exampleInvocation, triggerParams } from './examples.ts'

const params = { logId: exampleInvocation.id }
const shared = { area, access: 'end-user' } as const
const started = { invocationId: exampleInvocation.id, executionId: null, replayOf: null }

export const invocationRoutes = (invocations: InvocationService) => [
  endpoint({
    ...shared,
    method: 'GET',
    path: `${base}/invocation-logs`,
    summary: 'List trigger invocations',
    description: 'Newest first by default. Retained as long as the history of the project.',
    permission: 'triggers:read',
    query: InvocationQuery,
    response: page(Invocation),
    message: 'Trigger invocations',
    example: { response: [exampleInvocation] },
    handle: ({ scope, query }) => invocations.list(scope, query),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: `${base}/invocation-logs/{logId}`,
    summary: 'Get a trigger invocation',
    description: 'With the payload that its execution was given.',
    permission: 'triggers:read',
    params: InvocationParams,
    response: data(InvocationDetail),
    message: 'Trigger invocation',
    errors: ['trigger_invocation_not_found'],
    example: {
      params,
      response: {
        ...exampleInvocation,
        payload: { scheduledAt: exampleInvocation.scheduledAt, timezone: 'Europe/Berlin' },
      },
    },
    handle: ({ scope, params: { logId } }) => invocations.get(scope, logId),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${base}/invocation-logs/{logId}/replay-webhook`,
    summary: 'Replay a trigger invocation',
    description: 'Starts the trigger again with the stored payload, as a new invocation.',
    permission: 'triggers:write',
    params: InvocationParams,
    response: data(StartedInvocation),
    message: 'Invocation replayed',
    errors: ['trigger_invocation_not_found', 'trigger_not_found', 'invalid_state'],
    example: { params, response: { ...started, status: 'queued', replayOf: exampleInvocation.id } },
    handle: ({ scope, params: { logId } }) => invocations.replay(scope, logId),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: `${base}/manage/{triggerId}/test`,
    summary: 'Test a trigger',
    description:
      'Starts the workflow with a sample payload, also while the trigger is disabled. In mode `test` tools are mocked and nothing is charged.',
    permission: 'triggers:write',
    params: TriggerParams,
    body: TestBody,
    response: data(StartedInvocation),
    message: 'Trigger tested',
    errors: ['trigger_not_found'],
    callsExternalService: true,
    example: {
      params: triggerParams,
      body: { mode: 'test' },
      response: { ...started, status: 'completed', executionId: exampleInvocation.executionId },
    },
    handle: ({ scope, params: { triggerId }, body }) => invocations.test(scope, triggerId, body),
  }),
]
