import { Readable } from 'node:stream'
import type { Clock } from '../../../kernel/clock.ts'
import { cursorOf, positionOf } from '../../../kernel/cursor.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { readBatches } from '../../../kernel/db/rows/read-batches.ts'
import { AppError } from '../../../kernel/errors.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { before } from '../../../kernel/time-range.ts'
import { findWorkUsage, summedBy, sumUsage, totalOf } from '../read-sums.ts'
import { countEntries, listEntriesFrom, listGroups } from '../read-usage.ts'
import type {
  Hold,
  HoldQuery,
  Summary,
  SummaryQuery,
  UsageEntry,
  UsageGroup,
  UsageQuery,
  WorkUsage,
} from '../schema/entry.ts'
import { countBlockingCaps, periodStarts } from '../store/cap.ts'
import { listHolds } from '../store/hold.ts'
import { csvHead, csvOf } from './csv.ts'

const dayMs = 24 * 60 * 60 * 1000
const defaultSpanMs = 30 * dayMs
// A year by the day and a bit: what a chart can show and a response should contain.
const maxPoints = 400
const csvBatch = 500

export function createReports({ db, clock }: { db: Db; clock: Clock }) {
  return {
    async list(scope: Scope, query: UsageQuery): Promise<Page<UsageEntry | UsageGroup>> {
      check(scope, query)
      if (query.groupBy) return listGroups(db, scope, query, query.groupBy)
      const position = query.cursor === undefined ? null : positionOf(query.cursor)
      const offset = position ? 0 : offsetOf(query)
      const items = await listEntriesFrom(db, scope, query, position, query.limit, offset)
      const last = items.length === query.limit ? items.at(-1) : undefined
      return {
        ...pageOf<UsageEntry | UsageGroup>(items, await countEntries(db, scope, query), query),
        nextCursor: last ? cursorOf(last) : null,
      }
    },
    csv(scope: Scope, query: UsageQuery): Readable {
      check(scope, query)
      if (query.groupBy)
        throw new AppError('invalid_parameter', 'groupBy does not support csv', { hint: 'Omit format.' })
      const batches = readBatches(csvBatch, (last: UsageEntry | null) =>
        listEntriesFrom(db, scope, query, last, csvBatch),
      )
      const lines = async function* () {
        yield csvHead
        for await (const entries of batches) yield csvOf(entries)
      }
      return Readable.from(lines())
    },
    holds: (scope: Scope, query: HoldQuery): Promise<Page<Hold>> => listHolds(db, scope, query, clock.now()),
    async work(scope: Scope, of: { executionId: string } | { threadId: string }): Promise<WorkUsage> {
      const found = await findWorkUsage(db, scope, of)
      if (!found) throw new AppError('usage_not_found', 'No usage found for this id')
      return found
    },
    async summary(scope: Scope, query: SummaryQuery): Promise<Summary> {
      const to = query.to ?? clock.now()
      const from = query.from ?? before(to, defaultSpanMs)
      refuseBackwards(from, to)
      const starts = bucketStarts(from, to, query.interval)
      const sums = await sumUsage(db, scope, { ...query, from, to })
      const byBucket = summedBy(sums, ({ bucket }) => bucket)
      const breakdown = [...Map.groupBy(sums, ({ type }) => type)]
        .map(([type, all]) => ({ type, ...totalOf(all) }))
        .sort((a, b) => b.credits - a.credits)
      return {
        from: from.toISOString(),
        to: to.toISOString(),
        ...totalOf(sums),
        breakdown,
        blockingCaps: await countBlockingCaps(db, scope, periodStarts(clock.now())),
        series: starts.map((day) => ({
          from: `${day}T00:00:00.000Z`,
          ...(byBucket.get(day) ?? { credits: 0, usdCost: 0, entries: 0 }),
        })),
      }
    },
  }
}
export type Reports = ReturnType<typeof createReports>

function check(scope: Scope, { projectId, from, to }: UsageQuery): void {
  if (projectId !== undefined && projectId !== scope.projectId)
    throw new AppError('project_not_found', 'Project not found')
  if (from && to) refuseBackwards(from, to)
}

function refuseBackwards(from: Date, to: Date): void {
  if (from > to) throw new AppError('invalid_parameter', 'from must not be after to')
}

/** Every day or month that the range touches, those without any use as well. */
function bucketStarts(from: Date, to: Date, interval: SummaryQuery['interval']): string[] {
  const starts: string[] = []
  const cursor = new Date(from)
  cursor.setUTCHours(0, 0, 0, 0)
  if (interval === 'month') cursor.setUTCDate(1)
  while (cursor < to) {
    if (starts.length === maxPoints)
      throw new AppError('invalid_parameter', `The range has more than ${maxPoints} points`, {
        hint: 'Use a shorter range, or interval=month.',
      })
    starts.push(cursor.toISOString().slice(0, 10))
    if (interval === 'day') cursor.setUTCDate(cursor.getUTCDate() + 1)
    else cursor.setUTCMonth(cursor.getUTCMonth() + 1)
  }
  return starts
}
