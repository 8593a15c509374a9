import type { AuthScheme } from '../../../toolkits/index.ts'
import type { SecretValues } from '../secrets.ts'
import { serviceUrl } from '../urls.ts'

/** An OAuth service with its URLs filled in, and our client at it. */
export type OAuthService = {
  authorizationUrl: string | null
  tokenUrl: string | null
  revocationUrl: string | null
  issuer: string | null
  /** Compared where a response has one. */
  expectedIssuer: string | null
  scopeSeparator: string
  hasPkce: boolean
  clientAuthentication: 'basic' | 'body'
  authorizationParameters: Readonly<Record<string, string>>
  resource: string | null
  clientId: string
  clientSecret: string | null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What the auth config says goes before what the toolkit says: it names the service of this very client. */
export function serviceOf(scheme: AuthScheme, ofConfig: SecretValues, ofAccount: SecretValues): OAuthService {
  const { oauth2 } = scheme
  const url = (own: unknown, fallback: string | undefined) => {
    const configured = textOf(own)
    if (configured !== null) return serviceUrl(configured, ofConfig, {})
    return fallback ? serviceUrl(fallback, ofConfig, ofAccount) : null
  }
  return {
    authorizationUrl: url(ofConfig.authorization_url, oauth2?.authorizationUrl),
    tokenUrl: url(ofConfig.token_url, oauth2?.tokenUrl),
    revocationUrl: url(ofConfig.revocation_url, oauth2?.revocationUrl),
    issuer: textOf(ofConfig.issuer) ?? oauth2?.issuer ?? null,
    expectedIssuer: oauth2?.expectedIssuer ?? null,
    scopeSeparator: oauth2?.scopeSeparator ?? ' ',
    hasPkce: oauth2?.hasPkce ?? true,
    clientAuthentication: oauth2?.clientAuthentication ?? 'body',
    authorizationParameters: oauth2?.authorizationParameters ?? {},
    resource: oauth2?.resource ?? null,
    clientId: textOf(ofConfig.client_id) ?? textOf(ofAccount.client_id) ?? '',
    clientSecret: textOf(ofConfig.client_secret) ?? textOf(ofAccount.client_secret),
  }
}
