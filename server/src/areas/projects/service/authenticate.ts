import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { createSharedRead } from '../../../kernel/db/shared-read.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { LookAhead, Principal } from '../../../kernel/http/auth/identity.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import { findKeyByHash, type KeyRow, touchKey } from '../store/api-key.ts'
import { isAllowedFrom } from './allowed-ips.ts'
import { isKeyForm } from './key-value.ts'

const touchEveryMs = 60_000
const maxStored = 10_000

/**
 * Resolves a key to its principal. It is looked up on every request: a cache would let a revoked key live on, and the
 * lookup is one indexed read, which requests that come at the same moment share.
 */
export function createKeyAuthentication({ db, clock }: { db: Db; clock: Clock }) {
  const findKey = createSharedRead((hash, reads: Queryable) => findKeyByHash(reads, hash))
  const touchedAt = new Map<string, number>()
  // Only a guess, for which no one is let in: a key stays in its project.
  const projectByHash = new Map<string, string>()

  function remember(hash: string, projectId: string): void {
    if (projectByHash.size > maxStored) projectByHash.clear()
    projectByHash.set(hash, projectId)
  }

  function touch(key: KeyRow, now: Date) {
    if (now.getTime() - (touchedAt.get(key.id) ?? 0) < touchEveryMs) return
    if (touchedAt.size > maxStored) touchedAt.clear()
    touchedAt.set(key.id, now.getTime())
    // No one waits for it, and losing it loses nothing but a minute of precision.
    touchKey(db, key.project_id, key.id, now).catch(() => undefined)
  }

  return async function authenticate(
    token: string,
    ip: string,
    lookAhead: LookAhead | null = null,
  ): Promise<Principal> {
    const hash = isKeyForm(token) ? hashToken(token) : null
    const likely = hash === null ? undefined : projectByHash.get(hash)
    // Both reads share one round trip.
    const reads = db.batched()
    const foreseen = likely !== undefined && lookAhead !== null ? lookAhead(reads, likely) : null
    const key = hash === null ? null : await findKey(hash, reads)
    if (key === null || hash === null) {
      throw new AppError('invalid_api_key', 'Invalid API key', {
        hint: 'Check that the whole key was copied.',
      })
    }
    const now = clock.now()
    refuseUnusable(key, hash, now)
    refuseAddress(key, ip)
    touch(key, now)
    remember(hash, key.project_id)
    return {
      projectId: key.project_id,
      role: key.role,
      isOperator: key.is_operator,
      actor: { kind: 'key', keyId: key.id, accountId: key.account_id },
      permissions: key.scopes,
      rateKey: key.id,
      boundUser: null,
      foreseen,
    }
  }
}

function refuseUnusable(key: KeyRow, hash: string, now: Date) {
  const isPast = (time: string | null) => time !== null && new Date(time) <= now
  const isOldValue = key.hash !== hash
  if (key.revoked_at !== null || (isOldValue && isPast(key.old_hash_until))) {
    throw new AppError('api_key_revoked', 'This API key was revoked', {
      hint: 'Use the key that replaced it.',
    })
  }
  if (isPast(key.expires_at))
    throw new AppError('api_key_expired', 'This API key has expired', { hint: 'Create a new one.' })
}

function refuseAddress(key: KeyRow, ip: string) {
  if (isAllowedFrom(key.allowed_ips, ip)) return
  throw new AppError('ip_not_allowed', 'This API key is not allowed from your IP address')
}
