import { data, endpoint, page } from '../../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../../kernel/http/shapes.ts'
import { ResumeBody, SendEventBody, ThreadParams } from '../../schema/execution.ts'
import { ThreadStatus } from '../../schema/execution-detail.ts'
import { Pause, PauseQuery, ResumedExecution, SentEvent } from '../../schema/pause.ts'
import type { ExecutionService } from '../../service/executions/executions.ts'
import type { PauseService } from '../../service/executions/pauses.ts'
import { area, base } from '../definitions.ts'
import {
  exampleDetail,
  exampleExecution,
  examplePause,
  executionParams,
  threadParams,
  wholeEnd,
} from './examples.ts'

export type PauseRouteDeps = { pauses: PauseService; executions: ExecutionService }

const { id: executionId, threadId, workflowId, outputData, usage } = exampleExecution

export const pauseRoutes = ({ pauses, executions }: PauseRouteDeps) => [
  endpoint({
    method: 'GET',
    path: `${base}/pauses`,
    area,
    summary: 'List pending approvals and pauses',
    description: 'Approvals, and steps of which it is not known whether they were done, newest first.',
    access: 'end-user',
    permission: 'workflow:read',
    query: PauseQuery,
    response: page(Pause),
    message: 'Pauses',
    example: { response: [examplePause] },
    handle: ({ scope, query }) => pauses.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/executions/thread/{threadId}/status`,
    area,
    summary: 'Get the status of a thread',
    description: 'That of its newest execution.',
    access: 'end-user',
    permission: 'workflow:read',
    params: ThreadParams,
    response: data(ThreadStatus),
    message: 'Status of the thread',
    errors: ['execution_not_found'],
    example: {
      params: threadParams,
      response: {
        threadId,
        executionId,
        workflowId,
        status: 'completed',
        currentNodeId: null,
        state: exampleDetail.state,
        completedNodes: ['start', 'shout', 'end'],
        failedNodes: [],
        errors: [],
        outputData,
        ...wholeEnd,
        usage,
      },
    },
    handle: ({ scope, params }) => executions.threadStatus(scope, params.threadId),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/executions/thread/{threadId}/resume`,
    area,
    summary: 'Resume a paused execution',
    description:
      'Answers the oldest open pause of the newest execution of the thread, or the one that is named. A second answer is refused. A key that names an end user decides as this user, others as the team (`decidedBy`).',
    access: 'end-user',
    permission: 'workflow:execute',
    params: ThreadParams,
    body: ResumeBody,
    response: data(ResumedExecution),
    message: 'Execution resumed',
    errors: [
      'execution_not_found',
      'execution_not_paused',
      'workflow_input_invalid',
      'approval_not_allowed',
      'approval_outdated',
    ],
    example: {
      params: threadParams,
      body: { resumeValue: { approved: true } },
      response: { executionId, threadId, pauseId: examplePause.id, status: 'running' },
    },
    handle: ({ scope, params, body }) => pauses.resume(scope, params.threadId, body),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/executions/{id}/resume`,
    area,
    summary: 'Resume a paused execution by its id',
    description: 'The same as the resume of its thread, for an execution that need not be the newest one.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    body: ResumeBody.omit({ executionId: true }),
    response: data(ResumedExecution),
    message: 'Execution resumed',
    errors: ['execution_not_found', 'execution_not_paused', 'workflow_input_invalid', 'approval_not_allowed'],
    example: {
      params: executionParams,
      body: { resumeValue: { approved: true } },
      response: { executionId, threadId, pauseId: examplePause.id, status: 'running' },
    },
    handle: ({ scope, params, body }) => pauses.resumeExecution(scope, params.id, body),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/executions/{id}/events`,
    area,
    summary: 'Send an event to an execution',
    description: 'To its nodes that wait for an event of that name, else to the first that will.',
    access: 'end-user',
    permission: 'workflow:execute',
    params: IdParams,
    body: SendEventBody,
    response: data(SentEvent),
    message: 'Event sent',
    errors: ['execution_not_found', 'execution_ended', 'invalid_state'],
    example: {
      params: executionParams,
      body: { event: 'payment.received', data: { amount: 40 } },
      response: { executionId },
    },
    handle: ({ scope, params, body }) => pauses.sendEvent(scope, params.id, body),
  }),
]
