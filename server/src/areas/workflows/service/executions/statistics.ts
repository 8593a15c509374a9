import type { Clock } from '../../../../kernel/clock.ts'
import { creditsOf } from '../../../../kernel/credits.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { before } from '../../../../kernel/time-range.ts'
import type {
  CreditStatistics,
  Health,
  Statistics,
  StatisticsQuery,
  TriggerStatistics,
} from '../../schema/statistics.ts'
import { findExecutionCounts } from '../../store/executions/count.ts'
import { countPaused, type HealthQuery, type ModeSums, sumExecutions } from '../../store/executions/health.ts'
import {
  findLastFailure,
  type LastFailure,
  listModels,
  listRecentCredits,
  listRecentExecutions,
  listRecentTools,
  listTools,
  sumCredits,
  type TypeSum,
} from '../../store/executions/statistics.ts'
import { getWorkflow, isOwner } from '../access.ts'
import { toEnd } from './to-response.ts'

/** The triggers of a workflow that the scope can see, of the area above that has them. */
export type ListTriggers = (
  scope: Scope,
  workflowId: string,
  range: { from: Date; to: Date },
) => Promise<TriggerStatistics[]>

export type StatisticsDeps = { db: Db; clock: Clock; listTriggers: ListTriggers }

const defaultRangeMs = 30 * 86_400_000

/**
 * How a workflow does. Its owner sees the sums of all executions; an end user who may only execute it, only their own.
 * Single executions are shown to those who may see them.
 */
export function createStatistics({ db, clock, listTriggers }: StatisticsDeps) {
  return async (scope: Scope, id: string, query: StatisticsQuery): Promise<Statistics> => {
    const workflow = await getWorkflow(db, scope, id)
    const to = query.to ?? clock.now()
    const from = query.from ?? before(to, defaultRangeMs)
    const own = scope.acrossUsers ? null : scope.externalUser.id
    const shown: HealthQuery = { projectId: scope.projectId, workflowId: id, from, to, userId: own }
    const summed = isOwner(scope, workflow) ? { ...shown, userId: null } : shown
    const [sums, paused, credits, tools, models, counts, failure] = await Promise.all([
      sumExecutions(db, summed),
      countPaused(db, summed),
      sumCredits(db, summed),
      listTools(db, summed),
      listModels(db, summed),
      findExecutionCounts(db, scope, [id]),
      findLastFailure(db, shown),
    ])
    const [recentExecutions, recentCreditLogs, recentToolLogs] = await Promise.all([
      listRecentExecutions(db, shown),
      listRecentCredits(db, shown),
      listRecentTools(db, shown),
    ])
    return {
      workflow: {
        id,
        name: workflow.name,
        workflowType: workflow.type,
        isActive: workflow.activeVersion !== null,
        lastExecutedAt: counts.get(id)?.lastExecutedAt ?? null,
        lastProductionError: failure && toLastError(failure),
      },
      health: healthOf(sums, paused),
      credits: creditsIn(credits, sums),
      tools,
      models,
      triggers: await listTriggers(scope, id, { from, to }),
      recentExecutions: recentExecutions.map(({ summary, ...row }) => ({ ...row, ...toEnd(summary) })),
      recentCreditLogs,
      recentToolLogs,
      from: from.toISOString(),
      to: to.toISOString(),
    }
  }
}

export type GetStatistics = ReturnType<typeof createStatistics>

const toLastError = ({ endedAt, error, summary }: LastFailure) => ({
  timestamp: endedAt,
  errors: summary && summary.errors.length > 0 ? summary.errors : error ? [error] : [],
})

type Ended = 'completed' | 'stopped' | 'failed' | 'timeout' | 'cancelled'
type Count = 'started' | Ended | 'durationMs' | 'creditsMicro'
const total = (sums: readonly ModeSums[], key: Count) => sums.reduce((sum, each) => sum + each[key], 0)

type Extreme = 'minDurationMs' | 'maxDurationMs' | 'minCreditsMicro' | 'maxCreditsMicro'

function extreme(sums: readonly ModeSums[], key: Extreme): number | null {
  const values = sums.flatMap((each) => each[key] ?? [])
  if (values.length === 0) return null
  return key.startsWith('min') ? Math.min(...values) : Math.max(...values)
}

const endedIn = (sums: readonly ModeSums[]) =>
  (['completed', 'stopped', 'failed', 'timeout', 'cancelled'] as const).reduce(
    (sum, key) => sum + total(sums, key),
    0,
  )

function healthOf(sums: readonly ModeSums[], paused: number): Health {
  const completed = total(sums, 'completed')
  const stopped = total(sums, 'stopped')
  const failed = total(sums, 'failed')
  const timeout = total(sums, 'timeout')
  const judged = completed + stopped + failed + timeout
  const ended = endedIn(sums)
  const startedIn = (mode: ModeSums['mode']) => sums.find((each) => each.mode === mode)?.started ?? 0
  return {
    total: total(sums, 'started'),
    completed,
    stopped,
    failed,
    timeout,
    cancelled: total(sums, 'cancelled'),
    paused,
    running: Math.max(0, total(sums, 'started') - ended - paused),
    successRate: judged === 0 ? null : completed / judged,
    durationMinMs: extreme(sums, 'minDurationMs'),
    durationAvgMs: ended === 0 ? null : Math.round(total(sums, 'durationMs') / ended),
    durationMaxMs: extreme(sums, 'maxDurationMs'),
    byMode: { test: startedIn('test'), production: startedIn('production') },
  }
}

const creditTypes = [
  'ai_model',
  'tool',
  'sandbox',
  'browser',
  'workflow',
  'media',
  'connected_account',
] as const

function creditsIn(
  { types, executions }: { types: readonly TypeSum[]; executions: number },
  sums: readonly ModeSums[],
): CreditStatistics {
  const used = types.reduce((sum, type) => sum + BigInt(type.used), 0n)
  const ended = endedIn(sums)
  const creditsOrNull = (micro: number | null) => (micro === null ? null : creditsOf(micro))
  const ofType = (type: string) => creditsOf(types.find((each) => each.type === type)?.used ?? '0')
  return {
    totalCredits: creditsOf(String(used)),
    totalUsd: types.reduce((sum, { usd }) => sum + Number(usd), 0),
    byType: Object.fromEntries(creditTypes.map((type) => [type, ofType(type)])) as CreditStatistics['byType'],
    minCreditsPerRun: creditsOrNull(extreme(sums, 'minCreditsMicro')),
    maxCreditsPerRun: creditsOrNull(extreme(sums, 'maxCreditsMicro')),
    avgCreditsPerRun: ended === 0 ? null : creditsOf(Math.round(total(sums, 'creditsMicro') / ended)),
    attributedRunCount: executions,
    unattributedCreditRows: types.reduce((sum, { unattributed }) => sum + unattributed, 0),
  }
}
