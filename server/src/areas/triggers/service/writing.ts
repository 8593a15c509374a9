import type { Clock } from '../../../kernel/clock.ts'
import type { Tx } from '../../../kernel/db/db.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { Pieces } from '../../pieces/index.ts'
import type { EventConfig, SharedConfig } from '../schema/config.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import type { HookToken } from '../store/creation.ts'
import {
  countOfWorkflow,
  countTriggers,
  deleteTrigger,
  insertTrigger,
  lockByKey,
  type TriggerKey,
  updateTrigger,
} from '../store/trigger.ts'
import { builtInType, checkedConfig, isSubscription } from './config.ts'
import type { HookSecrets } from './hooks/secrets.ts'
import { ownerScope, storedScope } from './owner.ts'
import { limitReached } from './refusals.ts'
import type { TriggerSchedules } from './schedule.ts'
import type { ToolkitConfig } from './toolkits/config.ts'
import { isRegistered, type RequestRegistration } from './toolkits/registering.ts'
import type { Unregistering } from './toolkits/unregistering.ts'

// So many schedules are a few milliseconds of work per minute.
const maxPerProject = 10_000

export type WritingDeps = {
  clock: Clock
  newId: NewId
  audit: Audit
  eventTypes: EventTypes
  schedules: TriggerSchedules
  hookSecrets: HookSecrets
  toolkitConfig: ToolkitConfig
  requestRegistration: RequestRegistration
  unregistering: Pick<Unregistering, 'begin'>
  pieces: Pick<Pieces, 'forgetPlace'>
}

export type TriggerFields = Partial<Pick<TriggerRow, 'name' | 'workflowVersion'>> & { config: SharedConfig }
/** A row as it was written; the secret where one was generated. */
export type Written = { row: TriggerRow; secret: string | null }

/** Writes triggers with their schedules and secrets, in the transaction of the caller. */
export function createWriting(deps: WritingDeps) {
  const {
    clock,
    newId,
    audit,
    eventTypes,
    schedules,
    hookSecrets,
    toolkitConfig,
    pieces,
    requestRegistration,
    unregistering,
  } = deps
  const record = (
    tx: Tx,
    scope: Scope,
    row: TriggerRow,
    what: 'created' | 'updated' | 'secret_rotated' | 'deleted',
  ) =>
    audit.record(tx, scope, {
      action: `trigger.${what}`,
      targetType: 'trigger',
      targetId: row.id,
      details: { slug: row.slug, name: row.name, workflowId: row.workflowId },
    })

  async function checked(scope: Scope, slug: string, config: Record<string, unknown>): Promise<SharedConfig> {
    const type = builtInType(slug)
    if (type === null) return toolkitConfig(scope, slug, config)
    const valid = checkedConfig(type, config, eventTypes)
    if (slug === 'event') {
      refuseUnpermitted(scope.permissions, 'events:read')
      // Their executions are given the documents.
      const types = eventTypes.select((valid as EventConfig).eventTypes)
      if (types.some((type) => type.startsWith('table.'))) refuseUnpermitted(scope.permissions, 'table:read')
    }
    return valid
  }

  /** Null where there is none: then no other request adds it until the transaction ends. */
  async function lockOrReserve(tx: Tx, scope: Scope, key: TriggerKey): Promise<TriggerRow | null> {
    const existing = await lockByKey(tx, key)
    if (existing) return existing
    const total = await countTriggers(tx, scope)
    const added = await lockByKey(tx, key)
    if (added) return added
    if (total >= maxPerProject)
      throw limitReached(
        `A project has at most ${maxPerProject} triggers`,
        'Delete triggers that are not needed.',
      )
    if (key.slug === 'cron' && key.workflowId !== null && (await countOfWorkflow(tx, key)) > 0)
      throw limitReached(
        'The workflow has a cron trigger already',
        'Change that one, or upsert it by its name.',
      )
    return null
  }

  const newRow = (key: TriggerKey, scope: TriggerRow['scope'], id: string): TriggerRow => {
    const at = clock.now().toISOString()
    return {
      ...key,
      id,
      scope,
      workflowVersion: null,
      config: {},
      generation: 1,
      status: 'active',
      statusReason: null,
      lastSuccessAt: null,
      consecutiveFailures: 0,
      token: null,
      secret: null,
      oldSecret: null,
      oldSecretUntil: null,
      registration: null,
      revision: 0,
      pauseCount: 0,
      registrationUncertainAt: null,
      createdAt: at,
      updatedAt: at,
    }
  }

  async function insert(tx: Tx, row: TriggerRow, given: HookToken | null): Promise<TriggerRow> {
    const { token, tokenHash } = given ?? (row.slug === 'webhook' ? hookSecrets.newToken(row) : noToken)
    const inserted = { ...row, token }
    await insertTrigger(tx, inserted, tokenHash)
    return inserted
  }

  async function update(tx: Tx, row: TriggerRow): Promise<TriggerRow> {
    await updateTrigger(tx, row)
    if (isSubscription(row) && !isRegistered(row)) await requestRegistration(tx, row)
    return row
  }

  /** `was` with the fields, whether it exists or not. Its executions act with the rights of the caller from then on. */
  async function write(
    tx: Tx,
    scope: Scope,
    was: TriggerRow,
    fields: TriggerFields,
    created: { token: HookToken | null } | null,
  ): Promise<Written> {
    const { row: next, shown } = hookSecrets.configured(was, {
      ...was,
      ...fields,
      scope: storedScope(scope, { id: was.userId, name: was.scope.username }),
      revision: was.revision + 1,
      updatedAt: clock.now().toISOString(),
    })
    const row = created ? await insert(tx, next, created.token) : await update(tx, next)
    await schedules.put(tx, ownerScope(row), row)
    await record(tx, scope, row, created ? 'created' : 'updated')
    return { row, secret: shown }
  }

  return {
    checked,
    record,
    update: (tx: Tx, scope: Scope, was: TriggerRow, fields: TriggerFields): Promise<Written> =>
      write(tx, scope, was, fields, null),
    /** Changes the trigger of the key, or creates it for the owner. */
    async upsert(
      tx: Tx,
      scope: Scope,
      owner: Scope['externalUser'],
      key: TriggerKey,
      fields: TriggerFields,
      { id, token }: { id: string; token: HookToken | null } = { id: newId(), token: null },
    ): Promise<Written & { isNew: boolean }> {
      const existing = await lockOrReserve(tx, scope, key)
      const was = existing ?? newRow(key, storedScope(scope, owner), id)
      const isNew = existing === null
      return { ...(await write(tx, scope, was, fields, isNew ? { token } : null)), isNew }
    },
    async remove(tx: Tx, scope: Scope, row: TriggerRow): Promise<void> {
      await schedules.remove(tx, ownerScope(row), row.id)
      await unregistering.begin(tx, row)
      await deleteTrigger(tx, row)
      if (builtInType(row.slug) === null) await pieces.forgetPlace(tx, ownerScope(row), row.id)
      await record(tx, scope, row, 'deleted')
    },
  }
}

const noToken = { token: null, tokenHash: null }

export type Writing = ReturnType<typeof createWriting>
