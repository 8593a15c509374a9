import type { Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { areWithin, refuseTenants } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findKey, type KeyRow } from '../store/api-key.ts'
import { coversAddresses } from './allowed-ips.ts'

/** Whether a cap that refuses work is set on the key, here or among the caps of usage. */
export type IsKeyCapped = (tx: Tx, scope: Scope, keyId: string) => Promise<boolean>

/** What a key can do, of those things that keys can be limited in. */
export type KeyReach = Pick<KeyRow, 'scopes' | 'allowed_ips' | 'expires_at' | 'is_operator'>

/**
 * A key grants what it may do itself and nothing more, whichever way it tries: by creating a key, changing one, its own
 * included, or learning the new value of another. A dashboard user has the limits of the role alone.
 */
export async function readOwnLimits(tx: Tx, scope: Scope, isKeyCapped: IsKeyCapped) {
  const { actor } = scope
  const own = actor.kind === 'key' ? await findKey(tx, scope, actor.keyId) : null
  const isCapped = own !== null && (await isKeyCapped(tx, scope, own.id))

  function refuseWider(key: KeyReach): void {
    if (key.is_operator) refuseTenants(scope, 'An operator key')
    if (!areWithin(scope.permissions, key.scopes))
      throw new AppError(
        'insufficient_scope',
        'A restricted key cannot create, change or rotate a key with more rights than its own',
        { hint: 'Use an admin key without scopes.' },
      )
    if (!own) return
    if (own.expires_at !== null && (key.expires_at === null || time(key.expires_at) > time(own.expires_at)))
      throw beyond('expiresAt', `The key must expire by ${own.expires_at}, as your own does`)
    if (!coversAddresses(own.allowed_ips, key.allowed_ips))
      throw beyond('allowedIps', 'The key must be bound to IP addresses from which your own may be used')
  }

  return {
    refuseWider,
    /** What a new key uses would not count against the cap of the one that made it. */
    refuseNew(key: KeyReach): void {
      refuseWider(key)
      if (isCapped) throw beyond('monthlyCreditCap', 'A key with its own cap cannot create keys')
    },
    /** The caller that rotates a key learns its value, and can use what it may still use. */
    refuseRotation(key: KeyRow): void {
      refuseWider(key)
      if (isCapped && key.id !== own.id)
        throw beyond('monthlyCreditCap', 'A key with its own cap cannot rotate other keys')
    },
    refuseChange(was: KeyRow, becomes: KeyReach, cap: { was: number | null; becomes: number | null }): void {
      refuseWider(was)
      refuseWider(becomes)
      const isRaised = cap.was !== null && (cap.becomes === null || cap.becomes > cap.was)
      if (isCapped && isRaised)
        throw beyond('monthlyCreditCap', 'A key with its own cap cannot raise the cap of any key')
    },
  }
}

const time = (text: string): number => Date.parse(text)

const beyond = (limit: 'expiresAt' | 'allowedIps' | 'monthlyCreditCap', message: string) =>
  new AppError('exceeds_key_limits', message, {
    facts: { limit },
    hint: 'Use an admin key without that limit, or the dashboard.',
  })
