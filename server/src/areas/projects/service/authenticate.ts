import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Queryable } from '../../../kernel/db/db.ts'
import { createSharedRead } from '../../../kernel/db/shared-read.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { AssumedPrincipal, LookAhead, Principal } from '../../../kernel/http/auth/identity.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import { findKeyByHash, isKeyStill, type KeyRow, touchKey } from '../store/api-key.ts'
import { isAllowedFrom } from './allowed-ips.ts'
import { isKeyForm } from './key-value.ts'

const touchEveryMs = 60_000
const maxStored = 10_000

/**
 * Resolves a key to its principal. It is looked up on every request: a cache would let a revoked key live on, and the
 * lookup is one indexed read, which requests that come at the same moment share. What was last read is used in two ways
 * that let no one in: the end user is read in the project that it names, and a request whose first transaction can check
 * the key may leave the lookup to it.
 */
export function createKeyAuthentication({ db, clock }: { db: Db; clock: Clock }) {
  const findKey = createSharedRead((hash, reads: Queryable) => findKeyByHash(reads, hash))
  const touchedAt = new Map<string, number>()
  const known = new Map<string, KeyRow>()

  function remember(hash: string, key: KeyRow): void {
    if (known.size > maxStored) known.clear()
    known.set(hash, key)
  }

  const isTouchDue = ({ id }: KeyRow, now: Date): boolean =>
    now.getTime() - (touchedAt.get(id) ?? 0) >= touchEveryMs

  function touch(key: KeyRow, now: Date) {
    if (!isTouchDue(key, now)) return
    if (touchedAt.size > maxStored) touchedAt.clear()
    touchedAt.set(key.id, now.getTime())
    // No one waits for it, and losing it loses nothing but a minute of precision.
    touchKey(db, key.project_id, key.id, now).catch(() => undefined)
  }

  async function authenticate(
    token: string,
    ip: string,
    lookAhead: LookAhead | null = null,
  ): Promise<Principal> {
    const hash = isKeyForm(token) ? hashToken(token) : null
    const likely = hash === null ? undefined : known.get(hash)?.project_id
    // Both reads share one round trip.
    const reads = db.batched()
    const prefetched = likely !== undefined && lookAhead !== null ? lookAhead(reads, likely) : null
    const key = hash === null ? null : await findKey(hash, reads)
    if (key === null || hash === null) {
      if (hash !== null) known.delete(hash)
      throw new AppError('invalid_api_key', 'Invalid API key', {
        hint: 'Check that the whole key was copied.',
      })
    }
    const now = clock.now()
    // Also one that is refused, because it names its project; it is not assumed.
    remember(hash, key)
    const refusal = refusalOf(key, hash, now, ip)
    if (refusal) throw refusal
    touch(key, now)
    return { ...principalOf(key), prefetched }
  }

  /**
   * Whom the key was resolved to last time. Null once a minute, so that the time of its last use is noted, and wherever it
   * would be refused: the reason must be one of now.
   */
  function assume(token: string, ip: string): AssumedPrincipal | null {
    if (!isKeyForm(token)) return null
    const hash = hashToken(token)
    const key = known.get(hash)
    const now = clock.now()
    if (!key || key.hash !== hash || isTouchDue(key, now) || refusalOf(key, hash, now, ip)) return null
    return { principal: principalOf(key), isStill: isKeyStill(key) }
  }

  return { authenticate, assume }
}

const principalOf = (key: KeyRow): Principal => ({
  projectId: key.project_id,
  role: key.role,
  isOperator: key.is_operator,
  actor: { kind: 'key', keyId: key.id, accountId: key.account_id },
  permissions: key.scopes,
  rateKey: key.id,
  boundUser: null,
})

function refusalOf(key: KeyRow, hash: string, now: Date, ip: string): AppError | null {
  const isPast = (time: string | null) => time !== null && new Date(time) <= now
  const isOldValue = key.hash !== hash
  if (key.revoked_at !== null || (isOldValue && isPast(key.old_hash_until)))
    return new AppError('api_key_revoked', 'This API key was revoked', {
      hint: 'Use the key that replaced it.',
    })
  if (isPast(key.expires_at))
    return new AppError('api_key_expired', 'This API key has expired', { hint: 'Create a new one.' })
  return isAllowedFrom(key.allowed_ips, ip)
    ? null
    : new AppError('ip_not_allowed', 'This API key is not allowed from your IP address')
}
