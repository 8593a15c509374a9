import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import { refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { NewId } from '../../../kernel/ids.ts'
import { changedConcurrently, checkIfMatch } from '../../../kernel/preconditions.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { ApiKey, CreateKeyBody, KeyQuery, NewApiKey, RotateKeyBody, UpdateKeyBody } from '../schema.ts'
import {
  findKey,
  insertKey,
  type KeyRow,
  listKeys,
  lockKeysOf,
  revokeKey,
  rotateKey,
  updateKey,
} from '../store/api-key.ts'
import { type IsKeyCapped, readOwnLimits } from './key-limits.ts'
import { newKeyValue } from './key-value.ts'

const maxKeys = 100

export type ApiKeyDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  events: Events
  /** Every permission that some endpoint requires; others would be accepted and never mean anything. */
  knownPermissions(): readonly string[]
  /** Called for every cap that is set or removed, in the same transaction. */
  onMonthlyCap: OnMonthlyCap
  isKeyCapped: IsKeyCapped
}

/** The cap of a key, or with no key that of the project; null credits for none. */
export type OnMonthlyCap = (
  tx: Tx,
  scope: Scope,
  cap: { keyId: string | null; credits: number | null },
) => Promise<void>

/** An API key with the version that `If-Match` is compared with. */
type VersionedKey = ApiKey & { version: number }

export function createApiKeyService({
  db,
  clock,
  newId,
  audit,
  events,
  knownPermissions,
  onMonthlyCap,
  isKeyCapped,
}: ApiKeyDeps) {
  function checkScopes(scopes: readonly string[]) {
    const known = knownPermissions()
    const unknown = scopes.find(
      (scope) => !known.includes(scope) && !known.some((each) => scope === `${each.split(':')[0]}:*`),
    )
    if (unknown === undefined) return
    throw new AppError('invalid_parameter', `${unknown} is not a scope`, {
      details: [
        {
          in: 'body',
          path: '/scopes',
          rule: 'enum',
          message: `must be among ${known.join(', ')}`,
          received: unknown,
        },
      ],
    })
  }

  async function getRow(q: Db | Tx, scope: Scope, id: string): Promise<KeyRow> {
    const row = await findKey(q, scope, id)
    if (!row) throw new AppError('api_key_not_found', 'API key not found')
    return row
  }

  async function createIn(
    tx: Tx,
    scope: Scope,
    body: CreateKeyBody,
    value = newKeyValue(),
  ): Promise<NewApiKey> {
    const { usable } = await lockKeysOf(tx, scope, clock.now())
    if (usable >= maxKeys) {
      throw new AppError('key_limit_reached', `A project can have at most ${maxKeys} active keys`, {
        hint: 'Revoke an unused key.',
      })
    }
    const row = await insertKey(tx, scope, {
      ...body,
      id: newId(),
      accountId: scope.actor.accountId,
      hash: value.hash,
      prefix: value.prefix,
      suffix: value.suffix,
      expiresAt: body.expiresAt ?? null,
      at: clock.now(),
    })
    if (typeof body.monthlyCreditCap === 'number')
      await onMonthlyCap(tx, scope, { keyId: row.id, credits: body.monthlyCreditCap })
    await audit.record(tx, scope, {
      action: 'api_key.created',
      targetType: 'api_key',
      targetId: row.id,
      details: {
        name: row.name,
        role: row.role,
        scopes: row.scopes,
        ...(row.is_operator ? { isOperator: true } : {}),
      },
    })
    return { ...toKey(row, clock.now()), key: value.value }
  }

  return {
    createIn,
    create(scope: Scope, body: CreateKeyBody): Promise<NewApiKey> {
      checkScopes(body.scopes)
      return db.tx(async (tx) => {
        const made = await createIn(tx, scope, body)
        const own = await readOwnLimits(tx, scope, isKeyCapped)
        own.refuseNew({
          scopes: body.scopes,
          allowed_ips: body.allowedIps,
          expires_at: body.expiresAt ?? null,
          is_operator: body.isOperator,
        })
        return made
      })
    },
    async get(scope: Scope, id: string): Promise<VersionedKey> {
      return toKey(await getRow(db, scope, id), clock.now())
    },
    async list(scope: Scope, query: KeyQuery) {
      const found = await listKeys(db, scope, query)
      return { ...found, items: found.items.map((row) => toKey(row, clock.now())) }
    },
    update(
      scope: Scope,
      id: string,
      body: UpdateKeyBody,
      ifMatch: readonly string[] | null,
    ): Promise<VersionedKey> {
      if (body.scopes) checkScopes(body.scopes)
      return db.tx(async (tx) => {
        const { fullAdminIds } = await lockKeysOf(tx, scope, clock.now())
        const row = await getRow(tx, scope, id)
        checkIfMatch(ifMatch, row.version)
        refuseRevoked(row)
        // A last admin key that becomes a member's, scoped, bound to an IP address or short-lived would lock everyone
        // out as surely as revoking it.
        const losesAdmin =
          body.role === 'member' ||
          (body.expiresAt ?? null) !== null ||
          (body.scopes?.length ?? 0) > 0 ||
          (body.allowedIps?.length ?? 0) > 0
        if (losesAdmin) refuseLastAdmin(fullAdminIds, row)
        const role = body.role ?? row.role
        const change = {
          name: body.name ?? row.name,
          role,
          is_operator: row.is_operator && role === 'admin',
          scopes: body.scopes ?? row.scopes,
          allowed_ips: body.allowedIps ?? row.allowed_ips,
          monthly_credit_cap:
            body.monthlyCreditCap === undefined
              ? row.monthly_credit_cap
              : (body.monthlyCreditCap?.toFixed(6) ?? null),
          expires_at: body.expiresAt === undefined ? row.expires_at : body.expiresAt,
        }
        const own = await readOwnLimits(tx, scope, isKeyCapped)
        own.refuseChange(row, change, { was: creditsIn(row), becomes: creditsIn(change) })
        const updated = await updateKey(tx, scope, id, row.version, change, clock.now())
        if (!updated) throw changedConcurrently()
        if (body.monthlyCreditCap !== undefined)
          await onMonthlyCap(tx, scope, { keyId: id, credits: body.monthlyCreditCap })
        await audit.record(tx, scope, {
          action: 'api_key.updated',
          targetType: 'api_key',
          targetId: id,
          details: { name: updated.name, fields: Object.keys(body) },
        })
        return toKey(updated, clock.now())
      })
    },
    rotate(scope: Scope, id: string, { overlapSeconds }: RotateKeyBody): Promise<NewApiKey> {
      return db.tx(async (tx) => {
        await lockKeysOf(tx, scope, clock.now())
        const old = await getRow(tx, scope, id)
        refuseRevoked(old)
        ;(await readOwnLimits(tx, scope, isKeyCapped)).refuseRotation(old)
        const value = newKeyValue()
        const at = clock.now()
        const oldUntil = overlapSeconds === 0 ? null : new Date(at.getTime() + overlapSeconds * 1000)
        const row = await rotateKey(tx, scope, id, value, oldUntil, at)
        await audit.record(tx, scope, {
          action: 'api_key.rotated',
          targetType: 'api_key',
          targetId: id,
          details: { name: row.name, overlapSeconds },
        })
        if (overlapSeconds === 0) await notifyAccessEnded(tx, 'api_key_revoked', id)
        return { ...toKey(row, at), key: value.value }
      })
    },
    revoke(scope: Scope, id: string, ifMatch: readonly string[] | null): Promise<void> {
      return db.tx(async (tx) => {
        const { fullAdminIds } = await lockKeysOf(tx, scope, clock.now())
        const row = await getRow(tx, scope, id)
        checkIfMatch(ifMatch, row.version)
        if (row.revoked_at !== null) return
        if (row.is_operator) refuseTenants(scope, 'An operator key')
        refuseLastAdmin(fullAdminIds, row)
        await revokeKey(tx, scope, id, clock.now())
        await audit.record(tx, scope, {
          action: 'api_key.revoked',
          targetType: 'api_key',
          targetId: id,
          details: { name: row.name },
        })
        await events.publish(tx, scope, {
          type: 'api_key.revoked',
          data: { id, name: row.name, role: row.role },
        })
        await notifyAccessEnded(tx, 'api_key_revoked', id)
      })
    },
  }
}

