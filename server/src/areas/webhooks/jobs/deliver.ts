import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RunContext, RunKind } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { type DeliverInput, deliverKind } from '../service/fan-out.ts'
import { waitAfter } from '../service/retry-schedule.ts'
import type { Attempt, Send } from '../service/send.ts'
import type { Settling, Verdict } from '../service/settle.ts'
import { findTarget } from '../store/delivery.ts'
import { requestSlot } from '../store/delivery-slot.ts'
import { lockWebhook } from '../store/webhook.ts'

// Several slow webhooks of one project leave capacity for the others, and one project for the next.
const perProject = 12
// What can fail besides the other side is our own database, which comes back.
const fixing = { retries: 5, backoffMs: 200 }

// A delivery whose webhook was deleted or which was restarted gets no signal: it finds out at its next check.
const maxQueueWaitMs = 60 * 60 * 1000

export type DeliverDeps = {
  db: Db
  clock: Clock
  runs: Pick<Runs, 'signal'>
  send: Send
  settling: Settling
}

/** Brings one event to one webhook: tries, waits, and tries again until it arrives or the schedule is at its end. */
export function createDeliverKind({ db, clock, runs, send, settling }: DeliverDeps): RunKind {
  async function awaitSlot(
    context: RunContext,
    scope: Scope,
    input: DeliverInput,
    tries: number,
  ): Promise<void> {
    const { deliveryId, webhookId, round } = input
    for (let request = 1; ; request++) {
      const key = `webhook-turn:${deliveryId}:${round}:${tries}.${request}`
      await context.step(`ask ${tries}.${request}`, async () => null, {
        ...fixing,
        async commit(tx) {
          const webhook = await lockWebhook(tx, scope, webhookId)
          const ask = { id: deliveryId, webhookId, round, key, at: clock.now() }
          if (!webhook || (await requestSlot(tx, scope, ask))) await runs.signal(tx, scope, key, true)
        },
      })
      const giveUpAt = new Date(clock.now().getTime() + maxQueueWaitMs)
      if (await context.waitFor<true>(`turn ${tries}.${request}`, key, giveUpAt)) return
    }
  }

  /** Null when there is nothing left to deliver. */
  async function tryOnce(
    context: RunContext,
    scope: Scope,
    { deliveryId, webhookId, round }: DeliverInput,
    tries: number,
  ): Promise<Verdict | null> {
    let attempt: Attempt | null = null
    return context.step(
      `try ${tries}`,
      async ({ signal }): Promise<Verdict | null> => {
        attempt = null
        const target = await findTarget(db, scope, deliveryId, round)
        if (!target) return null
        if (!target.isActive) return failedWith('The webhook is disabled.')
        attempt = await send(scope.projectId, target, signal)
        return verdictOn(attempt, tries, clock.now())
      },
      {
        ...fixing,
        async commit(tx, verdict) {
          if (verdict) await settling.settle(tx, scope, { webhookId, deliveryId }, verdict, attempt)
        },
      },
    )
  }

  return {
    kind: deliverKind,
    pool: 'outgoing',
    perProject,
    async handle(context) {
      const input = context.run.input as DeliverInput
      const { scope } = context
      for (let tries = 1; ; tries++) {
        await awaitSlot(context, scope, input, tries)
        const verdict = await tryOnce(context, scope, input, tries)
        if (!verdict?.nextAttemptAt) return { status: verdict?.status ?? 'dropped', tries }
        await context.sleep(`wait ${tries}`, new Date(verdict.nextAttemptAt))
      }
    },
    /** A delivery whose run was given up would otherwise be pending for good, and hold up those behind it. */
    async onEnd(tx, run, { status, error }) {
      if (status === 'succeeded') return
      const { deliveryId, webhookId, round } = run.input as DeliverInput
      const { scope } = run
      if (!(await findTarget(tx, scope, deliveryId, round))) return
      const verdict = failedWith(error?.message ?? 'The delivery was cancelled.')
      await settling.settle(tx, scope, { webhookId, deliveryId }, verdict, null)
    },
  }
}

const failedWith = (error: string): Verdict => ({
  status: 'failed',
  statusCode: null,
  error,
  nextAttemptAt: null,
})

function verdictOn(attempt: Attempt, tries: number, now: Date): Verdict {
  const { isDelivered, statusCode, error, retryAfterMs } = attempt
  const waitMs = isDelivered || statusCode === 410 ? null : waitAfter(tries, retryAfterMs)
  if (waitMs === null)
    return { status: isDelivered ? 'delivered' : 'failed', statusCode, error, nextAttemptAt: null }
  return {
    status: 'pending',
    statusCode,
    error,
    nextAttemptAt: new Date(now.getTime() + waitMs).toISOString(),
  }
}
