import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { Backfill, BackfillBody, Coverage, CoverageQuery } from '../schema/coverage.ts'
import { Pause, PauseBody } from '../schema/pause.ts'
import { TriggerParams } from '../schema/trigger.ts'
import type { CoverageService } from '../service/coverage.ts'
import type { PauseService } from '../service/pause.ts'
import { area, base, exampleInvocation, exampleTrigger, triggerParams as params } from './examples.ts'

const [from, missed, to] = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-05T08:00:00.000Z',
  '2026-01-08T00:00:00.000Z',
] as const
const range = { from, to }
const { triggerId } = exampleTrigger
const paused = { isPaused: true, pausedAt: missed, reason: 'Unexpected charges' }

export const coverageRoutes = (coverage: CoverageService, pause: PauseService) => [
  endpoint({
    area,
    access: 'end-user',
    method: 'GET',
    path: `${base}/manage/{triggerId}/coverage`,
    summary: 'Get the coverage of a schedule, of polls or of events',
    description:
      'Whether every time of a cron trigger was started, or every poll of a polled one succeeded, as windows without a gap between them; what was not has a cause. Times are those of the schedule as it was then. Of an `event` trigger: events that were started, and those that were not because of a limit.',
    permission: 'triggers:read',
    params: TriggerParams,
    query: CoverageQuery,
    response: data(Coverage),
    message: 'Trigger coverage',
    errors: ['trigger_not_found', 'invalid_state', 'invalid_parameter'],
    example: {
      params,
      query: range,
      response: {
        triggerId,
        ...range,
        slots: 5,
        covered: 2,
        missing: 3,
        windows: [
          { from, to: missed, outcome: 'covered', cause: null, slots: 2 },
          { from: missed, to, outcome: 'gap', cause: 'missed', slots: 3 },
        ],
        nextFrom: null,
      },
    },
    handle: ({ scope, params: { triggerId }, query }) => coverage.get(scope, triggerId, query),
  }),
  endpoint({
    area,
    access: 'end-user',
    method: 'POST',
    path: `${base}/manage/{triggerId}/backfill`,
    summary: 'Backfill a schedule',
    description:
      'Starts every time of the range that was not started, oldest first, 100 at most; each once, however often this is called. A polled trigger is polled immediately instead, which reads everything since the last poll that succeeded.',
    permission: 'triggers:write',
    params: TriggerParams,
    body: BackfillBody,
    response: data(Backfill),
    message: 'Backfill started',
    errors: ['trigger_not_found', 'invalid_state', 'invalid_parameter'],
    example: {
      params,
      body: range,
      response: {
        triggerId,
        started: [{ invocationId: exampleInvocation.id, scheduledAt: missed }],
        remaining: 0,
      },
    },
    handle: ({ scope, params: { triggerId }, body }) => coverage.backfill(scope, triggerId, body),
  }),
  endpoint({
    area,
    access: 'project',
    method: 'GET',
    path: `${base}/pause`,
    summary: 'Get whether all triggers are paused',
    permission: 'triggers:read',
    response: data(Pause),
    message: 'Trigger pause',
    example: { response: { isPaused: false, pausedAt: null, reason: null } },
    handle: ({ scope }) => pause.get(scope),
  }),
  endpoint({
    area,
    access: 'project',
    adminOnly: true,
    method: 'PUT',
    path: `${base}/pause`,
    summary: 'Pause or resume all triggers',
    description:
      'While they are paused no trigger of the project starts anything: times and events are not made up for, queued invocations are cancelled, and webhooks return 503 so that services send their events again. Executions that run continue.',
    permission: 'triggers:write',
    body: PauseBody,
    response: data(Pause),
    message: 'Trigger pause updated',
    example: { body: { isPaused: true, reason: paused.reason }, response: paused },
    handle: ({ scope, body }) => pause.set(scope, body),
  }),
]
