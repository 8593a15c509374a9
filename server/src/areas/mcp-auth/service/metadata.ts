import type { McpOrigins } from '../../mcp/index.ts'
import { supportedScopes } from './scopes.ts'

export const createMetadata = (origins: McpOrigins) => ({
  resource: (host: string | undefined, serverId: string | null) => ({
    resource: origins.resourceOf(host, serverId),
    resource_name: 'Stoa',
    authorization_servers: [origins.of(host)],
    bearer_methods_supported: ['header'],
    scopes_supported: supportedScopes,
  }),
  server(host: string | undefined) {
    const issuer = origins.of(host)
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: supportedScopes,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    }
  },
})
