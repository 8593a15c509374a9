import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { areWithin, isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Principal } from '../../../kernel/http/auth/identity.ts'
import { type NewId, newToken } from '../../../kernel/ids.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import type { EndUserToken, TokenBody } from '../schema.ts'
import { lockUser } from '../store/external-user.ts'
import { findToken, insertToken } from '../store/token.ts'

const prefix = 'stoaeu_'
const tokenForm = /^stoaeu_[A-Za-z0-9_-]{20,90}$/

/** Short-lived tokens with which an end user's browser may call the few endpoints that accept them. */
export type TokenDeps = {
  db: Db
  clock: Clock
  newId: NewId
  audit: Audit
  /** Every permission that some endpoint requires. */
  knownPermissions(): readonly string[]
}

export function createTokenService({ db, clock, newId, audit, knownPermissions }: TokenDeps) {
  /** A token never gets more than its maker has; without a wish it gets just that. */
  function scopesFor(scope: Scope, requested: readonly string[]): string[] {
    const scopes = requested.length === 0 ? scope.permissions : requested
    const known = knownPermissions()
    const unknown = scopes.find((each) => !known.some((permission) => isPermitted([each], permission)))
    if (unknown !== undefined) throw new AppError('invalid_parameter', `${unknown} is not a scope`)
    if (!areWithin(scope.permissions, scopes)) {
      throw new AppError('insufficient_scope', 'A token cannot have more scopes than your key')
    }
    return [...scopes]
  }

  return {
    isTokenForm: (value: string): boolean => tokenForm.test(value),
    create: (scope: Scope, userId: string, body: TokenBody): Promise<EndUserToken> =>
      db.tx(async (tx) => {
        const user = await lockUser(tx, scope, userId)
        if (!user) throw new AppError('external_user_not_found', 'End user not found')
        if (!user.is_active)
          throw new AppError('external_user_inactive', `The end user ${user.name} is inactive`)
        const token = `${prefix}${newToken()}`
        const id = newId()
        const at = clock.now()
        const scopes = scopesFor(scope, body.scopes)
        const expiresAt = await insertToken(tx, scope, {
          id,
          externalUserId: userId,
          hash: hashToken(token),
          scopes,
          at,
          expiresAt: new Date(at.getTime() + body.ttlSeconds * 1000),
        })
        await audit.record(tx, scope, {
          action: 'external_user.token_created',
          targetType: 'external_user',
          targetId: userId,
          details: { tokenId: id },
        })
        return { token, expiresAt, externalUser: { id: user.id, name: user.name } }
      }),
    async authenticate(token: string): Promise<Principal> {
      const found = await findToken(db, hashToken(token), clock.now())
      if (!found) throw new AppError('invalid_api_key', 'Unknown token')
      if (new Date(found.expires_at) <= clock.now())
        throw new AppError('api_key_expired', 'This token has expired', {
          hint: 'Request a new one from your server.',
        })
      if (!found.is_key_usable)
        throw new AppError('api_key_revoked', 'The key that created this token was revoked or has expired', {
          hint: 'Request a new one from your server.',
        })
      if (!found.is_active) throw new AppError('external_user_inactive', 'This end user is inactive')
      return {
        projectId: found.project_id,
        role: 'member',
        isOperator: false,
        actor: { kind: 'end-user-token', tokenId: found.id, keyId: found.api_key_id, accountId: null },
        permissions: found.scopes,
        rateKey: found.id,
        boundUser: { id: found.external_user_id, name: found.name },
      }
    },
  }
}
