import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { InvocationError } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { cancelUnstarted } from '../store/invocation.ts'
import { setStatus } from '../store/trigger.ts'
import { isSubscription } from './config.ts'
import { ownerScope } from './owner.ts'
import type { TriggerSchedules } from './schedule.ts'
import type { RequestRegistration } from './toolkits/registering.ts'

export const disabledError: InvocationError = {
  code: 'trigger_disabled',
  message: 'The trigger was disabled before the execution was started',
}

export type SwitchingDeps = {
  clock: Clock
  audit: Audit
  events: Events
  schedules: TriggerSchedules
  requestRegistration: RequestRegistration
}

export type Switching = ReturnType<typeof createSwitching>

/** Enables and disables triggers. The caller holds the row. */
export function createSwitching({ clock, audit, events, schedules, requestRegistration }: SwitchingDeps) {
  const record = (
    tx: Tx,
    scope: Scope,
    row: TriggerRow,
    what: 'enabled' | 'disabled',
    reason: string | null,
  ) =>
    audit.record(tx, scope, {
      action: `trigger.${what}`,
      targetType: 'trigger',
      targetId: row.id,
      details: { slug: row.slug, name: row.name, ...(reason ? { reason } : {}) },
    })

  return {
    /** Nothing that was accepted and not started is started after this commits. */
    async disable(
      tx: Tx,
      scope: Scope,
      row: TriggerRow,
      reason: string,
      status: 'disabled' | 'errored' = 'disabled',
    ): Promise<void> {
      const at = clock.now()
      await setStatus(tx, row, { status, reason, at })
      await cancelUnstarted(tx, { projectId: row.projectId, triggerId: row.id }, disabledError, at)
      const owner = ownerScope(row)
      await schedules.disable(tx, owner, row, reason)
      if (isSubscription(row)) await requestRegistration(tx, row)
      const { id: triggerId, slug, workflowId } = row
      await events.publish(tx, owner, {
        type: 'trigger.disabled',
        data: { triggerId, slug, workflowId, reason },
      })
      await record(tx, scope, row, 'disabled', reason)
    },
    /** Times of a schedule that came meanwhile are not made up for. */
    async enable(tx: Tx, scope: Scope, row: TriggerRow): Promise<void> {
      await setStatus(tx, row, { status: 'active', reason: null, at: clock.now() })
      await schedules.put(tx, ownerScope(row), { ...row, status: 'active', generation: row.generation + 1 })
      if (isSubscription(row)) await requestRegistration(tx, row)
      await record(tx, scope, row, 'enabled', null)
    },
  }
}
