import type { AuditAction } from '../../../kernel/area.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { creditsOf, microCreditsOf } from '../../../kernel/credits.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type {
  ApproveBody,
  Cap,
  CapQuery,
  CapRequest,
  CreateCapBody,
  RefuseBody,
  RequestQuery,
  UpdateCapBody,
} from '../schema/cap.ts'
import {
  beginning,
  type CapRow,
  type CapWithCount,
  deleteCap,
  findCap,
  findCapOfOrigin,
  insertCap,
  listCaps,
  periodEnd,
  periodStarts,
  setCapOwner,
  updateCap,
} from '../store/cap.ts'
import { decideRequest, listRequests, lockRequest } from '../store/cap-request.ts'
import { addExtra, lockCounters } from '../store/counter.ts'
import { lockRules, lockRulesShared } from '../store/lock.ts'

export type CapDeps = { db: Db; clock: Clock; newId: NewId; audit: Audit }
export type Caps = ReturnType<typeof createCaps>

/** A monthlyCreditCap as the project or a key sets it: decimal credits, null for none. */
export type MonthlyCap = { keyId: string | null; credits: number | null }

export function createCaps({ db, clock, newId, audit }: CapDeps) {
  const record = (tx: Tx, scope: Scope, action: AuditAction, id: string, details: Record<string, unknown>) =>
    audit.record(tx, scope, { action, targetType: 'usage_cap', targetId: id, details })

  async function getIn(q: Db | Tx, scope: Scope, id: string): Promise<CapWithCount> {
    const row = await findCap(q, scope, id, periodStarts(clock.now()))
    if (!row) throw new AppError('usage_cap_not_found', 'Cap not found')
    return row
  }

  /** Alone with the rules, so that the counter starts from every entry there is. */
  async function change<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return db.tx(async (tx) => {
      await lockRules(tx, scope)
      return work(tx)
    })
  }

  async function decide(
    scope: Scope,
    id: string,
    status: 'approved' | 'refused',
    grantedMicro: number | null,
    reason: string | null,
  ): Promise<CapRequest> {
    return db.tx(async (tx) => {
      await lockRulesShared(tx, scope)
      const request = await lockRequest(tx, scope, id)
      if (!request) throw new AppError('usage_cap_request_not_found', 'Cap request not found')
      if (request.status !== 'pending')
        throw new AppError('invalid_state', `This request was already ${request.status}`, {
          facts: { state: request.status },
        })
      const cap = await getIn(tx, scope, request.capId)
      refuseOperators(scope, cap)
      if (grantedMicro !== null) {
        refuseOwn(scope, cap)
        await lockCounters(tx, scope, [request])
        await addExtra(tx, scope, request, grantedMicro)
      }
      await record(tx, scope, `usage_cap.${status}`, request.capId, {
        requestId: id,
        ...(grantedMicro === null ? {} : { credits: creditsOf(grantedMicro) }),
      })
      return decideRequest(tx, scope, id, { status, grantedMicro, reason, at: clock.now() })
    })
  }

  return {
    async list(scope: Scope, query: CapQuery): Promise<Page<Cap>> {
      const starts = periodStarts(clock.now())
      const found = await listCaps(db, scope, query, starts)
      return { ...found, items: found.items.map((row) => toCap(row, starts[row.period])) }
    },
    async get(scope: Scope, id: string): Promise<Cap> {
      const row = await getIn(db, scope, id)
      return toCap(row, periodStarts(clock.now())[row.period])
    },
    create(scope: Scope, body: CreateCapBody): Promise<Cap> {
      const scopeId = scopeIdOf(body)
      return change(scope, async (tx) => {
        const at = clock.now()
        const id = newId()
        const made = await insertCap(
          tx,
          scope,
          {
            id,
            scope: body.scope,
            scope_id: scopeId,
            period: body.period,
            limit_micro: body.credits,
            action: body.action,
            origin: 'cap',
          },
          periodStarts(at),
          at,
        )
        if (!made)
          throw new AppError(
            'usage_cap_conflict',
            'A cap with this scope, period and action already exists',
            {
              hint: 'Update that cap instead.',
            },
          )
        const details = { ...body, scopeId, credits: creditsOf(body.credits) }
        await record(tx, scope, 'usage_cap.created', id, details)
        return toCap(await getIn(tx, scope, id), periodStarts(at)[body.period])
      })
    },
    update(scope: Scope, id: string, { credits }: UpdateCapBody): Promise<Cap> {
      return change(scope, async (tx) => {
        const was = await getIn(tx, scope, id)
        refuseElsewhere(was)
        refuseOperators(scope, was)
        if (credits > was.limit_micro) refuseOwn(scope, was)
        await updateCap(tx, scope, id, credits, clock.now())
        await record(tx, scope, 'usage_cap.updated', id, { credits: creditsOf(credits) })
        const row = await getIn(tx, scope, id)
        return toCap(row, periodStarts(clock.now())[row.period])
      })
    },
    remove(scope: Scope, id: string): Promise<void> {
      return change(scope, async (tx) => {
        const was = await getIn(tx, scope, id)
        refuseElsewhere(was)
        refuseOperators(scope, was)
        refuseOwn(scope, was)
        await deleteCap(tx, scope, id)
        await record(tx, scope, 'usage_cap.deleted', id, {})
      })
    },
    /** Follows the monthlyCreditCap of a key or of the project, in the transaction that sets it. */
    async follow(tx: Tx, scope: Scope, { keyId, credits }: MonthlyCap): Promise<void> {
      const origin = keyId === null ? 'project' : 'key'
      await lockRules(tx, scope)
      const known = await findCapOfOrigin(tx, scope, origin, keyId ?? '')
      const limitMicro = credits === null ? null : microCreditsOf(credits)
      if (credits !== null && limitMicro === null)
        throw new RangeError(`${credits} is not an amount of credits`)
      const at = clock.now()
      // The project's cap is the operator's once the operator sets it, be it to the same amount. Forms send that of a key
      // back as it was: there the same amount changes nothing.
      const isTakenOver = keyId === null && scope.isOperator
      if (known && limitMicro === known.limit_micro && !isTakenOver) return
      if (known) refuseOperators(scope, known)
      if (limitMicro === null) {
        if (known) await deleteCap(tx, scope, known.id)
      } else if (known) {
        await updateCap(tx, scope, known.id, limitMicro, at)
        await setCapOwner(tx, scope, known.id)
      } else {
        const cap = { scope: origin, period: 'month', action: 'block', origin } as const
        const ids = { id: newId(), scope_id: keyId ?? '', limit_micro: limitMicro }
        await insertCap(tx, scope, { ...cap, ...ids }, periodStarts(at), at)
      }
    },
    requests: (scope: Scope, query: RequestQuery): Promise<Page<CapRequest>> =>
      listRequests(db, scope, query),
    approve: (scope: Scope, id: string, { credits, reason }: ApproveBody) =>
      decide(scope, id, 'approved', credits, reason ?? null),
    refuse: (scope: Scope, id: string, { reason }: RefuseBody) =>
      decide(scope, id, 'refused', null, reason ?? null),
  }
}

