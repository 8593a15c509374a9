/** The ways in which an account of an outside service can be proven. Others of the reference surface are refused. */
export const authSchemeNames = [
  'NO_AUTH',
  'API_KEY',
  'BEARER_TOKEN',
  'BASIC',
  'OAUTH2',
  'S2S_OAUTH2',
  'SERVICE_ACCOUNT',
  'COOKIE',
] as const
export type AuthSchemeName = (typeof authSchemeNames)[number]

/** One value that someone has to give: the developer for an auth config, or the end user for an account. */
export type AuthField = {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly type: 'string' | 'number' | 'boolean'
  readonly isRequired: boolean
  readonly isSecret: boolean
  readonly options?: readonly { readonly label: string; readonly value: string }[]
  readonly defaultValue?: string
}

/** URLs may contain `{field}` for a field of the connection, as in `https://{subdomain}.example.com/token`. */
export type OAuth2Settings = {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly revocationUrl?: string
  /** The issuer, set where the service sends it in its responses: then it is required and must be this one. */
  readonly issuer?: string
  /** The issuer where the service need not send it: a response that names another one is refused. */
  readonly expectedIssuer?: string
  readonly scopes: readonly { readonly name: string; readonly description: string }[]
  readonly scopeSeparator: string
  readonly hasPkce: boolean
  /** How the client authenticates at the token endpoint. */
  readonly clientAuthentication: 'basic' | 'body'
  readonly authorizationParameters?: Readonly<Record<string, string>>
  /** What tokens are for (RFC 8707), sent with every request for one. */
  readonly resource?: string
}

/** Where a credential is placed on a request: `Authorization: Bearer x` is header, `Authorization`, `Bearer `. */
export type CredentialPlacement = {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  readonly prefix: string
  /** The field of the connection that goes there. */
  readonly field: string
}

/** The authentication of a toolkit. Secrets are never stored here; they are only named. */
export type AuthScheme = {
  readonly name: AuthSchemeName
  /** Required once, when an auth config is created: client id, client secret and the like. */
  readonly configFields: readonly AuthField[]
  /** Required for every account: an API key, a subdomain. */
  readonly connectionFields: readonly AuthField[]
  readonly placements: readonly CredentialPlacement[]
  readonly oauth2?: OAuth2Settings
  /** The only hosts a credential may go to: exact, `*.example.com`, or with `{field}` of the connection. */
  readonly allowedHosts: readonly string[]
}

/**
 * What a connected account proves itself with, opened for one call. `values` are the fields of the connection and, for
 * tokens, `access_token` and what else the token endpoint said. They may leave only to `allowedHosts`.
 */
export type Credentials = {
  /** Null when the caller brought them along for this call alone. */
  readonly connectedAccountId: string | null
  readonly scheme: AuthScheme
  readonly values: Readonly<Record<string, unknown>>
  readonly allowedHosts: readonly string[]
}
