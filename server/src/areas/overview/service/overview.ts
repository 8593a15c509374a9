import type { Clock } from '../../../kernel/clock.ts'
import { cursorOf, positionOf } from '../../../kernel/cursor.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Threads } from '../../threads/index.ts'
import {
  type Activity,
  type ActivityQuery,
  type Attention,
  type Contents,
  type FirstSteps,
  type Range,
  type Timeline,
  type TimelineItem,
  type TimelineQuery,
  timelineKinds,
} from '../schema.ts'
import {
  countCalls,
  countRuns,
  countToolRuns,
  listBuckets,
  maxRecords,
  pointsOf,
  type Span,
  sumCredits,
} from '../store/activity.ts'
import { brokenConnections, erroredTriggers, failedSources, failedWorkflows } from '../store/attention.ts'
import { countContents, maxCount } from '../store/contents.ts'
import { readFirstSteps } from '../store/first-steps.ts'
import { listTimeline, userExists } from '../store/timeline.ts'

export type OverviewDeps = { db: Db; clock: Clock; threads: Pick<Threads, 'previews'> }
export type OverviewService = ReturnType<typeof createOverviewService>

const dayMs = 24 * 60 * 60 * 1000
const days: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30, '90d': 90 }
const failuresOfMs = 7 * dayMs
const expiresSoonMs = 7 * dayMs

/** What happens in a project, and what in it needs someone. Reads what other areas store, within limits. */
export function createOverviewService({ db, clock, threads }: OverviewDeps) {
  /** Conversations without a title are known by their first text. */
  async function withNames(scope: Scope, items: readonly TimelineItem[]): Promise<TimelineItem[]> {
    const unnamed = items.filter(({ kind, title }) => kind === 'chat' && title.trim() === '')
    const previews =
      unnamed.length === 0
        ? null
        : await threads.previews(
            db,
            scope,
            unnamed.map(({ id }) => id),
          )
    return items.map((item) =>
      previews && unnamed.includes(item) ? { ...item, title: previews.get(item.id) ?? 'Conversation' } : item,
    )
  }

  return {
    async activity(scope: Scope, { range, timeZone }: ActivityQuery): Promise<Activity> {
      const to = clock.now()
      const unit = range === '24h' ? 'hour' : 'day'
      const buckets = await listBuckets(db, {
        from: new Date(to.getTime() - days[range] * dayMs),
        to,
        unit,
        timeZone,
      })
      // The first hour or day is a whole one.
      const span: Span = { from: new Date(buckets[0]!), to, unit, timeZone }
      const [runs, calls, toolRuns, credits] = await Promise.all([
        countRuns(db, scope, span),
        countCalls(db, scope, span),
        countToolRuns(db, scope, span),
        sumCredits(db, scope, span),
      ])
      const isPartial = [runs, calls, toolRuns, credits].some(
        (rows) => rows.reduce((sum, { count }) => sum + count, 0) >= maxRecords,
      )
      return {
        range,
        timeZone,
        unit,
        isPartial,
        points: pointsOf(buckets, { runs, calls, toolRuns, credits }),
      }
    },
    async attention(scope: Scope): Promise<Attention> {
      const now = clock.now()
      const found = await Promise.all([
        failedWorkflows(db, scope, new Date(now.getTime() - failuresOfMs)),
        brokenConnections(db, scope, now, new Date(now.getTime() + expiresSoonMs)),
        erroredTriggers(db, scope),
        failedSources(db, scope),
      ])
      return { items: found.flat() }
    },
    async timeline(scope: Scope, userId: string, { kinds, cursor, limit }: TimelineQuery): Promise<Timeline> {
      if (!(await userExists(db, scope, userId)))
        throw new AppError('external_user_not_found', 'End user not found')
      const before = cursor === undefined ? null : positionOf(cursor)
      const requested = kinds === undefined || kinds.length === 0 ? timelineKinds : kinds
      const found = await listTimeline(db, scope, requested, { userId, before, limit: limit + 1 })
      const items = await withNames(scope, found.slice(0, limit))
      const last = items.at(-1)
      return {
        items,
        nextCursor: found.length > limit && last ? cursorOf({ createdAt: last.at, id: last.id }) : null,
      }
    },
    async contents(scope: Scope): Promise<Contents> {
      return { items: await countContents(db, scope), maxCount }
    },
    firstSteps: (scope: Scope): Promise<FirstSteps> => readFirstSteps(db, scope),
  }
}
