import { type Queryable, sql } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { maxCounted } from '../schema/statistics.ts'
import { isVisible } from './trigger.ts'

/** Without a day: a trigger that was not invoked in the time. */
export type DayCount = { triggerId: string; day: string | null; invocations: number; failed: number }

/** How often triggers were invoked per day. The limit bounds the work, however busy a trigger is. */
export const countByDay = (q: Queryable, scope: Scope, ids: readonly string[], from: Date) =>
  q.rows<DayCount>(sql`
    select t.id as "triggerId", to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(i.created_at)::int as invocations, count(*) filter (where i.status = 'failed')::int as failed
    from trigger_instance t
    left join lateral (
      select created_at, status from trigger_invocation i
      where i.project_id = t.project_id and i.trigger_id = t.id and i.created_at >= ${from} and not i.is_test
      order by i.created_at desc limit ${maxCounted}
    ) i on true
    where ${isVisible(scope)} and t.id = any(${ids}::uuid[])
    group by 1, 2 order by 1, 2`)
