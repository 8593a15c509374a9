import { z } from 'zod'
import { data, endpoint, page, rawReply } from '../../../kernel/http/endpoint.ts'
import {
  ExecutionParams,
  Hold,
  HoldQuery,
  Summary,
  SummaryQuery,
  ThreadParams,
  UsageEntry,
  UsageGroup,
  UsageQuery,
  WorkUsage,
} from '../schema/entry.ts'
import type { Reports } from '../service/reports.ts'
import { exampleEntry, exampleHold, exampleIds, exampleSummary, exampleWork } from './examples.ts'

export const reportRoutes = (reports: Reports) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/usage',
    area: 'usage',
    summary: 'List usage entries',
    description:
      'Newest first. `cursor` stays stable while entries are added; `groupBy` returns sums instead of entries; `format=csv` streams all matching entries.',
    access: 'project',
    permission: 'usage:read',
    query: UsageQuery,
    queryAliases: { modelId: 'model' },
    response: page(z.union([UsageEntry, UsageGroup])),
    alternateMediaTypes: ['text/csv'],
    message: 'Usage',
    errors: ['project_not_found'],
    example: { query: { type: 'tool', limit: '20' }, response: [exampleEntry] },
    handle: ({ scope, query }) =>
      query.format === 'csv'
        ? rawReply({
            body: reports.csv(scope, query),
            contentType: 'text/csv; charset=utf-8',
            headers: { 'content-disposition': 'attachment; filename="usage.csv"' },
          })
        : reports.list(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/summary',
    area: 'usage',
    summary: 'Get a usage summary',
    description: 'Totals by type and a time series by day or month, including periods without usage.',
    access: 'project',
    permission: 'usage:read',
    query: SummaryQuery,
    response: data(Summary),
    message: 'Usage summary',
    example: {
      query: { from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' },
      response: exampleSummary,
    },
    handle: ({ scope, query }) => reports.summary(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/holds',
    area: 'usage',
    summary: 'List open holds',
    description:
      'Credits reserved for running work, oldest first. A hold is released if its work does not finish within an hour.',
    access: 'project',
    permission: 'usage:read',
    query: HoldQuery,
    response: page(Hold),
    message: 'Open holds',
    example: { response: [exampleHold] },
    handle: ({ scope, query }) => reports.holds(scope, query),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/executions/{executionId}',
    area: 'usage',
    summary: 'Get the usage for an execution',
    access: 'project',
    permission: 'usage:read',
    params: ExecutionParams,
    response: data(WorkUsage),
    message: 'Usage of the execution',
    errors: ['usage_not_found'],
    example: { params: { executionId: exampleIds.execution }, response: exampleWork },
    handle: ({ scope, params }) => reports.work(scope, params),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/usage/threads/{threadId}',
    area: 'usage',
    summary: 'Get the usage for a thread',
    access: 'project',
    permission: 'usage:read',
    params: ThreadParams,
    response: data(WorkUsage),
    message: 'Usage of the thread',
    errors: ['usage_not_found'],
    example: { params: { threadId: 'thread-1' }, response: { ...exampleWork, id: 'thread-1' } },
    handle: ({ scope, params }) => reports.work(scope, params),
  }),
]
