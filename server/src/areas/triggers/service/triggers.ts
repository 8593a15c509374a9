import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import { refuseUnpermitted } from '../../../kernel/http/auth/authorize.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Workflows } from '../../workflows/index.ts'
import type { CronConfig, SharedConfig } from '../schema/config.ts'
import type { RotateBody, TriggerDetail, TriggerRow, UpdateBody, UpsertBody } from '../schema/trigger.ts'
import {
  accountExists,
  countOfWorkflow,
  countTriggers,
  deleteTrigger,
  insertTrigger,
  lockByKey,
  lockTrigger,
  type TriggerKey,
  updateTrigger,
} from '../store/trigger.ts'
import { checkedConfig, typeOf } from './config.ts'
import type { HookSecrets } from './hooks/secrets.ts'
import { ownerScope, storedScope } from './owner.ts'
import { limitReached, triggerNotFound } from './refusals.ts'
import type { TriggerSchedules } from './schedule.ts'
import type { Switching } from './switching.ts'
import type { Views } from './views.ts'

// So many schedules are a few milliseconds of work per minute.
const maxPerProject = 10_000

export type IfMatch = readonly string[] | null

export type TriggerServiceDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  eventTypes: EventTypes
  externalUsers: Pick<ExternalUsers, 'hold'>
  workflows: Pick<Workflows, 'triggered'>
  schedules: TriggerSchedules
  switching: Switching
  hookSecrets: HookSecrets
  views: Views
}

