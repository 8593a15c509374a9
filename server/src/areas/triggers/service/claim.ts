import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { SharedConfig } from '../schema/config.ts'
import type { InvocationError, InvocationRow } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import {
  claimInvocation,
  endInvocation,
  executionExists,
  findAhead,
  isQueueFull,
  lockInvocation,
} from '../store/invocation.ts'
import { findPause } from '../store/pause.ts'
import { findAdmission, holdTrigger } from '../store/trigger.ts'
import { scopeOfInvocation } from './owner.ts'
import { pausedError } from './pause.ts'
import { type Claimed, firedEvent } from './start.ts'
import { disabledError } from './switching.ts'

// Something has blocked the queue for long then, and what is queued is stored without an end.
const maxQueued = 10_000

export type ClaimDeps = { db: Db; clock: Clock; newId: NewId; events: Events }

export type InvocationRef = { projectId: string; triggerId: string; id: string }

/**
 * Decides about an invocation: it is started now, stays queued behind others of its trigger, or ends without an execution.
 * The id of the execution is stored before that is started, so that another attempt starts the same one.
 */
export function createClaim({ db, clock, newId, events }: ClaimDeps) {
  /** Null when it may be started. */
  async function refusalOf(tx: Tx, trigger: TriggerRow, invocation: InvocationRow): Promise<Refusal | null> {
    const { concurrency: policy } = trigger.config as SharedConfig
    if (policy === 'allow') return null
    const ahead = await findAhead(tx, invocation)
    if (ahead === null) return null
    if (policy === 'drop') return ahead === 'open' ? { status: 'dropped', error: null } : null
    return (await isQueueFull(tx, invocation, maxQueued))
      ? { status: 'dropped', error: queueFullError }
      : { status: 'queued' }
  }

  async function begin(tx: Tx, trigger: TriggerRow, invocation: InvocationRow): Promise<Claimed | null> {
    const { workflowId } = trigger
    const executionId = workflowId === null ? null : newId()
    const at = clock.now()
    if (executionId === null) await endInvocation(tx, invocation, { status: 'completed', error: null, at })
    else await claimInvocation(tx, invocation, { executionId, at })
    const fired = firedEvent(trigger, { invocationId: invocation.id, executionId })
    await events.publish(tx, scopeOfInvocation(trigger, invocation), fired)
    return executionId === null || workflowId === null
      ? null
      : { trigger, invocation, executionId, workflowId }
  }

  /** Null when there is nothing to start. */
  return ({ projectId, triggerId, id }: InvocationRef): Promise<Claimed | null> =>
    db.tx(async (tx) => {
      const ref = { projectId, id: triggerId }
      const admission = await findAdmission(tx, ref)
      // Two that share the lock could not see each other.
      const trigger = await holdTrigger(tx, ref, admission?.concurrency === 'allow' ? 'share' : 'update')
      const invocation = await lockInvocation(tx, { projectId, id })
      if (!invocation) return null
      const { status, executionId } = invocation
      // All were paused while the lock was awaited, perhaps resumed since.
      const isChanged = trigger !== null && trigger.pauseCount !== admission?.pauseCount
      const isPaused = isChanged ? (await findPause(tx, projectId)) !== null : admission?.isPaused === true
      const stopped = stopOf(trigger, invocation, isPaused)
      const cancel = async (error: InvocationError | null) => {
        await endInvocation(tx, invocation, { status: 'cancelled', error, at: clock.now() })
        return null
      }
      if (status === 'starting' && trigger?.workflowId && executionId) {
        // The attempt before may have started it: then what is left is to record that.
        if (stopped && !(await executionExists(tx, projectId, executionId))) return cancel(stopped)
        return { trigger, invocation, executionId, workflowId: trigger.workflowId }
      }
      if (status !== 'queued') return null
      if (stopped || !trigger) return cancel(stopped)
      const refusal = await refusalOf(tx, trigger, invocation)
      if (refusal === null) return begin(tx, trigger, invocation)
      if (refusal.status === 'dropped') await endInvocation(tx, invocation, { ...refusal, at: clock.now() })
      return null
    })
}

type Refusal = { status: 'queued' } | { status: 'dropped'; error: InvocationError | null }

/** Why nothing of the trigger may be started any longer. */
function stopOf(
  trigger: TriggerRow | null,
  { generation }: InvocationRow,
  isPaused: boolean,
): InvocationError | null {
  if (isPaused) return pausedError
  return trigger?.status === 'active' && trigger.generation === generation ? null : disabledError
}

const queueFullError: InvocationError = {
  code: 'trigger_queue_full',
  message: `The trigger has ${maxQueued} queued invocations already`,
}

export type Claim = ReturnType<typeof createClaim>
