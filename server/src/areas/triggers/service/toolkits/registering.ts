import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../../kernel/db/retry-on-deadlock.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { systemScope } from '../../../../kernel/scope.ts'
import type { Pieces, StoredValue } from '../../../pieces/index.ts'
import type { SubscriptionConfig } from '../../schema/config.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { Registration, TriggerRow } from '../../schema/trigger.ts'
import { holdAccount } from '../../store/account.ts'
import { clearRegistering, markRegistering, setRegistration } from '../../store/registration.ts'
import { clearFailures, holdTrigger } from '../../store/trigger.ts'
import type { HookSecrets } from '../hooks/secrets.ts'
import { ownerScope } from '../owner.ts'
import type { TriggerSchedules } from '../schedule.ts'
import type { TriggerTypes } from '../types.ts'
import type { ToolkitCalls } from './calls.ts'
import { isRefusal, type Uncertain } from './uncertain.ts'
import type { Unregistering } from './unregistering.ts'

export const registerKind = 'trigger.register'
export type RegisterInput = { concurrencyKey: string; triggerId: string }

/** What should be registered at the service of a trigger. */
export const expectedOf = ({ status, config }: Pick<TriggerRow, 'status' | 'config'>): Registration | null =>
  status === 'active' ? { arguments: (config as SubscriptionConfig).arguments } : null

export const isRegistered = (row: TriggerRow): boolean => isDeepStrictEqual(row.registration, expectedOf(row))

export const unregisteredWarning =
  'The webhook at the service is not as it should be yet: it is registered or removed in the background, and attempts that fail are repeated.'

/**
 * Has a run bring the service in line with the trigger as the transaction leaves it. The run belongs to the project: one
 * that has called the service must not end unseen when the owner is erased.
 */
export const createRequestRegistration =
  ({ runs }: { runs: Pick<Runs, 'enqueue'> }) =>
  async (tx: Tx, row: TriggerRow): Promise<void> => {
    const input: RegisterInput = { concurrencyKey: row.id, triggerId: row.id }
    await runs.enqueue(tx, systemScope(row.projectId), { kind: registerKind, input })
  }

export type RequestRegistration = ReturnType<typeof createRequestRegistration>

export type RegisteringDeps = {
  db: Db
  types: Pick<TriggerTypes, 'findOfToolkit'>
  calls: Pick<ToolkitCalls, 'callFor'>
  hookSecrets: Pick<HookSecrets, 'urlOf'>
  schedules: TriggerSchedules
  unregistering: Pick<Unregistering, 'beginUnknown'>
  uncertain: Pick<Uncertain, 'record'>
  clock: Clock
  pieces: Pick<Pieces, 'valuesOf'>
}

/** Registers our URL at the service of a trigger, and removes it there. Both can be repeated. */
export function createRegistering(deps: RegisteringDeps) {
  const { db, types, calls, hookSecrets, schedules, unregistering, uncertain, clock, pieces } = deps
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

  /** The service was called already: what is left must not fail because others were in its way. */
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => retryOnDeadlock(() => db.tx(work))

  return {
    /** Null, or why it could not. */
    async register(
      row: TriggerRow,
      expected: Registration,
      signal: AbortSignal,
    ): Promise<InvocationError | null> {
      await db.tx(async (tx) => {
        if (await markRegistering(tx, row, clock.now())) await uncertain.record(tx, ownerScope(row), row)
      })
      const returned = await call(row, 'onEnable', expected, signal)
      if (!('commit' in returned)) {
        if (isRefusal(returned)) await clearRegistering(db, row)
        return returned
      }
      const trigger = await types.findOfToolkit(row.slug)
      return inTransaction(async (tx) => {
        const held = await holdTrigger(tx, row, 'update')
        const isMoved = held !== null && held.userId !== row.userId
        // Deleted while the service was called, by someone who knew of nothing to remove there.
        if (!held || isMoved || !(await holdAccount(tx, held))) {
          await unregistering.beginUnknown(tx, row, expected, returned.taken())
          return isMoved ? movedError : null
        }
        await returned.commit(tx)
        await setRegistration(tx, held, expected)
        await clearFailures(tx, held)
        await schedules.putRenewal(tx, held, trigger?.renewCron ?? null)
        return null
      })
    },
    /** A service that does not respond is left alone after some attempts: what it still sends is refused. */
    async unregister(row: TriggerRow, signal: AbortSignal): Promise<InvocationError | null> {
      if (row.registration === null) return null
      const returned = await call(row, 'onDisable', row.registration, signal)
      if (!('commit' in returned)) return returned
      await inTransaction(async (tx) => {
        if ((await holdTrigger(tx, row, 'share'))?.userId === row.userId) await returned.commit(tx)
      })
      return null
    },
    async renew(row: TriggerRow, signal: AbortSignal): Promise<InvocationError | null> {
      if (row.registration === null) return null
      const { registration } = row
      // Deleted with the trigger, while the service is called.
      const stored = await db.tx((tx) => pieces.valuesOf(tx, ownerScope(row), row.id))
      const returned = await call(row, 'onRenew', registration, signal)
      if (!('commit' in returned)) return returned
      await inTransaction(async (tx) => {
        const held = await holdTrigger(tx, row, 'share')
        if (held && held.userId !== row.userId) throw new AppError('version_conflict', movedError.message)
        if (held) return returned.commit(tx)
        // The webhook was removed with the trigger, perhaps before it was renewed: what is there now is removed again.
        const { account, values } = returned.taken()
        const isWritten = ({ key, isShared }: StoredValue) =>
          values.some((each) => each.key === key && each.isShared === isShared)
        const others = stored.filter((each) => !isWritten(each))
        await unregistering.beginUnknown(tx, row, registration, { account, values: [...others, ...values] })
      })
      return null
    },
    async forget(row: TriggerRow): Promise<void> {
      await db.tx(async (tx) => {
        await schedules.removeRenewal(tx, row)
        await setRegistration(tx, row, null)
      })
    },
  }
}

const movedError: InvocationError = {
  code: 'version_conflict',
  message: 'The owner of the trigger was changed while its service was called',
}

export type Registering = ReturnType<typeof createRegistering>
