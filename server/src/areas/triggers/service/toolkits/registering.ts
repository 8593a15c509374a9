import { isDeepStrictEqual } from 'node:util'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { SubscriptionConfig } from '../../schema/config.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { Registration, TriggerRow } from '../../schema/trigger.ts'
import { setRegistration } from '../../store/registration.ts'
import { clearFailures, holdTrigger } from '../../store/trigger.ts'
import type { HookSecrets } from '../hooks/secrets.ts'
import { ownerScope } from '../owner.ts'
import type { TriggerSchedules } from '../schedule.ts'
import type { ToolkitCalls } from './calls.ts'
import type { Unregistering } from './unregistering.ts'

export const registerKind = 'trigger.register'
export type RegisterInput = { concurrencyKey: string; triggerId: string }

/** What should be registered at the service of a trigger. */
export const expectedOf = ({ status, config }: Pick<TriggerRow, 'status' | 'config'>): Registration | null =>
  status === 'active' ? { arguments: (config as SubscriptionConfig).arguments } : null

export const isRegistered = (row: TriggerRow): boolean => isDeepStrictEqual(row.registration, expectedOf(row))

export const unregisteredWarning =
  'The webhook at the service is not as it should be yet: it is registered or removed in the background, and attempts that fail are repeated.'

/** Has a run bring the service in line with the trigger as the transaction leaves it. */
export const createRequestRegistration =
  ({ runs }: { runs: Pick<Runs, 'enqueue'> }) =>
  async (tx: Tx, row: TriggerRow): Promise<void> => {
    const input: RegisterInput = { concurrencyKey: row.id, triggerId: row.id }
    await runs.enqueue(tx, ownerScope(row), { kind: registerKind, input })
  }

export type RequestRegistration = ReturnType<typeof createRequestRegistration>

export type RegisteringDeps = {
  db: Db
  calls: Pick<ToolkitCalls, 'callFor' | 'account'>
  hookSecrets: Pick<HookSecrets, 'urlOf'>
  schedules: TriggerSchedules
  unregistering: Pick<Unregistering, 'begin'>
}

/** Registers our URL at the service of a trigger, and removes it there. Both can be repeated. */
export function createRegistering({ db, calls, hookSecrets, schedules, unregistering }: RegisteringDeps) {
  const call = (
    row: TriggerRow,
    hook: 'onEnable' | 'onDisable' | 'onRenew',
    registration: Registration,
    signal: AbortSignal,
  ) => {
    const webhookUrl = hookSecrets.urlOf(row)
    return calls.callFor(row, {
      hook,
      arguments: registration.arguments,
      signal,
      ...(webhookUrl === null ? {} : { webhookUrl }),
    })
  }

  return {
    /** Null, or why it could not. */
    async register(
      row: TriggerRow,
      expected: Registration,
      signal: AbortSignal,
    ): Promise<InvocationError | null> {
      const scope = ownerScope(row)
      const returned = await call(row, 'onEnable', expected, signal)
      if (!('commit' in returned)) return returned
      const { trigger } = await calls.account(scope, row.slug, row.connectedAccountId)
      await db.tx(async (tx) => {
        const held = await holdTrigger(tx, row, 'update')
        await returned.commit(tx)
        // It was deleted while the service was called, and what deleted it knew of nothing to remove there.
        if (!held) return unregistering.begin(tx, { ...row, registration: expected })
        await setRegistration(tx, held, expected)
        await clearFailures(tx, held)
        await schedules.putRenewal(tx, scope, held, trigger.renewCron)
      })
      return null
    },
    /** A service that does not respond is left alone after some attempts: what it still sends is refused. */
    async unregister(row: TriggerRow, signal: AbortSignal): Promise<InvocationError | null> {
      if (row.registration === null) return null
      const returned = await call(row, 'onDisable', row.registration, signal)
      if (!('commit' in returned)) return returned
      await db.tx((tx) => returned.commit(tx))
      return null
    },
    async renew(row: TriggerRow, signal: AbortSignal): Promise<InvocationError | null> {
      if (row.registration === null) return null
      const returned = await call(row, 'onRenew', row.registration, signal)
      if (!('commit' in returned)) return returned
      await db.tx((tx) => returned.commit(tx))
      return null
    },
    async forget(row: TriggerRow): Promise<void> {
      await db.tx(async (tx) => {
        await schedules.removeRenewal(tx, ownerScope(row), row)
        await setRegistration(tx, row, null)
      })
    },
  }
}

export type Registering = ReturnType<typeof createRegistering>
