import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { EventTypes } from '../../../kernel/events/event-types.ts'
import type { NewId } from '../../../kernel/ids.ts'
import type { Outbound } from '../../../kernel/net/outbound.ts'
import { checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { CreateWebhookBody, NewWebhook, UpdateWebhookBody, Webhook, WebhookQuery } from '../schema.ts'
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from '../store/webhook.ts'
import { checkEventTypes } from './event-selection.ts'
import { newSecret, type SecretBox } from './secret.ts'

const maxWebhooks = 50
const oldSecretHonouredMs = 24 * 60 * 60 * 1000

export type WebhookDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  outbound: Outbound
  secrets: SecretBox
  eventTypes: EventTypes
}

const notFound = () => new AppError('webhook_not_found', 'Webhook not found')

export async function getWebhook(q: Queryable, scope: Scope, id: string): Promise<WebhookRow> {
  const row = await findWebhook(q, scope, id)
  if (!row) throw notFound()
  return row
}

export function createWebhookService(deps: WebhookDeps) {
  const { db, clock, newId, audit, outbound, secrets, eventTypes: types } = deps
  const record = (
    tx: Parameters<Audit['record']>[0],
    scope: Scope,
    { id, url }: Pick<WebhookRow, 'id' | 'url'>,
    what: 'created' | 'updated' | 'secret_rotated' | 'deleted',
    fields?: string[],
  ) =>
    audit.record(tx, scope, {
      action: `webhook.${what}`,
      targetType: 'webhook',
      targetId: id,
      // Paths and queries of webhooks are often secret.
      details: { name: new URL(url).host, ...(fields ? { fields } : {}) },
    })
  const show = (row: WebhookRow) => toWebhook(row, clock.now())

  return {
    get: async (scope: Scope, id: string): Promise<Webhook> => show(await getWebhook(db, scope, id)),
    async list(scope: Scope, query: WebhookQuery) {
      const found = await listWebhooks(db, scope, query)
      return { ...found, items: found.items.map(show) }
    },
    async create(scope: Scope, body: CreateWebhookBody): Promise<NewWebhook> {
      const eventTypes = checkEventTypes(types, body.eventTypes)
      await outbound.check(body.url)
      const [id, secret] = [newId(), newSecret()]
      return db.tx(async (tx) => {
        if ((await countWebhooks(tx, scope)) >= maxWebhooks) {
          throw new AppError('webhook_limit_reached', `A project can have ${maxWebhooks} webhooks`, {
            hint: 'Delete an unused one, or add event types to an existing one.',
          })
        }
        const row = await insertWebhook(
          tx,
          scope,
          {
            id,
            url: body.url,
            description: body.description,
            event_types: eventTypes,
            is_active: body.isActive,
            secret: secrets.seal(scope.projectId, id, secret),
          },
          clock.now(),
        )
        await record(tx, scope, row, 'created')
        return { ...show(row), secret }
      })
    },
    async update(
      scope: Scope,
      id: string,
      body: UpdateWebhookBody,
      ifMatch: readonly string[] | null,
    ): Promise<Webhook> {
      const eventTypes = body.eventTypes && checkEventTypes(types, body.eventTypes)
      // Looked up first: a foreign id must not reveal whether a URL is reachable.
      await getWebhook(db, scope, id)
      if (body.url !== undefined) await outbound.check(body.url)
      return db.tx(async (tx) => {
        const row = await lockWebhook(tx, scope, id)
        if (!row) throw notFound()
        checkIfMatch(ifMatch, row.version)
        // Switching it on gives it a new chance; switching it off takes nothing away of what is known about it.
        const isSwitchedOn = body.isActive === true && !row.is_active
        const change = {
          url: body.url ?? row.url,
          description: body.description === undefined ? row.description : body.description,
          event_types: eventTypes ?? row.event_types,
          is_active: body.isActive ?? row.is_active,
          disabled_reason: isSwitchedOn ? null : row.disabled_reason,
          consecutive_failures: isSwitchedOn ? 0 : row.consecutive_failures,
          failing_since: isSwitchedOn ? null : row.failing_since,
        }
        const updated = await updateWebhook(tx, scope, id, change, clock.now())
        await record(tx, scope, updated, 'updated', Object.keys(body))
        return show(updated)
      })
    },
    rotateSecret(scope: Scope, id: string): Promise<NewWebhook> {
      return db.tx(async (tx) => {
        if (!(await lockWebhook(tx, scope, id))) throw notFound()
        const secret = newSecret()
        const at = clock.now()
        const sealed = secrets.seal(scope.projectId, id, secret)
        const oldUntil = new Date(at.getTime() + oldSecretHonouredMs)
        const row = await replaceSecret(tx, scope, id, sealed, oldUntil, at)
        await record(tx, scope, row, 'secret_rotated')
        return { ...show(row), secret }
      })
    },
    remove(scope: Scope, id: string, ifMatch: readonly string[] | null): Promise<void> {
      return db.tx(async (tx) => {
        const row = await lockWebhook(tx, scope, id)
        if (!row) throw notFound()
        checkIfMatch(ifMatch, row.version)
        await deleteWebhook(tx, scope, id)
        await record(tx, scope, row, 'deleted')
      })
    },
  }
}

const toWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  isActive: row.is_active,
  disabledReason: row.disabled_reason,
  oldSecretAcceptedUntil:
    row.old_secret_until !== null && new Date(row.old_secret_until) > now ? row.old_secret_until : null,
  lastDeliveryAt: row.last_delivery_at,
  lastStatus: row.last_status,
  lastStatusCode: row.last_status_code,
  consecutiveFailures: row.consecutive_failures,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