function refuseRevoked(row: KeyRow) {
  if (row.revoked_at !== null) {
    throw new AppError('invalid_state', 'This API key is revoked', {
      facts: { state: 'revoked' },
      hint: 'Create a new one.',
    })
  }
}

function refuseLastAdmin(fullAdminIds: readonly string[], row: KeyRow) {
  if (fullAdminIds.length === 1 && fullAdminIds[0] === row.id) {
    throw new AppError('last_admin_key', 'This is the last active admin key of the project', {
      hint: 'Create another admin key first.',
    })
  }
}

const creditsIn = ({ monthly_credit_cap: cap }: Pick<KeyRow, 'monthly_credit_cap'>): number | null =>
  cap === null ? null : Number(cap)

function toKey(row: KeyRow, now: Date): VersionedKey {
  const isPast = (time: string | null) => time !== null && new Date(time) <= now
  const isRotating = row.old_hash_until !== null && !isPast(row.old_hash_until)
  const state =
    row.revoked_at !== null
      ? 'revoked'
      : isPast(row.expires_at)
        ? 'expired'
        : isRotating
          ? 'rotating'
          : 'active'
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    suffix: row.suffix,
    role: row.role,
    isOperator: row.is_operator,
    scopes: row.scopes,
    state,
    allowedIps: row.allowed_ips,
    monthlyCreditCap: creditsIn(row),
    expiresAt: row.expires_at,
    oldValueAcceptedUntil: isRotating ? row.old_hash_until : null,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  }
}
