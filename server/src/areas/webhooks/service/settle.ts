import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import { insertAttempt, type Settlement, settleDelivery } from '../store/delivery.ts'
import { grantSlots } from '../store/delivery-slot.ts'
import { disableWebhook, lockWebhook, noteOutcome } from '../store/webhook.ts'
import type { Attempt } from './send.ts'

const disabledAfterMs = 5 * 24 * 60 * 60 * 1000

export type SettleDeps = { clock: Clock; runs: Pick<Runs, 'signal'>; audit: Audit }

export type Verdict = Omit<Settlement, 'at'>

/** Records the result of an attempt, in the transaction that records it in the run. */
export function createSettling({ clock, runs, audit }: SettleDeps) {
  async function passSlotsOn(tx: Tx, scope: Scope, webhookId: string): Promise<void> {
    for (const key of await grantSlots(tx, scope, webhookId)) await runs.signal(tx, scope, key, true)
  }

  async function disable(tx: Tx, scope: Scope, webhookId: string, reason: string): Promise<void> {
    await disableWebhook(tx, scope, webhookId, reason, clock.now())
    await audit.record(tx, scope, {
      action: 'webhook.disabled',
      targetType: 'webhook',
      targetId: webhookId,
      details: { reason },
    })
  }

  async function judgeWebhook(tx: Tx, scope: Scope, webhookId: string, attempt: Attempt): Promise<void> {
    const { isDelivered, statusCode } = attempt
    const at = clock.now()
    const webhook = await noteOutcome(tx, scope, webhookId, { isDelivered, statusCode, at })
    if (!webhook?.is_active || isDelivered) return
    if (statusCode === 410) return disable(tx, scope, webhookId, 'The endpoint responded with 410 Gone.')
    const failingForMs = at.getTime() - new Date(webhook.failing_since ?? at).getTime()
    if (failingForMs >= disabledAfterMs)
      await disable(tx, scope, webhookId, 'Nothing could be delivered for 5 days.')
  }

  return {
    passSlotsOn,
    /** `attempt` is null when nothing was sent. */
    async settle(
      tx: Tx,
      scope: Scope,
      target: { webhookId: string; deliveryId: string },
      verdict: Verdict,
      attempt: Attempt | null,
    ): Promise<void> {
      // Always the webhook before its deliveries, so that two of them never wait for each other.
      if (!(await lockWebhook(tx, scope, target.webhookId))) return
      const settlement = { ...verdict, at: clock.now() }
      const number = await settleDelivery(tx, scope, target.deliveryId, settlement, attempt !== null)
      if (number === null) return
      if (attempt) {
        await insertAttempt(tx, scope, target.deliveryId, { ...attempt, number })
        await judgeWebhook(tx, scope, target.webhookId, attempt)
      }
      await passSlotsOn(tx, scope, target.webhookId)
    },
  }
}

export type Settling = ReturnType<typeof createSettling>