/** Triggers as their owners see them: what starts what, and when. */
export function createTriggerService(deps: TriggerServiceDeps) {
  const { db, clock, newId, audit, eventTypes, externalUsers, schedules, switching, hookSecrets, views } =
    deps
  const { triggered } = deps.workflows

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

  function versionOf(text: string | null | undefined): number | null {
    if (text === null || text === undefined) return null
    const number = triggered.versionNumber(text)
    if (number !== null) return number
    throw new AppError('invalid_parameter', 'version must be a version such as 1.0.3', {
      details: [{ in: 'body', path: '/version', rule: 'format', message: 'must be a version such as 1.0.3' }],
    })
  }

  function checked(scope: Scope, slug: string, config: Record<string, unknown>): SharedConfig {
    const valid = checkedConfig(typeOf(slug), config, eventTypes)
    if (slug === 'event') refuseUnpermitted(scope.permissions, 'events:read')
    return valid
  }

  /** What the body names exists for the owner, or the request is refused as if it did not exist. */
  async function checkReferences(
    owner: Scope,
    { workflowId, connectedAccountId }: UpsertBody,
  ): Promise<void> {
    if (workflowId !== undefined) await triggered.find(owner, workflowId)
    if (connectedAccountId !== undefined && !(await accountExists(db, owner, connectedAccountId)))
      throw new AppError('connected_account_not_found', 'Connected account not found')
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

  async function write(tx: Tx, owner: Scope, row: TriggerRow): Promise<void> {
    if (row.workflowId !== null) await triggered.list(tx, owner, row.workflowId, row.id, entryOf(row))
    await schedules.put(tx, owner, row)
  }

  const newRow = (key: TriggerKey, scope: Scope): TriggerRow => {
    const at = clock.now().toISOString()
    return {
      ...key,
      id: newId(),
      scope: storedScope(scope, scope.externalUser),
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
      revision: 0,
      createdAt: at,
      updatedAt: at,
    }
  }

  async function insert(tx: Tx, row: TriggerRow): Promise<void> {
    if (row.slug !== 'webhook') return insertTrigger(tx, row, null)
    const { token, tokenHash } = hookSecrets.newToken(row)
    await insertTrigger(tx, { ...row, token }, tokenHash)
  }

  async function lock(tx: Tx, scope: Scope, id: string): Promise<TriggerRow> {
    const row = isUuid(id) ? await lockTrigger(tx, scope, id.toLowerCase()) : null
    if (!row) throw triggerNotFound()
    return row
  }

  return {
    async upsert(scope: Scope, slug: string, body: UpsertBody): Promise<TriggerDetail> {
      const config = checked(scope, slug, body.triggerConfig)
      const owner = { ...scope, acrossUsers: false }
      await checkReferences(owner, body)
      const { name, workflowId = null, connectedAccountId = null } = body
      const key = {
        projectId: scope.projectId,
        userId: owner.externalUser.id,
        slug,
        name,
        workflowId,
        connectedAccountId,
      }
      const workflowVersion = versionOf(body.version)
      const { id, secret } = await db.tx(async (tx) => {
        await externalUsers.hold(tx, scope)
        const existing = await lockOrReserve(tx, scope, key)
        const was = existing ?? newRow(key, scope)
        const { row, shown } = hookSecrets.configured(was, {
          ...was,
          config,
          workflowVersion,
          scope: storedScope(scope, scope.externalUser),
          revision: was.revision + 1,
          updatedAt: clock.now().toISOString(),
        })
        await (existing ? updateTrigger(tx, row) : insert(tx, row))
        await write(tx, owner, row)
        await record(tx, scope, row, existing ? 'updated' : 'created')
        return { id: row.id, secret: shown }
      })
      return withSecret(await views.get(scope, id), secret)
    },
    /** Keeps everything that is not named, the schedule included. */
    async update(scope: Scope, id: string, body: UpdateBody, ifMatch: IfMatch): Promise<TriggerDetail> {
      const secret = await db.tx(async (tx) => {
        const was = await lock(tx, scope, id)
        checkIfMatch(ifMatch, was.revision)
        const config = checked(scope, was.slug, { ...was.config, ...body.triggerConfig })
        const { row, shown } = hookSecrets.configured(was, {
          ...was,
          name: body.name ?? was.name,
          config,
          workflowVersion: body.version === undefined ? was.workflowVersion : versionOf(body.version),
          scope: storedScope(scope, { id: was.userId, name: was.scope.username }),
          revision: was.revision + 1,
          updatedAt: clock.now().toISOString(),
        })
        if (row.name !== was.name && (await lockByKey(tx, row)))
          throw new AppError('name_conflict', 'There is a trigger of that name for the workflow')
        await updateTrigger(tx, row)
        await write(tx, ownerScope(row), row)
        await record(tx, scope, row, 'updated')
        return shown
      })
      return withSecret(await views.get(scope, id), secret)
    },
    async setEnabled(scope: Scope, id: string, enabled: boolean | undefined): Promise<TriggerDetail> {
      await db.tx(async (tx) => {
        const row = await lock(tx, scope, id)
        const isActive = row.status === 'active'
        if (enabled === isActive) return
        await (isActive ? switching.disable(tx, scope, row, 'by_user') : switching.enable(tx, scope, row))
      })
      return views.get(scope, id)
    },
    /** The old secret is accepted for a while, so that no event is lost meanwhile. */
    async rotateSecret(
      scope: Scope,
      id: string,
      { secret, overlapHours }: RotateBody,
    ): Promise<TriggerDetail> {
      const shown = await db.tx(async (tx) => {
        const was = await lock(tx, scope, id)
        const rotated = hookSecrets.rotated(was, secret, overlapHours)
        const row = { ...rotated.row, revision: was.revision + 1, updatedAt: clock.now().toISOString() }
        await updateTrigger(tx, row)
        await record(tx, scope, row, 'secret_rotated')
        return rotated.shown
      })
      return withSecret(await views.get(scope, id), shown)
    },
    async remove(scope: Scope, id: string, ifMatch: IfMatch): Promise<{ triggerId: string }> {
      return db.tx(async (tx) => {
        const row = await lock(tx, scope, id)
        checkIfMatch(ifMatch, row.revision)
        const owner = ownerScope(row)
        if (row.workflowId !== null) await triggered.list(tx, owner, row.workflowId, row.id, null)
        await schedules.remove(tx, owner, row.id)
        await deleteTrigger(tx, row)
        await record(tx, scope, row, 'deleted')
        return { triggerId: row.id }
      })
    },
  }
}

export type TriggerService = ReturnType<typeof createTriggerService>

const withSecret = (trigger: TriggerDetail, secret: string | null): TriggerDetail =>
  secret === null ? trigger : { ...trigger, webhookSecret: secret }

/** How the workflow lists it. */
function entryOf({ slug, config }: TriggerRow) {
  if (slug !== 'cron') return { kind: 'trigger_tool' as const, toolSlug: slug }
  const { expression, timezone } = config as CronConfig
  return { kind: 'cron' as const, expression, timezone }
}
