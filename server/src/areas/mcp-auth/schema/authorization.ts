import { z } from 'zod'

const maxClientIdLength = 4_000
const maxUriLength = 2_000
const text = (maxLength: number) => z.string().max(maxLength).optional()

/** The query of `/oauth/authorize` as the client wrote it: a page passes it on unchanged. */
const RequestParameters = z
  .object({
    client_id: text(maxClientIdLength),
    redirect_uri: text(maxUriLength),
    response_type: text(50),
    code_challenge: text(200),
    code_challenge_method: text(20),
    scope: text(2_000),
    state: text(2_000),
    resource: text(maxUriLength),
  })
  .catchall(z.unknown().describe('Parameters of extensions, which have no effect.'))
  .describe('The parameters of the authorization request.')
export type RequestParameters = z.output<typeof RequestParameters>

export const PreviewBody = z.strictObject({ request: RequestParameters })

export const DecideBody = z.strictObject({
  request: RequestParameters,
  decision: z.enum(['approve', 'deny']),
})
export type DecideBody = z.output<typeof DecideBody>

export const AuthorizationRequest = z
  .object({
    client: z.object({
      name: z.string(),
      url: z.string().nullable().describe('Null for a client whose name is not verified.'),
      redirectUri: z.string(),
      isLocal: z.boolean().describe('The response goes to a program on the computer of the user.'),
    }),
    server: z.object({ id: z.uuid().nullable(), name: z.string(), description: z.string() }),
    scopes: z.array(z.object({ scope: z.string(), description: z.string() })),
    externalUser: z.object({ id: z.uuid(), name: z.string() }),
  })
  .meta({ id: 'McpAuthorizationRequest' })
export type AuthorizationRequest = z.output<typeof AuthorizationRequest>

export const Decided = z.object({ redirectUrl: z.string() })

/** What a client sends to register itself (RFC 7591). */
export const RegisterBody = z
  .object({
    redirect_uris: z.array(z.string().min(1).max(500)).min(1).max(10),
    client_name: z.string().trim().max(200).optional(),
  })
  .catchall(z.unknown().describe('Other client metadata, which has no effect.'))
export type RegisterBody = z.output<typeof RegisterBody>

export const RegisteredClient = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int(),
    client_name: z.string(),
    redirect_uris: z.array(z.string()),
    grant_types: z.array(z.string()),
    response_types: z.array(z.string()),
    token_endpoint_auth_method: z.literal('none'),
  })
  .meta({ id: 'RegisteredMcpClient' })

export const TokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: z.string(),
    scope: z.string(),
  })
  .meta({ id: 'McpTokenResponse' })
export type TokenResponse = z.output<typeof TokenResponse>

export const OAuthError = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthError' })

export const ProtectedResource = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
})

export const AuthorizationServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  client_id_metadata_document_supported: z.literal(true),
  authorization_response_iss_parameter_supported: z.literal(true),
})
