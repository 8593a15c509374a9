import { z } from 'zod'
import type { Clock } from '../../../kernel/clock.ts'
import { endpoint, type RawReply, raw } from '../../../kernel/http/endpoint.ts'
import { readForm } from '../../../kernel/http/request/read-form.ts'
import type { McpOrigins } from '../../mcp/index.ts'
import {
  AuthorizationServer,
  ProtectedResource,
  RegisterBody,
  RegisteredClient,
  TokenResponse,
} from '../schema/authorization.ts'
import type { Clients } from '../service/clients.ts'
import { createMetadata } from '../service/metadata.ts'
import { OAuthRefusal, type Tokens } from '../service/tokens.ts'
import { oauthErrors } from './error-form.ts'

export type OAuthRouteDeps = { clock: Clock; clients: Clients; tokens: Tokens }

const jsonType = 'application/json; charset=utf-8'
const maxFormBytes = 16 * 1024
const publicly = { area: 'OAuth for MCP clients', access: 'public' } as const
const form = 'The form fields of OAuth 2.1 (`application/x-www-form-urlencoded`).'

const json = (value: unknown, status = 200): RawReply => ({
  status,
  body: JSON.stringify(value),
  contentType: jsonType,
  headers: { 'cache-control': 'no-store' },
})

const ResourceParams = z.object({ serverId: z.string().min(1).max(100) })
const wellKnown = '/.well-known/oauth-protected-resource'

/** Metadata by which a client finds the way to sign in, from nothing but the URL of a server. */
export function metadataRoutes(origins: McpOrigins) {
  const metadata = createMetadata(origins)
  const resource = {
    ...publicly,
    method: 'GET',
    response: raw(jsonType, ProtectedResource),
    summary: 'Get the OAuth metadata of an MCP server',
    example: {},
  } as const
  return [
    endpoint({
      ...resource,
      path: wellKnown,
      handle: ({ headers }) => json(metadata.resource(headers.host, null)),
    }),
    endpoint({
      ...resource,
      path: `${wellKnown}/api/v1/mcp`,
      handle: ({ headers }) => json(metadata.resource(headers.host, null)),
    }),
    endpoint({
      ...resource,
      path: `${wellKnown}/api/v1/mcp/{serverId}`,
      params: ResourceParams,
      description: 'The same for every id: it does not tell whether there is such a server.',
      example: { params: { serverId: 'support-desk' } },
      handle: ({ headers, params: { serverId } }) => json(metadata.resource(headers.host, serverId)),
    }),
    endpoint({
      ...publicly,
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      summary: 'Get the OAuth metadata of the authorization server',
      response: raw(jsonType, AuthorizationServer),
      example: {},
      handle: ({ headers }) => json(metadata.server(headers.host)),
    }),
  ]
}

export const oauthRoutes = ({ clock, clients, tokens }: OAuthRouteDeps) => [
  endpoint({
    ...publicly,
    method: 'POST',
    path: '/oauth/register',
    summary: 'Register an MCP client',
    description:
      'Dynamic client registration (RFC 7591) of a public client. Clients with a metadata document use its URL as `client_id` and need no registration.',
    body: RegisterBody,
    response: raw(jsonType, RegisteredClient),
    alsoReturns: { 201: { description: 'The client is registered' } },
    errorForm: oauthErrors,
    example: { body: { client_name: 'Editor', redirect_uris: ['http://127.0.0.1/callback'] } },
    handle: ({ body }) => {
      const { id, name, redirectUris } = clients.register(body)
      const registered = {
        client_id: id,
        client_id_issued_at: Math.floor(clock.now().getTime() / 1000),
        client_name: name,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
      return json(registered, 201)
    },
  }),
  endpoint({
    ...publicly,
    method: 'POST',
    path: '/oauth/token',
    summary: 'Create tokens for an MCP client',
    description: form,
    takesBytes: true,
    response: raw(jsonType, TokenResponse),
    errorForm: oauthErrors,
    example: {},
    async handle({ bytes, headers }) {
      try {
        return json(await tokens.exchange(await readForm(bytes, maxFormBytes), headers.host))
      } catch (error) {
        if (!(error instanceof OAuthRefusal)) throw error
        return json({ error: error.error, error_description: error.message }, 400)
      }
    },
  }),
  endpoint({
    ...publicly,
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'Revoke the tokens of an MCP client',
    description: `${form} 200 also for tokens that are unknown (RFC 7009).`,
    takesBytes: true,
    response: raw(jsonType),
    errorForm: oauthErrors,
    example: {},
    async handle({ bytes }) {
      await tokens.revoke(await readForm(bytes, maxFormBytes))
      return json({})
    },
  }),
]
