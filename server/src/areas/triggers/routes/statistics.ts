import { z } from 'zod'
import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { PreviewQuery, SchedulePreview } from '../schema/preview.ts'
import { StatisticsQuery, TriggerStatistics } from '../schema/statistics.ts'
import type { TriggerSchedules } from '../service/schedule.ts'
import type { DailyCounts } from '../service/statistics.ts'
import { area, base, exampleTrigger } from './examples.ts'

const schedule = { expression: '0 9 * * 1-5', timezone: 'Europe/Berlin' }

/** What is shown of triggers before they exist, and of many in one request. */
export const statisticsRoutes = (
  dailyCounts: DailyCounts,
  { preview }: Pick<TriggerSchedules, 'preview'>,
) => [
  endpoint({
    area,
    access: 'end-user',
    method: 'GET',
    path: `${base}/statistics`,
    summary: 'List the invocations of triggers per day',
    permission: 'triggers:read',
    query: StatisticsQuery,
    response: data(z.array(TriggerStatistics)),
    message: 'Trigger statistics',
    example: {
      query: { triggerIds: exampleTrigger.triggerId, days: '2' },
      response: [
        {
          triggerId: exampleTrigger.triggerId,
          days: [
            { day: '2026-01-01', invocations: 3, failed: 0 },
            { day: '2026-01-02', invocations: 4, failed: 1 },
          ],
        },
      ],
    },
    handle: ({ scope, query }) => dailyCounts(scope, query),
  }),
  endpoint({
    area,
    access: 'project',
    method: 'GET',
    path: `${base}/schedule-preview`,
    summary: 'Preview a schedule',
    description: 'The next five times of a cron expression, without creating a trigger.',
    permission: 'triggers:read',
    query: PreviewQuery,
    response: data(SchedulePreview),
    message: 'Schedule preview',
    errors: ['invalid_cron', 'invalid_time_zone'],
    example: {
      query: schedule,
      response: { ...schedule, nextRuns: ['2026-01-02T08:00:00.000Z', '2026-01-05T08:00:00.000Z'] },
    },
    handle: async ({ query }) => preview(query),
  }),
]
