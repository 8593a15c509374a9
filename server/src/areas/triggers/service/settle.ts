import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { EventSubscriber } from '../../../kernel/events/relay.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { InvocationError } from '../schema/invocation.ts'
import {
  type EndedExecution,
  endInvocation,
  endOfExecutions,
  endsTriggered,
  findNextQueued,
  listStarters,
  markRunning,
} from '../store/invocation.ts'
import { addFailure, clearFailures, holdTrigger } from '../store/trigger.ts'
import type { InvocationRef } from './claim.ts'
import { fireInputOf, fireKind } from './fire-input.ts'
import { ownerScope, scopeOfInvocation } from './owner.ts'
import type { Switching } from './switching.ts'

// After so many invocations in a row that could not start anything, no further one is likely to.
export const maxFailures = 10

export type SettleDeps = {
  db: Db
  clock: Clock
  events: Events
  runs: Pick<Runs, 'enqueue'>
  switching: Switching
}

/** Records what became of invocations, and starts those that waited for it. */
export function createSettle({ db, clock, events, runs, switching }: SettleDeps) {
  async function startNext(tx: Tx, ref: { projectId: string; id: string }): Promise<void> {
    const trigger = await holdTrigger(tx, ref, 'update')
    const next = trigger && (await findNextQueued(tx, ref.projectId, ref.id))
    if (!trigger || !next) return
    const input = fireInputOf(trigger, next.id)
    await runs.enqueue(tx, ownerScope(trigger), { kind: fireKind, input })
  }

  /** Nothing could be started: counted, published, and after ten of them the trigger is disabled. */
  async function failedIn(tx: Tx, { projectId, triggerId, id }: InvocationRef, error: InvocationError) {
    const ref = { projectId, id: triggerId }
    const trigger = await holdTrigger(tx, ref, 'update')
    const ended = await endInvocation(tx, { projectId, id }, { status: 'failed', error, at: clock.now() })
    if (!ended || !trigger) return
    const failures = await addFailure(tx, ref)
    const owner = ownerScope(trigger)
    const { slug, workflowId } = trigger
    const data = { triggerId, slug, workflowId, invocationId: id, error, consecutiveFailures: failures }
    await events.publish(tx, scopeOfInvocation(trigger, ended), { type: 'trigger.failed', data })
    if (failures >= maxFailures && trigger.status === 'active')
      await switching.disable(tx, owner, trigger, 'too_many_failures', 'errored')
    else await startNext(tx, ref)
  }

  return {
    async started({ projectId, triggerId, id }: InvocationRef): Promise<void> {
      await markRunning(db, { projectId, id })
      await clearFailures(db, { projectId, id: triggerId })
    },
    failedIn,
    failed: (ref: InvocationRef, error: InvocationError): Promise<void> =>
      db.tx((tx) => failedIn(tx, ref, error)),
    /** The ends of executions, in the transaction that numbers their events. */
    onEvents: {
      selects: endsTriggered(Object.keys(endedStatuses)),
      async receive(tx, { projectId }, published) {
        const ended = published.flatMap(({ type, data }): EndedExecution[] => {
          const status = endedStatuses[type]
          return status && typeof data.executionId === 'string'
            ? [{ executionId: data.executionId, status }]
            : []
        })
        if (ended.length === 0) return
        const ids = ended.map(({ executionId }) => executionId)
        const starters = await listStarters(tx, projectId, ids)
        // Most executions are started by no trigger.
        if (starters.length === 0) return
        const triggers = starters.filter((each) => each.isWaitedFor).map(({ triggerId }) => triggerId)
        for (const id of triggers) await holdTrigger(tx, { projectId, id }, 'update')
        await endOfExecutions(tx, projectId, ended, clock.now())
        for (const id of triggers) await startNext(tx, { projectId, id })
      },
    } satisfies EventSubscriber,
  }
}

export type Settle = ReturnType<typeof createSettle>

const endedStatuses: Readonly<Record<string, EndedExecution['status']>> = {
  'execution.completed': 'completed',
  'execution.failed': 'failed',
  'execution.timeout': 'failed',
  'execution.cancelled': 'cancelled',
}
