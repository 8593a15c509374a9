import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { idOfName } from '../../../../kernel/ids.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { SubscriptionConfig } from '../../schema/config.ts'
import type { TriggerRow } from '../../schema/trigger.ts'
import { type HookToken, noteToken, releaseCreation, reserveCreation } from '../../store/creation.ts'
import { keyExists } from '../../store/polled-trigger.ts'
import { setRegistration, setUncertain } from '../../store/registration.ts'
import { holdTrigger, type TriggerKey } from '../../store/trigger.ts'
import type { HookSecrets } from '../hooks/secrets.ts'
import { storedScope } from '../owner.ts'
import type { TriggerSchedules } from '../schedule.ts'
import { callTimeoutMs, type ToolkitAccount, type ToolkitCalls } from './calls.ts'
import { isRefusal, type Uncertain } from './uncertain.ts'
import type { Unregistering } from './unregistering.ts'

export type BeginDeps = {
  db: Db
  clock: Clock
  calls: Pick<ToolkitCalls, 'call'>
  hookSecrets: Pick<HookSecrets, 'newToken' | 'urlOf'>
  schedules: TriggerSchedules
  unregistering: Pick<Unregistering, 'beginUnknown'>
  uncertain: Pick<Uncertain, 'record' | 'bury'>
}

/** What a trigger of a toolkit begins with. */
export type Begun = {
  id: string
  token: HookToken | null
  /** Belongs into the transaction that creates the trigger. */
  commit(tx: Tx, row: TriggerRow): Promise<void>
  /** Has what was registered removed at the service, where the trigger does not have it after all. */
  abandon(tx: Tx): Promise<void>
}

// Longer than two calls of a service, of which the second has a renewed token.
const reservedMs = 3 * callTimeoutMs

/** The id follows from the key, so that two requests that create the same trigger note from where on events are new once. */
function idOf({ projectId, userId, slug, name, workflowId, connectedAccountId }: TriggerKey): string {
  const namespace = Buffer.from(projectId.replaceAll('-', ''), 'hex')
  return idOfName(namespace, JSON.stringify([userId, slug, name, workflowId, connectedAccountId]))
}

/**
 * Before a trigger of a toolkit is created, its service is called: the toolkit notes from where on events are new, or
 * registers our URL. A service that refuses leaves nothing behind.
 */
export function createBegin(deps: BeginDeps) {
  const { db, clock, calls, hookSecrets, schedules, unregistering, uncertain } = deps
  return {
    /** While one request creates the trigger of a key another is refused: the service would have two registrations. */
    async exclusively<T>(key: TriggerKey, create: (left: HookToken | null) => Promise<T>): Promise<T> {
      const ref = { projectId: key.projectId, id: idOf(key) }
      const now = clock.now()
      const until = new Date(now.getTime() + reservedMs)
      const reserved = await reserveCreation(db, ref, { slug: key.slug, now, until })
      if (!reserved)
        throw new AppError('version_conflict', 'The trigger is being created by another request', {
          hint: 'Send the request again when that has ended.',
        })
      try {
        return await create(reserved.left)
      } finally {
        await releaseCreation(db, ref)
      }
    },
    async begin(
      scope: Scope,
      account: ToolkitAccount,
      key: TriggerKey,
      config: SubscriptionConfig,
      /** The URL of an attempt that has left no result: the service may have it already, and is given no second one. */
      left: HookToken | null = null,
    ): Promise<Begun> {
      const { projectId } = key
      const id = idOf(key)
      if (await keyExists(db, key))
        return { id, token: null, commit: async () => undefined, abandon: async () => undefined }
      const isHook = account.trigger.kind === 'webhook'
      const token = isHook ? (left ?? hookSecrets.newToken({ projectId, id })) : null
      if (token) await noteToken(db, { projectId, id }, token)
      const webhookUrl = token && hookSecrets.urlOf({ projectId, id, token: token.token })
      const returned = await calls.call(scope, account, {
        hook: 'onEnable',
        place: id,
        arguments: config.arguments,
        signal: AbortSignal.timeout(callTimeoutMs),
        ...(webhookUrl === null ? {} : { webhookUrl }),
      })
      if (!('commit' in returned) && token && (left || !isRefusal(returned)))
        await db.tx((tx) => uncertain.bury(tx, scope, { id, slug: key.slug }, token.tokenHash))
      if (!('commit' in returned))
        throw new AppError('upstream_error', `The trigger could not be created: ${returned.message}`, {
          hint: 'Check the account and the arguments.',
        })
      const registration = { arguments: config.arguments }
      return {
        id,
        token,
        async commit(tx, row) {
          await returned.commit(tx)
          if (token === null) return
          await setRegistration(tx, row, registration)
          await releaseCreation(tx, row)
          await schedules.putRenewal(tx, row, account.trigger.renewCron)
          if (left === null) return
          await setUncertain(tx, row, clock.now())
          await uncertain.record(tx, scope, row)
        },
        async abandon(tx) {
          if (token === null) return
          // A commit whose outcome did not arrive may have created it.
          const held = await holdTrigger(tx, { projectId, id }, 'share')
          if (held?.token === token.token) return
          const registered = {
            ...key,
            id,
            scope: storedScope(scope, scope.externalUser),
            token: token.token,
          }
          await unregistering.beginUnknown(tx, registered, registration, returned.taken())
        },
      }
    },
  }
}

export type Begin = ReturnType<typeof createBegin>
