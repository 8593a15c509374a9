import { cookieValue } from '../../../kernel/http/auth/credentials.ts'
import { pagePolicy } from '../../../kernel/http/auth/origin-guard.ts'
import { data, type Endpoint, endpoint, raw } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { hostedPages } from '../../../kernel/http/tags.ts'
import { AgentParams, ChatToken, ChatTokenBody, RevokedToken, TokenParams } from '../schema.ts'
import type { ChatTokens } from '../service/chat-tokens.ts'
import { sharedPage } from '../service/page.ts'
import type { Visitors } from '../service/visitors.ts'
import { area, exampleAgentId, exampleToken, exampleTokenId } from './examples.ts'

export type TokenRouteDeps = { tokens: ChatTokens; visitors: Visitors; isHttps: boolean }

const params = { agentId: exampleAgentId }
const htmlType = 'text/html; charset=utf-8'
const visitorCookie = 'stoa_visitor'
const cookieSeconds = 180 * 24 * 60 * 60

/** Scripts cannot read it, and it is sent to the endpoints of chats alone. */
const cookieHeader = (secret: string, isHttps: boolean): string =>
  `${visitorCookie}=${secret}; Path=/api/v1/chat/; HttpOnly; SameSite=Strict; Max-Age=${cookieSeconds}${isHttps ? '; Secure' : ''}`

export const tokenRoutes = ({ tokens, visitors, isHttps }: TokenRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/api/v1/chat/{agentId}/tokens',
    area,
    summary: "Create a chat token for an end user's browser",
    description:
      'For `<stoa-chat>` and other clients in browsers. It acts as the end user of `x-username`, in conversations with this agent and nothing else, from the `allowedOrigins` of the project. Create it on your server, for the user who is signed in there.',
    access: 'end-user',
    permission: 'chat:write',
    params: AgentParams,
    body: ChatTokenBody,
    response: data(ChatToken),
    message: 'Token created: it is not shown again',
    errors: ['assistant_not_found', 'username_required', 'external_user_not_found', 'insufficient_scope'],
    example: { params, body: { ttlSeconds: 900 }, response: exampleToken },
    handle: ({ scope, params: { agentId }, body }) => tokens.create(scope, agentId, body),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/chat/{agentId}/tokens/{tokenId}',
    area,
    summary: 'Revoke a chat token',
    description:
      'Streams of the user with the agent end; those of other tokens can be continued. With `x-username` only tokens of that user are revoked.',
    access: 'end-user',
    permission: 'chat:write',
    params: TokenParams,
    response: data(RevokedToken),
    message: 'Token revoked',
    errors: ['chat_token_not_found'],
    example: { params: { ...params, tokenId: exampleTokenId }, response: { id: exampleTokenId } },
    handle: ({ scope, params: { agentId, tokenId } }) => tokens.revoke(scope, agentId, tokenId),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/chat/{agentId}/visitor',
    area,
    summary: 'Create an anonymous visitor with a chat token',
    description:
      'Used by the page of a shared agent. The visitor is known by a cookie; the limits of the shared agent apply. 404 unless the agent is shared.',
    access: 'public',
    params: AgentParams,
    response: data(ChatToken),
    message: 'Token created',
    errors: ['assistant_not_found', 'external_user_inactive'],
    example: { params, response: exampleToken },
    handle: async ({ scope, params: { agentId }, headers, setHeader }) => {
      const known = cookieValue(headers.cookie, visitorCookie)
      const { token, secret } = await visitors.token(agentId, known, scope.ip)
      setHeader('set-cookie', cookieHeader(secret, isHttps))
      return token
    },
  }),
  endpoint({
    method: 'GET',
    path: '/chat/{id}',
    area: hostedPages,
    summary: 'Show the page of a shared agent',
    description: 'For browsers. 404 unless the agent is public, active and shared.',
    access: 'public',
    params: IdParams,
    response: raw(htmlType),
    errors: ['assistant_not_found'],
    example: { params: { id: exampleAgentId } },
    handle: async ({ params: { id } }) => ({
      body: sharedPage(await visitors.find(id)),
      // A visitor is recognised by requests of this page, which need an origin.
      headers: { 'content-security-policy': pagePolicy, 'referrer-policy': 'same-origin' },
    }),
  }),
]
