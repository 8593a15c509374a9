import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import { areWithin, isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Principal } from '../../../kernel/http/auth/identity.ts'
import { type NewId, newToken } from '../../../kernel/ids.ts'
import type { BoundAgent, Scope } from '../../../kernel/scope.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { Audit } from '../../audit/index.ts'
import type { EndUserToken, TokenBody } from '../schema.ts'
import { lockUser } from '../store/external-user.ts'
import {
  deleteChatToken,
  deleteTokensOfUser,
  deleteVisitorTokens,
  findToken,
  insertToken,
  type RevokedToken,
  type TokenRow,
} from '../store/token.ts'
import { userInactive } from './user-inactive.ts'

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

export type ChatTokenRequest = { agentId: string; ttlSeconds: number; canApprove: boolean }

/** Chat tokens are renewed every few minutes: those of a user for one agent share a limit. */
const rateKeyOf = (token: RevokedToken): string =>
  token.agent_id === null ? token.id : `chat:${token.external_user_id}:${token.agent_id}`

const boundAgent = ({
  agent_id: id,
  can_approve: canApprove,
  is_visitor: isVisitor,
}: TokenRow): BoundAgent | null => (id === null ? null : { id, canApprove, isVisitor })

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

  async function createIn(
    tx: Tx,
    scope: Scope,
    userId: string,
    { ttlSeconds, scopes, agentId, canApprove }: TokenBody & Partial<ChatTokenRequest>,
  ): Promise<EndUserToken> {
    const user = await lockUser(tx, scope, userId)
    if (!user) throw new AppError('external_user_not_found', 'End user not found')
    if (!user.is_active) throw userInactive(user.name)
    const token = `${prefix}${newToken()}`
    const id = newId()
    const at = clock.now()
    const expiresAt = await insertToken(tx, scope, {
      id,
      externalUserId: userId,
      hash: hashToken(token),
      scopes: scopesFor(scope, scopes),
      at,
      expiresAt: new Date(at.getTime() + ttlSeconds * 1000),
      ...(agentId === undefined ? {} : { agentId, canApprove: canApprove === true }),
    })
    // An anonymous visitor who opens a page is no act of anyone in the project.
    if (scope.actor.kind !== 'system')
      await audit.record(tx, scope, {
        action: 'external_user.token_created',
        targetType: 'external_user',
        targetId: userId,
        details: { tokenId: id, ...(agentId === undefined ? {} : { agentId }) },
      })
    return { id, token, expiresAt, externalUser: { id: user.id, name: user.name } }
  }

  /** Streams that were opened with them end, on every node. */
  async function notifyRevoked(tx: Tx, revoked: readonly RevokedToken[]): Promise<void> {
    for (const owner of new Set(revoked.map(rateKeyOf))) await notifyAccessEnded(tx, 'api_key_revoked', owner)
  }

  return {
    isTokenForm: (value: string): boolean => tokenForm.test(value),
    create: (scope: Scope, userId: string, body: TokenBody): Promise<EndUserToken> =>
      db.tx((tx) => createIn(tx, scope, userId, body)),
    /** A token for conversations of the acting user with one agent. */
    createForChat: (tx: Tx, scope: Scope, request: ChatTokenRequest): Promise<EndUserToken> =>
      createIn(tx, scope, scope.externalUser.id, { ...request, scopes: [] }),
    revokeAll: (scope: Scope, userId: string): Promise<{ revoked: number }> =>
      db.tx(async (tx) => {
        const user = await lockUser(tx, scope, userId)
        if (!user) throw new AppError('external_user_not_found', 'End user not found')
        const revoked = await deleteTokensOfUser(tx, scope, userId)
        await notifyRevoked(tx, revoked)
        await audit.record(tx, scope, {
          action: 'external_user.tokens_revoked',
          targetType: 'external_user',
          targetId: userId,
          details: { count: revoked.length },
        })
        return { revoked: revoked.length }
      }),
    /** One of them; false where there is none. Streams of the user with the agent end: those of other tokens reconnect. */
    async revokeForChat(tx: Tx, scope: Scope, token: { agentId: string; id: string }): Promise<boolean> {
      const revoked = await deleteChatToken(tx, scope, token)
      if (!revoked) return false
      await notifyRevoked(tx, [revoked])
      await audit.record(tx, scope, {
        action: 'external_user.tokens_revoked',
        targetType: 'external_user',
        targetId: revoked.external_user_id,
        details: { count: 1, tokenId: revoked.id, agentId: token.agentId },
      })
      return true
    },
    /** Those of the anonymous visitors of an agent. */
    async revokeVisitors(tx: Tx, scope: Scope, agentId: string): Promise<void> {
      await notifyRevoked(tx, await deleteVisitorTokens(tx, scope, agentId))
    },
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
        actor: {
          kind: 'end-user-token',
          tokenId: found.id,
          keyId: found.api_key_id,
          accountId: null,
          agent: boundAgent(found),
        },
        permissions: found.scopes,
        rateKey: rateKeyOf(found),
        boundUser: { id: found.external_user_id, name: found.name },
        ...(found.agent_id === null ? {} : { allowedOrigins: found.allowed_origins }),
      }
    },
  }
}

export type TokenService = ReturnType<typeof createTokenService>
