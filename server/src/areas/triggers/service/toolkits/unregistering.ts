import type { Clock } from '../../../../kernel/clock.ts'
import type { Db, Tx } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import { systemScope } from '../../../../kernel/scope.ts'
import type { Sealer } from '../../../../kernel/secrets/seal.ts'
import type { Connections } from '../../../connections/index.ts'
import type { Pieces } from '../../../pieces/index.ts'
import type { Credentials, Toolkits } from '../../../toolkits/index.ts'
import type { InvocationError } from '../../schema/invocation.ts'
import type { Registration, TriggerRow } from '../../schema/trigger.ts'
import { insertDeadHook } from '../../store/dead-hook.ts'
import { setRegistration } from '../../store/registration.ts'
import { insertUnregistration, type UnregistrationRow } from '../../store/unregistration.ts'
import type { HookSecrets } from '../hooks/secrets.ts'
import { ownerScope } from '../owner.ts'
import { typeNotFound } from '../refusals.ts'
import type { TriggerSchedules } from '../schedule.ts'
import type { ToolkitTrigger, TriggerTypes } from '../types.ts'
import type { Taken, ToolkitCalls } from './calls.ts'

export const unregisterKind = 'trigger.unregister'
export type UnregisterInput = { id: string }
export type RemovalError = InvocationError & { upstreamStatus?: number }

/** A trigger as the service knows it, whether it is stored or not. */
export type Registered = Pick<
  TriggerRow,
  'projectId' | 'id' | 'userId' | 'scope' | 'slug' | 'connectedAccountId' | 'token'
>

/** Everything that the call of the service needs. */
type Kept = Taken & {
  owner: Pick<TriggerRow, 'projectId' | 'id' | 'userId' | 'scope'>
  registration: Registration
  webhookUrl: string | null
}

export type UnregisteringDeps = {
  db: Db
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'enqueue'>
  sealer: Sealer
  connections: Pick<Connections, 'copyIn' | 'credentialsOf'>
  pieces: Pick<Pieces, 'valuesOf' | 'forgetPlace'>
  toolkits: Pick<Toolkits, 'get'>
  types: TriggerTypes
  calls: Pick<ToolkitCalls, 'account' | 'call'>
  hookSecrets: Pick<HookSecrets, 'urlOf' | 'hashOf'>
  schedules: TriggerSchedules
}

/**
 * Removes webhooks at services whose trigger is deleted, or whose account or owner is, in the same transaction. What the
 * call needs is taken along, sealed, and the run belongs to the project: neither is erased with the user.
 */
export function createUnregistering(deps: UnregisteringDeps) {
  const {
    db,
    clock,
    newId,
    runs,
    sealer,
    connections,
    pieces,
    toolkits,
    types,
    calls,
    hookSecrets,
    schedules,
  } = deps
  const contextOf = (projectId: string, rowId: string) => ({
    projectId,
    purpose: 'trigger-unregistration',
    rowId,
  })

  /** The account itself, whose tokens can be renewed, as long as it is there; then what was taken along. */
  async function credentialsFor(
    { owner, account }: Kept,
    slug: string,
    trigger: ToolkitTrigger,
  ): Promise<Credentials | null> {
    if (account === null) return null
    const scope = ownerScope(owner)
    try {
      return (await calls.account(scope, slug, account.connectedAccountId)).credentials
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const toolkit = await toolkits.get(db, systemScope(owner.projectId), trigger.tool.toolkitSlug)
      return connections.credentialsOf(toolkit, account)
    }
  }

  /** Stores what the call of the service needs. */
  async function store(tx: Tx, row: Registered, registration: Registration, taken: Taken): Promise<string> {
    const { projectId, userId, scope, slug, connectedAccountId } = row
    const owner = { projectId, id: row.id, userId, scope }
    const kept: Kept = { ...taken, owner, registration, webhookUrl: hookSecrets.urlOf(row) }
    // What the service sends until then, or forever where it cannot be removed, is refused for good.
    const tokenHash = hookSecrets.hashOf(row)
    if (tokenHash !== null) await insertDeadHook(tx, projectId, tokenHash, clock.now())
    const id = newId()
    const sealed = sealer.seal(contextOf(projectId, id), JSON.stringify(kept))
    await insertUnregistration(
      tx,
      row,
      { id, triggerId: row.id, connectedAccountId, slug, sealed },
      clock.now(),
    )
    return id
  }

  /** The service is called by a run of the project. */
  async function enqueue(tx: Tx, row: Registered, registration: Registration, taken: Taken): Promise<void> {
    const input: UnregisterInput = { id: await store(tx, row, registration, taken) }
    await runs.enqueue(tx, systemScope(row.projectId), { kind: unregisterKind, input })
  }

  const takenOf = async (tx: Tx, row: TriggerRow): Promise<Taken> => ({
    account:
      row.connectedAccountId === null
        ? null
        : await connections.copyIn(tx, ownerScope(row), row.connectedAccountId),
    values: await pieces.valuesOf(tx, ownerScope(row), row.id),
  })

  return {
    /** For a webhook of which no trigger knows: its trigger, owner or account was deleted while it was registered. */
    beginUnknown: enqueue,
    /** From here on the trigger has nothing registered. */
    async begin(tx: Tx, row: TriggerRow): Promise<void> {
      const { registration } = row
      if (registration === null) return
      const scope = ownerScope(row)
      await enqueue(tx, row, registration, await takenOf(tx, row))
      await setRegistration(tx, row, null)
      await schedules.removeRenewal(tx, row)
      await pieces.forgetPlace(tx, scope, row.id)
    },
    /** For a project that is deleted: without a run, which would be erased before its turn. */
    async setAside(tx: Tx, row: TriggerRow): Promise<void> {
      if (row.registration === null) return
      await store(tx, row, row.registration, await takenOf(tx, row))
      await setRegistration(tx, row, null)
    },
    /** Null, or why it could not. */
    async perform(
      projectId: string,
      { id, slug, sealed }: UnregistrationRow,
      signal: AbortSignal,
    ): Promise<RemovalError | null> {
      const kept = JSON.parse(sealer.openText(contextOf(projectId, id), sealed)) as Kept
      try {
        const trigger = await types.findOfToolkit(slug)
        if (!trigger) throw typeNotFound(slug)
        const credentials = await credentialsFor(kept, slug, trigger)
        const account = { trigger, credentials, connectedAccountId: null }
        const returned = await calls.call(ownerScope(kept.owner), account, {
          hook: 'onDisable',
          place: kept.owner.id,
          arguments: kept.registration.arguments,
          values: kept.values,
          signal,
          ...(kept.webhookUrl === null ? {} : { webhookUrl: kept.webhookUrl }),
        })
        return 'commit' in returned ? null : returned
      } catch (error) {
        if (error instanceof AppError) return { code: error.code, message: error.message }
        throw error
      }
    },
  }
}

export type Unregistering = ReturnType<typeof createUnregistering>
