import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Audit } from '../../../audit/index.ts'
import type { AuthScheme } from '../../../toolkits/index.ts'
import { type AuthConfigRow, promoteNext } from '../../store/auth-config.ts'
import type { SecretBox, SecretValues } from '../secrets.ts'
import { assertionOf, readServiceAccount } from './service-account.ts'
import { type OAuthService, serviceOf } from './service-urls.ts'
import type { TokenEndpoint } from './token-endpoint.ts'
import type { TokenResponse } from './token-response.ts'

/** How long the replaced pair is honoured: services take their time to forget an old secret, or to learn a new one. */
export const previousHonouredMs = 24 * 60 * 60 * 1000

export type GrantDeps = { db: Db; clock: Clock; audit: Audit; secrets: SecretBox; endpoint: TokenEndpoint }

type Candidate = { stage: 'next' | 'current' | 'previous'; sealed: string; values: SecretValues }

/** How tokens are requested, by scheme, with whichever of the auth config's credentials the service accepts. */
export function createGrants({ db, clock, audit, secrets, endpoint }: GrantDeps) {
  const open = (scope: Scope, config: AuthConfigRow, sealed: string) =>
    secrets.open('auth-config', scope.projectId, config.id, sealed)

  /** The staged pair goes first: its first success is what it waits for. */
  function candidatesOf(scope: Scope, config: AuthConfigRow): Candidate[] {
    const isHonoured = config.previous_until !== null && new Date(config.previous_until) > clock.now()
    const sealed: [Candidate['stage'], string | null][] = [
      ['next', config.next_credentials],
      ['current', config.credentials],
      ['previous', isHonoured ? config.previous_credentials : null],
    ]
    return sealed.flatMap(([stage, text]) =>
      text === null ? [] : [{ stage, sealed: text, values: open(scope, config, text) }],
    )
  }

  async function promote(scope: Scope, config: AuthConfigRow, worked: string): Promise<boolean> {
    const at = clock.now()
    return db.tx(async (tx) => {
      const until = new Date(at.getTime() + previousHonouredMs)
      const isPromoted = await promoteNext(tx, scope, config.id, worked, until, at)
      if (isPromoted)
        await audit.record(tx, scope, {
          action: 'auth_config.credentials_promoted',
          targetType: 'auth_config',
          targetId: config.id,
        })
      return isPromoted
    })
  }

  /** Tries one pair after the other, as long as the client is not accepted. */
  async function ask(
    scope: Scope,
    config: AuthConfigRow,
    suits: (candidate: Candidate) => boolean,
    request: (values: SecretValues) => Promise<TokenResponse>,
  ): Promise<TokenResponse> {
    let refused: TokenResponse | null = null
    for (const candidate of candidatesOf(scope, config).filter(suits)) {
      const response = await request(candidate.values)
      const isClientRefused = !response.isGranted && response.refusal.kind === 'client'
      if (!isClientRefused) {
        if (response.isGranted && candidate.stage === 'next') await promote(scope, config, candidate.sealed)
        return response
      }
      refused ??= response
    }
    if (refused) return refused
    throw new AppError('invalid_parameter', 'The auth config has no credentials for this account', {
      hint: 'Reconnect the account.',
    })
  }

  const always = () => true

  return {
    promote,
    /** The values in use, for what is only shown or sent with the user's browser. */
    current: (scope: Scope, config: AuthConfigRow): SecretValues => open(scope, config, config.credentials),
    staged: (scope: Scope, config: AuthConfigRow): SecretValues | null =>
      config.next_credentials === null ? null : open(scope, config, config.next_credentials),
    /** A code belongs to the client that requested it. */
    exchangeCode: (
      scope: Scope,
      config: AuthConfigRow,
      scheme: AuthScheme,
      attempt: { clientId: string; fields: SecretValues; verifier: string | null; redirectUri: string },
      callback: URLSearchParams,
    ): Promise<TokenResponse> =>
      ask(
        scope,
        config,
        ({ values }) => serviceOf(scheme, values, attempt.fields).clientId === attempt.clientId,
        (values) => endpoint.exchangeCode(serviceOf(scheme, values, attempt.fields), callback, attempt),
      ),
    refresh: (
      scope: Scope,
      config: AuthConfigRow,
      scheme: AuthScheme,
      held: SecretValues,
    ): Promise<TokenResponse> =>
      ask(scope, config, always, (values) =>
        endpoint.refresh(serviceOf(scheme, values, held), String(held.refresh_token)),
      ),
    clientCredentials: (
      scope: Scope,
      config: AuthConfigRow,
      scheme: AuthScheme,
      held: SecretValues,
    ): Promise<TokenResponse> =>
      ask(scope, config, always, (values) =>
        endpoint.clientCredentials(serviceOf(scheme, values, held), config.scopes),
      ),
    serviceAccount(
      scope: Scope,
      config: AuthConfigRow,
      scheme: AuthScheme,
      held: SecretValues,
    ): Promise<TokenResponse> {
      const key = readServiceAccount(held)
      const service = serviceOf(scheme, open(scope, config, config.credentials), held)
      const url = service.tokenUrl ?? ownTokenUri(key.tokenUri, scheme)
      const subject = typeof held.subject === 'string' ? held.subject : null
      return endpoint.jwtBearer(
        url,
        assertionOf(key, { audience: key.tokenUri ?? url, scopes: config.scopes, subject, now: clock.now() }),
      )
    },
    /** What it takes to give a grant back, when nothing else will be left of the account. Null when there is no way. */
    revocable(
      scope: Scope,
      config: AuthConfigRow,
      scheme: AuthScheme,
      held: SecretValues,
    ): OAuthService | null {
      const service = serviceOf(scheme, open(scope, config, config.credentials), held)
      return service.revocationUrl === null || service.clientId === '' ? null : service
    },
  }
}

export type Grants = ReturnType<typeof createGrants>

/** Without a token URL in the toolkit, that of the key file is used; only a host that the toolkit lists is trusted. */
function ownTokenUri(uri: string | null, scheme: AuthScheme): string {
  const host = uri !== null && URL.canParse(uri) ? new URL(uri).hostname : null
  if (host !== null && (scheme.allowedHosts.includes(host) || host === 'oauth2.googleapis.com')) return uri!
  throw new AppError('invalid_parameter', 'The toolkit has no token URL for service accounts', {
    hint: 'Set token_url in the auth config.',
  })
}