/** Ids are compared as texts, so UUIDs are brought to one case. */
function scopeIdOf({ scope, scopeId }: CreateCapBody): string {
  const fault = (message: string) =>
    new AppError('invalid_parameter', `scopeId ${message}`, {
      details: [{ in: 'body', path: '/scopeId', rule: 'scope', message, received: scopeId }],
    })
  if (scope === 'project') {
    if (scopeId) throw fault('must be left out: the project is that of the key')
    return ''
  }
  if (!scopeId) throw fault(`must be the id of the ${scope.replace('_', ' ')}`)
  if (scope === 'thread') return scopeId
  if (!isUuid(scopeId)) throw fault('must be a UUID')
  return scopeId.toLowerCase()
}

function refuseElsewhere({ origin }: CapWithCount): void {
  if (origin === 'cap') return
  throw new AppError('invalid_state', `This cap is the monthlyCreditCap of the ${origin}`, {
    facts: { origin },
    hint: `Change it there.`,
  })
}

/** The operator's keys pay for every project, so what the operator allows is not the project's to raise. */
function refuseOperators(scope: Scope, { is_operators }: Pick<CapRow, 'is_operators'>): void {
  if (is_operators) refuseTenants(scope, 'A cap that the operator set')
}

/** A key cannot lift the cap that it is held to itself. */
function refuseOwn({ actor }: Scope, cap: CapWithCount): void {
  if (actor.kind !== 'key' || cap.scope !== 'key' || cap.scope_id !== actor.keyId) return
  throw new AppError('exceeds_key_limits', 'A key cannot raise or remove its own cap', {
    facts: { limit: 'monthlyCreditCap' },
    hint: 'Use another admin key, or the dashboard.',
  })
}

function toCap(row: CapWithCount, start: string): Cap {
  const [used, held, extra] = [row.used_micro ?? 0, row.held_micro ?? 0, row.extra_micro ?? 0]
  const left = row.limit_micro + extra - used - held
  return {
    id: row.id,
    scope: row.scope,
    scopeId: row.scope_id === '' ? null : row.scope_id,
    period: row.period,
    credits: creditsOf(row.limit_micro),
    action: row.action,
    origin: row.origin,
    setBy: row.is_operators ? 'operator' : 'project',
    used: creditsOf(used),
    held: creditsOf(held),
    extraCredits: creditsOf(extra),
    available: creditsOf(Math.max(0, left)),
    isBlocking: row.action !== 'warn' && left <= 0,
    periodStart: start === beginning ? null : start,
    resetsAt: periodEnd(row.period, start),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
