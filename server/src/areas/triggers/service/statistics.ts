import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Workflows } from '../../workflows/index.ts'
import type { StatisticsQuery, TriggerStatistics } from '../schema/statistics.ts'
import { countByDay } from '../store/read-statistics.ts'
import { countInvocations } from '../store/read-triggers.ts'

type ListTriggers = Parameters<Workflows['triggered']['register']>[0]

/** The triggers of a workflow, for its statistics. */
export const createTriggerStatistics =
  (db: Db): ListTriggers =>
  async (scope, workflowId, range) => {
    const triggers = await countInvocations(db, scope, workflowId, range)
    return triggers.map(({ id, slug, status, statusReason, updatedAt, invocations, failed }) => ({
      id,
      toolSlug: slug,
      status,
      isDisabled: status !== 'active',
      statusReason,
      updatedAt,
      invocationCount: invocations,
      invocationErrors: failed,
    }))
  }

const dayMs = 86_400_000

/** How often triggers were invoked per day, with the days on which they were not. */
export const createDailyCounts =
  ({ db, clock }: { db: Db; clock: Clock }) =>
  async (scope: Scope, { triggerIds, days }: StatisticsQuery): Promise<TriggerStatistics[]> => {
    const today = Math.floor(clock.now().getTime() / dayMs)
    const shown = Array.from({ length: days }, (_, at) => new Date((today - days + 1 + at) * dayMs))
    const counts = await countByDay(db, scope, triggerIds, shown[0]!)
    return [...Map.groupBy(counts, ({ triggerId }) => triggerId)].map(([triggerId, counted]) => {
      const byDay = new Map(counted.map((count) => [count.day, count]))
      return {
        triggerId,
        days: shown.map((date) => {
          const day = date.toISOString().slice(0, 10)
          const { invocations, failed } = byDay.get(day) ?? { invocations: 0, failed: 0 }
          return { day, invocations, failed }
        }),
      }
    })
  }

export type DailyCounts = ReturnType<typeof createDailyCounts>
