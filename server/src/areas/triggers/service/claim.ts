import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { SharedConfig } from '../schema/config.ts'
import type { InvocationRow } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { claimInvocation, endInvocation, findAhead, lockInvocation } from '../store/invocation.ts'
import { findAdmission, holdTrigger } from '../store/trigger.ts'
import { scopeOfInvocation } from './owner.ts'
import { pausedError } from './pause.ts'
import { type Claimed, firedEvent } from './start.ts'

export type ClaimDeps = { db: Db; clock: Clock; newId: NewId; events: Events }

export type InvocationRef = { projectId: string; triggerId: string; id: string }

/**
 * Decides about an invocation: it is started now, stays queued behind others of its trigger, or ends without an execution.
 * The id of the execution is stored before that is started, so that another attempt starts the same one.
 */
export function createClaim({ db, clock, newId, events }: ClaimDeps) {
  /** Null when it may be started. */
  async function refusalOf(
    tx: Tx,
    trigger: TriggerRow | null,
    invocation: InvocationRow,
  ): Promise<'cancelled' | 'dropped' | 'queued' | null> {
    if (trigger?.status !== 'active' || trigger.generation !== invocation.generation) return 'cancelled'
    const { concurrency: policy } = trigger.config as SharedConfig
    if (policy === 'allow') return null
    const ahead = await findAhead(tx, invocation)
    if (ahead === null) return null
    if (policy === 'queue') return 'queued'
    return ahead === 'open' ? 'dropped' : null
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
      if (status === 'starting' && trigger?.workflowId && executionId)
        return { trigger, invocation, executionId, workflowId: trigger.workflowId }
      if (status !== 'queued') return null
      const isPaused = admission?.isPaused === true
      const refusal = isPaused ? 'cancelled' : await refusalOf(tx, trigger, invocation)
      if (refusal === 'queued') return null
      const error = isPaused ? pausedError : null
      if (refusal) await endInvocation(tx, invocation, { status: refusal, error, at: clock.now() })
      return refusal || !trigger ? null : begin(tx, trigger, invocation)
    })
}

export type Claim = ReturnType<typeof createClaim>
