import { creditsOf } from '../../../kernel/credits.ts'
import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { selectPage } from '../../../kernel/db/rows/select-page.ts'
import { mapPage, type Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { CapRequest, RequestQuery } from '../schema/cap.ts'
import { beginning } from './cap.ts'

export type NewRequest = {
  id: string
  capId: string
  periodStart: string
  externalUserId: string
  neededMicro: number
  availableMicro: number
  at: Date
}

/** Nothing when one is pending for the period, or was refused: a refusal holds until the next period. */
export async function insertRequest(tx: Tx, scope: Scope, request: NewRequest): Promise<void> {
  await tx.rows(sql`
    insert into usage_cap_request (project_id, id, cap_id, period_start, status, external_user_id, needed_micro,
                                   available_micro, created_at)
    select ${scope.projectId}, ${request.id}, c.id, ${request.periodStart}, 'pending', ${request.externalUserId},
           ${request.neededMicro}, ${request.availableMicro}, ${request.at}
    from usage_cap c
    where c.project_id = ${scope.projectId} and c.id = ${request.capId} and not exists (
      select from usage_cap_request r
      where r.project_id = ${scope.projectId} and r.cap_id = ${request.capId}
        and r.period_start = ${request.periodStart} and r.status = 'refused')
    on conflict (project_id, cap_id, period_start) where status = 'pending' do nothing`)
}

type Row = {
  id: string
  cap_id: string
  period_start: string
  status: CapRequest['status']
  external_user_id: string | null
  needed_micro: number
  available_micro: number
  granted_micro: number | null
  reason: string | null
  created_at: string
  decided_at: string | null
}

const columns = sqlText(
  'id, cap_id, period_start, status, external_user_id, needed_micro, available_micro, granted_micro, reason, created_at, decided_at',
)

export async function listRequests(
  q: Queryable,
  scope: Scope,
  query: RequestQuery,
): Promise<Page<CapRequest>> {
  const where =
    query.status === undefined
      ? sql`project_id = ${scope.projectId}`
      : sql`project_id = ${scope.projectId} and status = ${query.status}`
  return mapPage(
    await selectPage<Row>(
      q,
      { columns, from: sql`usage_cap_request where ${where}`, order: sql`created_at desc, id desc` },
      query,
    ),
    toRequest,
  )
}

/** Holds the row, so that of two decisions one comes first. */
export async function lockRequest(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<{ capId: string; periodStart: string; status: CapRequest['status'] } | null> {
  const [row] = await tx.rows<Row>(sql`
    select ${columns} from usage_cap_request where project_id = ${scope.projectId} and id = ${id} for update`)
  return row ? { capId: row.cap_id, periodStart: row.period_start, status: row.status } : null
}

export async function decideRequest(
  tx: Tx,
  scope: Scope,
  id: string,
  decision: {
    status: 'approved' | 'refused'
    grantedMicro: number | null
    reason: string | null
    at: Date
  },
): Promise<CapRequest> {
  const [row] = await tx.rows<Row>(sql`
    update usage_cap_request
    set status = ${decision.status}, granted_micro = ${decision.grantedMicro}, reason = ${decision.reason},
        decided_at = ${decision.at}
    where project_id = ${scope.projectId} and id = ${id}
    returning ${columns}`)
  return toRequest(row!)
}

const toRequest = (row: Row): CapRequest => ({
  id: row.id,
  capId: row.cap_id,
  status: row.status,
  eUID: row.external_user_id,
  needed: creditsOf(row.needed_micro),
  available: creditsOf(row.available_micro),
  granted: row.granted_micro === null ? null : creditsOf(row.granted_micro),
  reason: row.reason,
  periodStart: row.period_start === beginning ? null : row.period_start,
  createdAt: row.created_at,
  decidedAt: row.decided_at,
})
