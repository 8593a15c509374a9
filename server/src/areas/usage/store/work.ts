import { microCreditsOf } from '../../../kernel/credits.ts'
import { sql, type Tx } from '../../../kernel/db/db.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CapAction, CapPeriod } from '../schema/cap.ts'
import type { Subject, WorkType } from '../schema/entry.ts'

/** What is known of a work and of the rules it falls under, read after the locks were taken. */
export type WorkState = {
  hold: OpenHold | null
  /** The last word on it: paid, or given up. */
  outcome: Outcome | null
  caps: readonly MatchingCap[]
  isLimited: boolean
  hasExpiredHolds: boolean
}

export type OpenHold = {
  id: string
  type: WorkType
  heldMicro: number
  isOnBalance: boolean
  capIds: string[]
  capPeriods: string[]
  externalUserId: string
  subject: Required<Subject>
  expiresAt: Date
}

export type Outcome = {
  entryId: string
  status: 'settled' | 'released'
  type: WorkType
  chargedMicro: number
  shortfallMicro: number
  isExpired: boolean
  externalUserId: string
  subject: Required<Subject>
}

export type MatchingCap = { id: string; period: CapPeriod; limitMicro: number; action: CapAction }

/** Whose caps count: the payer, and what the work is done for. */
export type Payer = { externalUserId: string | null; subject: Required<Subject> }

type SubjectColumns = {
  external_user_id: string
  workflow_id: string | null
  execution_id: string | null
  thread_id: string | null
  run_id: string | null
  tool_slug: string | null
  model_id: string | null
  api_key_id: string | null
}

type HoldRow = SubjectColumns & {
  id: string
  type: WorkType
  held_micro: number
  is_on_balance: boolean
  cap_ids: string[]
  cap_periods: string[]
  expires_at: string
}

type OutcomeRow = SubjectColumns & {
  id: string
  type: WorkType
  status: 'settled' | 'released'
  delta_micro: number
  metadata: { expired?: boolean; shortfallCredits?: number }
}

type CapRow = { id: string; period: CapPeriod; limit_micro: number; action: CapAction }

type Row = {
  hold: HoldRow | null
  outcome: OutcomeRow | null
  caps: CapRow[]
  is_limited: boolean
  has_expired: boolean
}

/**
 * The payer of work that is already held is in its hold, and `payer` is the nil id.
 *
 * One round trip for everything: the rows come as JSON, in which amounts are numbers that
 * JavaScript holds exactly.
 */
export async function readWork(
  tx: Tx,
  scope: Scope,
  workId: string | null,
  { externalUserId, subject }: Payer,
  now: Date,
): Promise<WorkState> {
  const [row] = await tx.rows<Row>(sql`
    select to_jsonb(h) as hold, to_jsonb(e) as outcome,
      (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from usage_cap c
       where c.project_id = ${scope.projectId}
         and (c.scope = 'project'
              or c.scope = 'key' and c.scope_id = coalesce(${subject.apiKeyId}, h.api_key_id::text, e.api_key_id::text)
              or c.scope = 'external_user'
                 and c.scope_id = coalesce(${externalUserId}, h.external_user_id::text, e.external_user_id::text)
              or c.scope = 'workflow'
                 and c.scope_id = coalesce(${subject.workflowId}, h.workflow_id::text, e.workflow_id::text)
              or c.scope = 'thread' and c.scope_id = coalesce(${subject.threadId}, h.thread_id, e.thread_id))) as caps,
      exists (select from usage_balance b where b.project_id = ${scope.projectId}) as is_limited,
      exists (select from usage_hold x
              where x.project_id = ${scope.projectId} and x.expires_at <= ${now}) as has_expired
    from (select 1) one
    left join usage_hold h on h.project_id = ${scope.projectId} and h.work_id = ${workId}
    left join lateral (
      select * from usage_entry e where e.project_id = ${scope.projectId} and e.work_id = ${workId}
      order by e.status desc, e.created_at desc limit 1) e on true`)
  const { hold, outcome, caps, is_limited, has_expired } = row!
  return {
    hold: hold && toHold(hold),
    outcome: outcome && toOutcome(outcome),
    caps: caps.map(({ id, period, limit_micro, action }) => ({
      id,
      period,
      limitMicro: limit_micro,
      action,
    })),
    isLimited: is_limited,
    hasExpiredHolds: has_expired,
  }
}

const toSubject = (row: SubjectColumns): Required<Subject> => ({
  workflowId: row.workflow_id,
  executionId: row.execution_id,
  threadId: row.thread_id,
  runId: row.run_id,
  toolSlug: row.tool_slug,
  modelId: row.model_id,
  apiKeyId: row.api_key_id,
})

const toHold = (row: HoldRow): OpenHold => ({
  id: row.id,
  type: row.type,
  heldMicro: row.held_micro,
  isOnBalance: row.is_on_balance,
  capIds: row.cap_ids,
  // JSON has a different format for times; counters are found by the form that every row has.
  capPeriods: row.cap_periods.map((time) => new Date(time).toISOString()),
  externalUserId: row.external_user_id,
  subject: toSubject(row),
  expiresAt: new Date(row.expires_at),
})

const toOutcome = (row: OutcomeRow): Outcome => ({
  entryId: row.id,
  status: row.status,
  type: row.type,
  chargedMicro: 0 - row.delta_micro,
  shortfallMicro: microCreditsOf(row.metadata.shortfallCredits ?? 0) ?? 0,
  isExpired: row.metadata.expired === true,
  externalUserId: row.external_user_id,
  subject: toSubject(row),
})
