import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  Activity,
  ActivityQuery,
  Attention,
  Contents,
  FirstSteps,
  Timeline,
  TimelineQuery,
} from '../schema.ts'
import type { OverviewService } from '../service/overview.ts'

const common = {
  method: 'GET',
  area: 'Overview',
  access: 'project',
  permission: 'overview:read',
  adminOnly: true,
} as const

export const overviewRoutes = (overview: OverviewService) => [
  endpoint({
    ...common,
    path: '/api/v1/overview/activity',
    summary: 'Get the activity of the project',
    description:
      'Runs, model calls, tool executions, failures, latency and credits by hour (`24h`) or by day, of all end users. Of each kind of record the newest 20,000 are counted.',
    query: ActivityQuery,
    response: data(Activity),
    message: 'Activity',
    example: {
      query: { range: '7d', timeZone: 'Europe/Berlin' },
      response: {
        range: '7d',
        timeZone: 'Europe/Berlin',
        unit: 'day',
        isPartial: false,
        points: [
          {
            at: '2026-01-01T23:00:00.000Z',
            runs: 12,
            failedRuns: 1,
            calls: 40,
            failedCalls: 0,
            toolRuns: 18,
            failedToolRuns: 2,
            p50Ms: 840,
            p95Ms: 2_310,
            credits: 4.2,
          },
        ],
      },
    },
    handle: ({ scope, query }) => overview.activity(scope, query),
  }),
  endpoint({
    ...common,
    path: '/api/v1/overview/attention',
    summary: 'List what needs attention',
    description:
      'Workflows whose production executions failed in the last seven days without a success since, accounts that are broken or expire within seven days, triggers that were disabled after failures, and knowledge sources that could not be indexed.',
    response: data(Attention),
    message: 'What needs attention',
    example: {
      response: {
        items: [
          {
            kind: 'execution',
            id: '0199f1a0-0000-7000-8000-000000000001',
            parentId: '0199f1a0-0000-7000-8000-000000000002',
            title: 'Stock check',
            reason: 'out of stock',
            state: 'failed',
            count: 3,
            at: '2026-01-02T03:04:05.678Z',
          },
        ],
      },
    },
    handle: ({ scope }) => overview.attention(scope),
  }),
  endpoint({
    ...common,
    path: '/api/v1/overview/contents',
    summary: 'Count what the project has',
    description: 'Each kind up to `maxCount`.',
    response: data(Contents),
    message: 'Contents',
    example: { response: { items: [{ label: 'End users', count: 3 }], maxCount: 10_000 } },
    handle: ({ scope }) => overview.contents(scope),
  }),
  endpoint({
    ...common,
    path: '/api/v1/overview/first-steps',
    summary: 'Get which first steps are done',
    description: 'By the project itself. What was done for end users does not count.',
    response: data(FirstSteps),
    message: 'First steps',
    example: {
      response: {
        hasCalledApi: true,
        hasAnswer: true,
        hasToolRun: false,
        hasWorkflowRun: false,
        hasRow: false,
      },
    },
    handle: ({ scope }) => overview.firstSteps(scope),
  }),
  endpoint({
    ...common,
    path: '/api/v1/external-users/{id}/timeline',
    summary: 'Get the timeline of an end user',
    description:
      'Runs, conversations, model calls, tool executions, files, and other changes of credits of the end user, newest first.',
    params: IdParams,
    query: TimelineQuery,
    response: data(Timeline),
    message: 'Timeline',
    errors: ['external_user_not_found'],
    example: {
      params: { id: '0199f1a0-0000-7000-8000-000000000001' },
      query: { kinds: 'run,chat' },
      response: {
        items: [
          {
            kind: 'run',
            id: '0199f1a0-0000-7000-8000-000000000002',
            title: 'Order reply',
            status: 'completed',
            credits: 0.4,
            durationMs: 812,
            at: '2026-01-02T03:04:05.678Z',
          },
        ],
        nextCursor: null,
      },
    },
    handle: ({ scope, params, query }) => overview.timeline(scope, params.id, query),
  }),
]
