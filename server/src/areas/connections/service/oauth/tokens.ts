import type { Clock } from '../../../../kernel/clock.ts'
import type { AuthScheme } from '../../../toolkits/index.ts'
import type { Identity } from '../../schema/account.ts'
import type { Masks } from '../../schema/auth-config.ts'
import type { SealedCredentials } from '../../store/credentials.ts'
import { masksOf, type SecretBox, type SecretValues } from '../secrets.ts'
import { lifeOf, scopesIn, type Tokens } from './token-response.ts'

// Spread out, so that what was connected together is not renewed together.
const renewedAt = 0.8
const jitter = 0.05

export type OpenedCredentials = { values: SecretValues; facts: Masks }

type SealInput = {
  projectId: string
  accountId: string
  scheme: AuthScheme
  /** What is stored now; nothing for a new account. */
  before: OpenedCredentials
  values: SecretValues
  expiresInSeconds: number | null
  scopes: readonly string[]
}

/** Credentials as they are stored: sealed for their account, with what may be shown of them and when to renew them. */
export function createTokenStore({
  clock,
  secrets,
  random = Math.random,
}: {
  clock: Clock
  secrets: SecretBox
  random?: () => number
}) {
  function seal(input: SealInput): SealedCredentials {
    const { projectId, accountId, scheme, before, values, expiresInSeconds } = input
    const at = clock.now()
    const isRenewable =
      scheme.name === 'S2S_OAUTH2' ||
      scheme.name === 'SERVICE_ACCOUNT' ||
      (scheme.name === 'OAUTH2' && typeof values.refresh_token === 'string')
    const lifeMs = expiresInSeconds === null ? null : expiresInSeconds * 1000
    const share = renewedAt + jitter * (random() * 2 - 1)
    return {
      credentials: secrets.seal('connected-account', projectId, accountId, values),
      facts: masksOf(toResponse(scheme, values), before.values, before.facts, at),
      scopesGranted: input.scopes,
      isRenewable,
      expiresAt: lifeMs === null ? null : new Date(at.getTime() + lifeMs),
      refreshAfter: lifeMs === null || !isRenewable ? null : new Date(at.getTime() + lifeMs * share),
    }
  }

  return {
    seal,
    /** A service that sends no new refresh token means that the old one stays valid. */
    sealTokens: (
      input: Omit<SealInput, 'values' | 'expiresInSeconds' | 'scopes'> & {
        tokens: Tokens
        requestedScopes: readonly string[]
      },
    ): SealedCredentials =>
      seal({
        ...input,
        values: {
          ...input.before.values,
          ...input.tokens.raw,
          access_token: input.tokens.accessToken,
          ...(input.tokens.refreshToken === null ? {} : { refresh_token: input.tokens.refreshToken }),
        },
        expiresInSeconds: input.tokens.expiresInSeconds,
        scopes: input.tokens.scopes ?? input.requestedScopes,
      }),
    /** Values that the caller brought along, tokens among them or not. */
    sealProvided: (
      input: Omit<SealInput, 'expiresInSeconds' | 'scopes'>,
      requestedScopes: readonly string[],
    ): SealedCredentials =>
      seal({
        ...input,
        expiresInSeconds: lifeOf(input.values.expires_in),
        scopes: scopesIn(input.values.scope) ?? requestedScopes,
      }),
  }
}

export type TokenStore = ReturnType<typeof createTokenStore>

/** Fields that people know; what else a service said with its tokens is no one's business. */
function toResponse(scheme: AuthScheme, values: SecretValues): SecretValues {
  const names = new Set([
    ...scheme.connectionFields.map(({ name }) => name),
    'access_token',
    'refresh_token',
    'client_id',
    'client_secret',
  ])
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)))
}

/**
 * Whose account it is, from the statement that some services give along with a token. It came from the token endpoint
 * itself, so its signature says nothing that the connection did not.
 */
export function identityIn(raw: Readonly<Record<string, unknown>>): Identity | null {
  if (typeof raw.id_token !== 'string') return null
  try {
    const claims = JSON.parse(
      Buffer.from(raw.id_token.split('.')[1] ?? '', 'base64url').toString(),
    ) as unknown
    return identityOf(claims)
  } catch {
    return null
  }
}

const nameKeys = [
  'username',
  'login',
  'preferred_username',
  'user',
  'handle',
  'name',
  'display_name',
  'displayName',
]
const idKeys = ['sub', 'id', 'user_id', 'accountId', 'account_id', 'uid', 'gid']
const emailKeys = ['email', 'mail', 'emailAddress', 'userPrincipalName', 'email_address']

/** Whose account it is, from what a service says of the current user, also one level down. */
export function identityOf(raw: unknown): Identity | null {
  if (typeof raw !== 'object' || raw === null) return null
  const outer = raw as Record<string, unknown>
  const inner = ['data', 'user', 'account', 'profile', 'me', 'viewer', 'result']
    .map((key) => outer[key])
    .filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null)
  const find = (keys: readonly string[]): string | null => {
    for (const source of [outer, ...inner])
      for (const key of keys) {
        const value = source[key]
        if ((typeof value === 'string' && value !== '') || typeof value === 'number')
          return String(value).slice(0, 200)
      }
    return null
  }
  const identity = { email: find(emailKeys), username: find(nameKeys), accountId: find(idKeys) }
  return Object.values(identity).some((value) => value !== null) ? identity : null
}
