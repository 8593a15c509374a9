import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import type { Events } from '../../../../kernel/events/events.ts'
import type { EventSubscriber } from '../../../../kernel/events/relay.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { PollConfig } from '../../schema/config.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { insertEventInvocations } from '../../store/event-trigger.ts'
import { findPause } from '../../store/pause.ts'
import { isOfActiveAccount, lockFailedOfAccounts, setRetryAt } from '../../store/polled-trigger.ts'
import { addFailure, clearFailures, holdTrigger } from '../../store/trigger.ts'
import { recordPoll } from '../../store/window.ts'
import { isSubscription } from '../config.ts'
import { type FireInput, fireKind } from '../fire-input.ts'
import { ownerScope } from '../owner.ts'
import type { TriggerSchedules } from '../schedule.ts'
import { maxFailures } from '../settle.ts'
import type { Switching } from '../switching.ts'
import type { Poll } from './polling.ts'

const minuteMs = 60_000
const maxBackoffMs = 60 * minuteMs
const accountCodes = new Set(['auth_expired', 'connection_required', 'connected_account_not_found'])
const accountReason = 'connection_failed'

export type AcceptDeps = {
  db: Db
  clock: Clock
  newId: NewId
  events: Events
  runs: Pick<Runs, 'enqueueMany'>
  switching: Switching
  schedules: TriggerSchedules
}

/** Records what polls found or why they failed. */
export function createPollAccept({ db, clock, newId, events, runs, switching, schedules }: AcceptDeps) {
  /** Null where the trigger was changed, disabled or deleted meanwhile: then the next poll finds the same again. */
  const hold = async (tx: Tx, trigger: TriggerRow): Promise<TriggerRow | null> => {
    const held = await holdTrigger(tx, trigger, 'update')
    return held?.status === 'active' && held.generation === trigger.generation ? held : null
  }

  return {
    /** The events, their runs and the cursor of the toolkit commit together: none is lost and none comes twice. */
    async found(trigger: TriggerRow, poll: Poll): Promise<void> {
      await db.tx(async (tx) => {
        const held = await hold(tx, trigger)
        // The first poll after a pause finds the same again.
        if (!held || (await findPause(tx, held.projectId))) return
        await poll.commit(tx)
        await clearFailures(tx, held)
        await recordPoll(tx, held, { at: await schedules.time(tx), cause: null })
        if (poll.events.length === 0) return
        const invocations = poll.events.map((data) => ({
          id: newId(),
          trigger: held,
          depth: 1,
          payload: { data },
          error: null,
        }))
        await insertEventInvocations(tx, 'poll_scheduler', invocations, clock.now())
        const starts = invocations.map(({ id }) => {
          const input: FireInput = { triggerId: held.id, invocationId: id }
          return { id: newId(), kind: fireKind, input }
        })
        await runs.enqueueMany(tx, ownerScope(held), starts)
      })
    },
    /** The service is polled less often, and after ten failures in a row no more. */
    async failed(trigger: TriggerRow, { code, message }: InvocationError): Promise<void> {
      const error = { code, message }
      await db.tx(async (tx) => {
        const held = await hold(tx, trigger)
        if (!held) return
        const failures = await addFailure(tx, held)
        const { intervalMin = 1 } = held.config as Partial<PollConfig>
        if (!isSubscription(held))
          await recordPoll(tx, held, { at: await schedules.time(tx), cause: error.code })
        const backoffMs = Math.min(intervalMin * minuteMs * 2 ** (failures - 1), maxBackoffMs)
        await setRetryAt(tx, held, new Date(clock.now().getTime() + backoffMs))
        const owner = ownerScope(held)
        const { id: triggerId, slug, workflowId } = held
        const data = { triggerId, slug, workflowId, error, consecutiveFailures: failures }
        await events.publish(tx, owner, { type: 'trigger.failed', data })
        if (failures < maxFailures) return
        const reason = accountCodes.has(error.code) ? accountReason : 'too_many_failures'
        await switching.disable(tx, owner, held, reason, 'errored')
      })
    },
    /** An account that works again enables what was disabled because it did not. */
    onEvents: {
      selects: isOfActiveAccount,
      async receive(tx, scope, published) {
        const ids = published.flatMap(({ type, data }) =>
          type === 'connected_account.active' && typeof data.id === 'string' ? [data.id] : [],
        )
        if (ids.length === 0) return
        for (const trigger of await lockFailedOfAccounts(tx, scope.projectId, ids, accountReason))
          await switching.enable(tx, scope, trigger)
      },
    } satisfies EventSubscriber,
  }
}

export type PollAccept = ReturnType<typeof createPollAccept>
