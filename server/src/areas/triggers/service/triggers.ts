import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { whenTaken } from '../../../kernel/db/rows/unique-violation.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid } from '../../../kernel/ids.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ExternalUsers } from '../../external-users/index.ts'
import type { Workflows } from '../../workflows/index.ts'
import type { SubscriptionConfig } from '../schema/config.ts'
import type { RotateBody, TriggerDetail, TriggerRow, UpdateBody, UpsertBody } from '../schema/trigger.ts'
import { accountExists, holdAccount } from '../store/account.ts'
import type { HookToken } from '../store/creation.ts'
import { lockByKey, lockTrigger, updateTrigger } from '../store/trigger.ts'
import { builtInType } from './config.ts'
import { entryOf } from './entries.ts'
import type { HookSecrets } from './hooks/secrets.ts'
import { ownerScope } from './owner.ts'
import { triggerNotFound } from './refusals.ts'
import type { Switching } from './switching.ts'
import type { Begin } from './toolkits/begin.ts'
import type { ToolkitCalls } from './toolkits/calls.ts'
import type { Views } from './views.ts'
import type { Writing } from './writing.ts'

export type IfMatch = readonly string[] | null

export type TriggerServiceDeps = {
  db: Db
  clock: Clock
  externalUsers: Pick<ExternalUsers, 'hold'>
  workflows: Pick<Workflows, 'triggered'>
  writing: Writing
  calls: Pick<ToolkitCalls, 'account'>
  creation: Begin
  switching: Switching
  hookSecrets: HookSecrets
  views: Views
}

/** Triggers as their owners see them: what starts what, and when. */
export function createTriggerService(deps: TriggerServiceDeps) {
  const { db, clock, externalUsers, writing, calls, switching, hookSecrets, views } = deps
  const { triggered } = deps.workflows
  const { begin, exclusively } = deps.creation

  function versionOf(text: string | null | undefined): number | null {
    if (text === null || text === undefined) return null
    const number = triggered.versionNumber(text)
    if (number !== null) return number
    throw new AppError('invalid_parameter', 'version must be a version such as 1.0.3', {
      details: [{ in: 'body', path: '/version', rule: 'format', message: 'must be a version such as 1.0.3' }],
    })
  }

  /** What the body names exists for the owner, or the request is refused as if it did not exist. */
  async function checkReferences(
    owner: Scope,
    { workflowId, connectedAccountId }: UpsertBody,
  ): Promise<void> {
    if (workflowId !== undefined) await triggered.find(owner, workflowId)
    if (connectedAccountId !== undefined && !(await accountExists(db, owner, connectedAccountId)))
      throw accountNotFound()
  }

  /** Among the triggers of its workflow. */
  async function list(tx: Tx, row: TriggerRow): Promise<void> {
    if (row.workflowId !== null)
      await triggered.list(tx, ownerScope(row), row.workflowId, row.id, entryOf(row))
  }

  async function lock(tx: Tx, scope: Scope, id: string): Promise<TriggerRow> {
    const row = isUuid(id) ? await lockTrigger(tx, scope, id.toLowerCase()) : null
    if (!row) throw triggerNotFound()
    return row
  }

  return {
    async upsert(scope: Scope, slug: string, body: UpsertBody): Promise<TriggerDetail> {
      const config = await writing.checked(scope, slug, body.triggerConfig)
      const owner = { ...scope, acrossUsers: false }
      await checkReferences(owner, body)
      const { name, workflowId = null } = body
      const { projectId, externalUser } = scope
      const requested = body.connectedAccountId ?? null
      const account = builtInType(slug) === null ? await calls.account(owner, slug, requested) : null
      const connectedAccountId = account ? account.connectedAccountId : requested
      const key = { projectId, userId: externalUser.id, slug, name, workflowId, connectedAccountId }
      const fields = { config, workflowVersion: versionOf(body.version) }
      const write = async (left: HookToken | null = null) => {
        const begun = account
          ? await begin(owner, account, key, config as SubscriptionConfig, left)
          : undefined
        const create = async (tx: Tx) => {
          await externalUsers.hold(tx, scope)
          if (!(await holdAccount(tx, key))) throw accountNotFound()
          const written = await writing.upsert(tx, scope, externalUser, key, fields, begun)
          await (written.isNew ? begun?.commit(tx, written.row) : begun?.abandon(tx))
          await list(tx, written.row)
          return written
        }
        return db.tx(create).catch(async (error: unknown) => {
          if (begun) await db.tx(begun.abandon)
          return whenTaken('trigger_instance_key', nameTaken)(error)
        })
      }
      const isHook = account?.trigger.kind === 'webhook'
      const { row, secret } = isHook ? await exclusively(key, write) : await write()
      return withSecret(await views.get(scope, row.id), secret)
    },
    /** Keeps everything that is not named, the schedule included. */
    async update(scope: Scope, id: string, body: UpdateBody, ifMatch: IfMatch): Promise<TriggerDetail> {
      const change = db.tx(async (tx) => {
        const was = await lock(tx, scope, id)
        checkIfMatch(ifMatch, was.revision)
        const config = await writing.checked(scope, was.slug, patched(was.config, body.triggerConfig))
        const { name = was.name } = body
        if (name !== was.name && (await lockByKey(tx, { ...was, name }))) throw nameTaken()
        const workflowVersion = body.version === undefined ? was.workflowVersion : versionOf(body.version)
        const written = await writing.update(tx, scope, was, { config, name, workflowVersion })
        await list(tx, written.row)
        return written.secret
      })
      const secret = await change.catch(whenTaken('trigger_instance_key', nameTaken))
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
        await writing.record(tx, scope, row, 'secret_rotated')
        return rotated.shown
      })
      return withSecret(await views.get(scope, id), shown)
    },
    async remove(scope: Scope, id: string, ifMatch: IfMatch): Promise<{ triggerId: string }> {
      return db.tx(async (tx) => {
        const row = await lock(tx, scope, id)
        checkIfMatch(ifMatch, row.revision)
        if (row.workflowId !== null) await triggered.list(tx, ownerScope(row), row.workflowId, row.id, null)
        await writing.remove(tx, scope, row)
        return { triggerId: row.id }
      })
    },
  }
}

export type TriggerService = ReturnType<typeof createTriggerService>

/** As in a JSON merge patch: fields that are null are removed. */
const patched = (config: object, changes: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...config, ...changes }).filter(([, value]) => value !== null))

const nameTaken = () => new AppError('name_conflict', 'There is a trigger of that name for the workflow')

const accountNotFound = () => new AppError('connected_account_not_found', 'Connected account not found')

const withSecret = (trigger: TriggerDetail, secret: string | null): TriggerDetail =>
  secret === null ? trigger : { ...trigger, webhookSecret: secret }
