import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { offsetOf, type Page, pageOf } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { textOf } from '../protocols/messages.ts'
import type {
  FeedbackEntry,
  FeedbackQuery,
  FeedbackStatistics,
  FeedbackStatisticsQuery,
} from '../schema/feedback.ts'
import {
  countFeedbackByAgent,
  countFeedbackByDay,
  countFeedbackEntries,
  type FeedbackEntryRow,
  listFeedbackEntries,
} from '../store/feedback.ts'
import type { AgentRuns } from './ports.ts'

const defaultDays = 30
const dayMs = 24 * 60 * 60 * 1000
const maxText = 300

export type FeedbackDeps = { db: Db; clock: Clock; agentRuns: Pick<AgentRuns, 'versionLabel'> }

/** What users say of responses, over all threads that the caller may see. */
export function createFeedback({ db, clock, agentRuns }: FeedbackDeps) {
  const labelOf = (version: number | null) => (version === null ? null : agentRuns.versionLabel(version))

  return {
    async list(scope: Scope, query: FeedbackQuery): Promise<Page<FeedbackEntry>> {
      const part = { limit: query.limit, offset: offsetOf(query) }
      const [rows, total] = await Promise.all([
        listFeedbackEntries(db, scope, query, part),
        countFeedbackEntries(db, scope, query),
      ])
      return pageOf(
        rows.map((row) => ({ ...toFeedbackEntry(row), version: labelOf(row.version) })),
        total,
        query,
      )
    },
    async statistics(scope: Scope, query: FeedbackStatisticsQuery): Promise<FeedbackStatistics> {
      const to = query.to ?? clock.now()
      const from = query.from ?? new Date(to.getTime() - defaultDays * dayMs)
      const search = { workflowId: query.workflowId, from, to }
      const [days, agents] = await Promise.all([
        countFeedbackByDay(db, scope, search),
        countFeedbackByAgent(db, scope, search),
      ])
      const sum = (name: 'positive' | 'negative' | 'comments') =>
        days.reduce((total, day) => total + day[name], 0)
      return {
        positive: sum('positive'),
        negative: sum('negative'),
        comments: sum('comments'),
        days,
        agents: agents.map(({ version, ...row }) => ({ ...row, version: labelOf(version) })),
        from: from.toISOString(),
        to: to.toISOString(),
      }
    },
  }
}

export type Feedback = ReturnType<typeof createFeedback>

const toFeedbackEntry = ({ threadId, userId, message, ...row }: FeedbackEntryRow) => ({
  ...row,
  thread_id: threadId,
  eUID: userId,
  text: message ? textOf(message).slice(0, maxText) : '',
})
