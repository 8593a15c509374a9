import { z } from 'zod'
import { data, endpoint, events, page } from '../../../../kernel/http/endpoint.ts'
import { IdParams, openObject } from '../../../../kernel/http/shapes.ts'
import { Execution, ExecutionQuery } from '../../schema/execution.ts'
import { DetailQuery, ExecutionDetail } from '../../schema/execution-detail.ts'
import { Statistics, StatisticsQuery } from '../../schema/statistics.ts'
import type { Detail } from '../../service/executions/detail.ts'
import type { ExecutionService } from '../../service/executions/executions.ts'
import type { Follow } from '../../service/executions/follow.ts'
import type { GetStatistics } from '../../service/executions/statistics.ts'
import { area, base } from '../definitions.ts'
import {
  exampleDetail,
  exampleExecution,
  exampleStatistics,
  executionParams,
  workflowParams,
} from './examples.ts'

export type ExecutionRouteDeps = {
  executions: ExecutionService
  detail: Detail
  follow: Follow
  statistics: GetStatistics
}

const listed =
  'Executions of the acting user, newest first; test executions with `mode=test` only. `total` is counted up to 10,000.'

export const executionRoutes = ({ executions, detail, follow, statistics }: ExecutionRouteDeps) => [
  endpoint({
    method: 'GET',
    path: `${base}/executions`,
    area,
    summary: 'List executions',
    description: listed,
    access: 'end-user',
    permission: 'workflow:read',
    query: ExecutionQuery,
    queryAliases: { search: 'q', executionMode: 'mode' },
    response: page(Execution),
    message: 'Executions',
    example: { query: { status: 'completed' }, response: [exampleExecution] },
    handle: ({ scope, query }) => executions.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{id}/executions`,
    area,
    summary: 'List executions of a workflow',
    description: listed,
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    query: ExecutionQuery,
    queryAliases: { search: 'q', executionMode: 'mode' },
    response: page(Execution),
    message: 'Executions',
    errors: ['workflow_not_found'],
    example: { params: workflowParams, response: [exampleExecution] },
    handle: ({ scope, params, query }) => executions.listOf(scope, params.id, query),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/executions/{id}`,
    area,
    summary: 'Get an execution',
    description:
      'With the steps of its nodes in the order in which they began, those in progress last. Outputs of more than 256 KiB are files; values under names such as `password` or `apiKey` are hidden.',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    query: DetailQuery,
    response: data(ExecutionDetail),
    message: 'Execution',
    errors: ['execution_not_found'],
    example: { params: executionParams, response: exampleDetail },
    handle: ({ scope, params, query }) => detail.get(scope, params.id, query),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/executions/{id}/events`,
    area,
    summary: 'Stream the events of an execution',
    description:
      'Server-sent events: `node.started`, `node.completed`, `node.failed`, `node.skipped`, `execution.paused`, and `end` with the result, after which the stream closes. Resumes after `Last-Event-ID` without loss.',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    response: events(
      z.object({ nodeId: z.string().optional(), at: z.string().nullable() }).and(openObject()),
    ),
    message: 'Events of the execution',
    errors: ['execution_not_found'],
    example: { params: executionParams },
    handle: ({ scope, params, lastEventId, signal }) => follow(scope, params.id, { lastEventId, signal }),
  }),
  endpoint({
    method: 'GET',
    path: `${base}/{id}/statistics`,
    area,
    summary: 'Get statistics of a workflow',
    description:
      'Of the executions started between `from` and `to`. The owner of the workflow sees the sums of all end users, others those of their own executions.',
    access: 'end-user',
    permission: 'workflow:read',
    params: IdParams,
    query: StatisticsQuery,
    response: data(Statistics),
    message: 'Statistics',
    errors: ['workflow_not_found'],
    example: { params: workflowParams, response: exampleStatistics },
    handle: ({ scope, params, query }) => statistics(scope, params.id, query),
  }),
]
