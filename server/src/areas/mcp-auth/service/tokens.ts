import { createHash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { notifyAccessEnded } from '../../../kernel/http/auth/access-ended.ts'
import type { Principal } from '../../../kernel/http/auth/identity.ts'
import { isUuid, newToken } from '../../../kernel/ids.ts'
import { hashToken } from '../../../kernel/secrets/token.ts'
import type { McpOrigins } from '../../mcp/index.ts'
import type { TokenResponse } from '../schema/authorization.ts'
import {
  deleteGrant,
  findGrantByAccess,
  type Grant,
  lockGrantBy,
  noteUse,
  storeTokens,
} from '../store/grant.ts'

const accessPrefix = 'stoamcp_'
const accessForm = /^stoamcp_[A-Za-z0-9_-]{20,90}$/
const accessSeconds = 60 * 60
const refreshMs = 30 * 24 * 60 * 60_000
// A client whose response was lost sends the same refresh token again.
const graceMs = 60_000
const usedEveryMs = 60_000

/** What the token endpoint refuses, in the words of OAuth. */
export class OAuthRefusal extends Error {
  readonly error: 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type' | 'invalid_target'

  constructor(error: OAuthRefusal['error'], description: string) {
    super(description)
    this.error = error
  }
}

export type TokenDeps = { db: Db; clock: Clock; origins: McpOrigins }

const rateKeyOf = ({ id }: { id: string }): string => `mcp:${id}`

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

export function createTokens({ db, clock, origins }: TokenDeps) {
  async function issue(tx: Tx, grant: Grant): Promise<TokenResponse> {
    const access = `${accessPrefix}${newToken()}`
    const refresh = newToken()
    const at = clock.now()
    await storeTokens(tx, grant, {
      accessHash: hashToken(access),
      accessExpiresAt: new Date(at.getTime() + accessSeconds * 1000),
      refreshHash: hashToken(refresh),
      refreshExpiresAt: new Date(at.getTime() + refreshMs),
      at,
    })
    return {
      access_token: access,
      token_type: 'Bearer',
      expires_in: accessSeconds,
      refresh_token: refresh,
      scope: grant.scopes.join(' '),
    }
  }

  async function end(tx: Tx, grant: Grant): Promise<void> {
    await deleteGrant(tx, grant)
    await notifyAccessEnded(tx, 'api_key_revoked', rateKeyOf(grant))
  }

  /** A token is for the server of its grant, whatever is requested now. */
  function checkResource(grant: Grant, host: string | undefined, resource: string | null): void {
    if (resource === null) return
    const server = origins.serverIn(resource, host)
    const id = server?.toLowerCase() ?? server
    // A resource may have the name of its server in place of the id; the token is bound to the grant in any case.
    const isNamed = typeof server === 'string' && !isUuid(server) && grant.serverId !== null
    if (id !== grant.serverId && !isNamed)
      throw new OAuthRefusal('invalid_target', 'The resource is another MCP server.')
  }

  /** Null where the code was shown before: then someone else has it, and the tokens end, too. */
  const byCode = (form: URLSearchParams, host: string | undefined) =>
    db.tx(async (tx): Promise<TokenResponse | null> => {
      const grant = await lockGrantBy(tx, 'code', hashToken(form.get('code') ?? ''))
      if (!grant) return null
      if (grant.accessHash !== null) {
        await end(tx, grant)
        return null
      }
      const isSound =
        grant.clientId === form.get('client_id') &&
        grant.redirectUri === (form.get('redirect_uri') ?? grant.redirectUri) &&
        grant.codeChallenge === challengeOf(form.get('code_verifier') ?? '') &&
        new Date(grant.codeExpiresAt) > clock.now()
      if (!isSound) return null
      checkResource(grant, host, form.get('resource'))
      return issue(tx, grant)
    })

  const byRefresh = (form: URLSearchParams, host: string | undefined) =>
    db.tx(async (tx): Promise<TokenResponse | null> => {
      const hash = hashToken(form.get('refresh_token') ?? '')
      const current = await lockGrantBy(tx, 'refresh', hash)
      const grant = current ?? (await lockGrantBy(tx, 'spentRefresh', hash))
      if (!grant || grant.clientId !== form.get('client_id')) return null
      const now = clock.now().getTime()
      if (!current && new Date(grant.refreshedAt!).getTime() + graceMs < now) {
        await end(tx, grant)
        return null
      }
      if (new Date(grant.refreshExpiresAt!).getTime() <= now) return null
      checkResource(grant, host, form.get('resource'))
      return issue(tx, grant)
    })

  return {
    isTokenForm: (value: string): boolean => accessForm.test(value),
    async exchange(form: URLSearchParams, host: string | undefined): Promise<TokenResponse> {
      const kind = form.get('grant_type')
      if (kind !== 'authorization_code' && kind !== 'refresh_token')
        throw new OAuthRefusal('unsupported_grant_type', 'Use authorization_code or refresh_token.')
      const issued = await (kind === 'refresh_token' ? byRefresh(form, host) : byCode(form, host))
      if (issued) return issued
      throw new OAuthRefusal(
        'invalid_grant',
        'The code or refresh token is unknown, used, expired, or of another client.',
      )
    },
    /** Whatever the token is, the response is the same (RFC 7009). */
    revoke: (form: URLSearchParams): Promise<void> =>
      db.tx(async (tx) => {
        const hash = hashToken(form.get('token') ?? '')
        const grant = (await lockGrantBy(tx, 'refresh', hash)) ?? (await lockGrantBy(tx, 'access', hash))
        if (grant) await end(tx, grant)
      }),
    end,
    async authenticate(token: string): Promise<Principal> {
      const now = clock.now()
      const grant = await findGrantByAccess(db, hashToken(token), now)
      if (!grant) throw new AppError('invalid_api_key', 'Unknown token')
      if (new Date(grant.accessExpiresAt!) <= now)
        throw new AppError('api_key_expired', 'This token has expired')
      if (!grant.isKeyUsable)
        throw new AppError('api_key_revoked', 'The key that approved this client was revoked or has expired')
      if (!grant.isUserActive) throw new AppError('external_user_inactive', 'This end user is inactive')
      const lastUsed = grant.lastUsedAt === null ? 0 : new Date(grant.lastUsedAt).getTime()
      if (now.getTime() - lastUsed > usedEveryMs) await noteUse(db, grant, now)
      return {
        projectId: grant.projectId,
        role: 'member',
        isOperator: false,
        actor: {
          kind: 'end-user-token',
          tokenId: grant.id,
          keyId: grant.keyId,
          accountId: null,
          mcpServer: { id: grant.serverId },
        },
        permissions: grant.scopes,
        rateKey: rateKeyOf(grant),
        boundUser: { id: grant.externalUserId, name: grant.userName },
      }
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>
