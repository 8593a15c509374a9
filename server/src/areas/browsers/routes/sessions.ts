import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { CreateSessionBody, Session, SessionParams, SessionQuery } from '../schema/session.ts'
import type { Sessions } from '../service/sessions.ts'
import { exampleEnded, exampleSession, sessionParams as params } from './examples.ts'

const ofUser = { area: 'Browser', access: 'end-user', acceptsEndUserTokens: true } as const
const base = '/api/v1/browser/sessions'

export const sessionRoutes = (sessions: Sessions) => [
  endpoint({
    method: 'GET',
    path: base,
    ...ofUser,
    summary: 'List browser sessions',
    description: 'Newest first; ended sessions are retained for 30 days.',
    permission: 'browser:read',
    query: SessionQuery,
    response: page(Session),
    message: 'Browser sessions',
    example: { query: { status: 'running' }, response: [exampleSession] },
    handle: async ({ scope, query }) => {
      const found = await sessions.list(scope, query)
      return { ...found, items: found.items.map(sessions.toSession) }
    },
  }),
  endpoint({
    method: 'POST',
    path: base,
    ...ofUser,
    summary: 'Create a browser session',
    description:
      'Starts a browser. An end user can have 2 running sessions; 5 more wait as `pending`, with their `queuePosition`. A session ends after `timeoutSec`, or after `idleTimeoutSec` without actions.',
    permission: 'browser:write',
    body: CreateSessionBody,
    callsExternalService: true,
    response: data(Session),
    message: 'Browser session created',
    errors: [
      ...(['insufficient_credits', 'budget_exceeded'] as const),
      'address_not_allowed',
      'browser_profile_not_found',
      'profile_in_use',
      'concurrency_limited',
      'external_user_not_found',
      'browser_unavailable',
    ],
    example: { body: { startUrl: 'https://example.com' }, response: exampleSession },
    handle: async ({ scope, body }) => sessions.toSession(await sessions.create(scope, body)),
  }),
  ...[
    { path: `${base}/{sessionId}`, summary: 'Get a browser session' },
    { path: `${base}/{sessionId}/status`, summary: 'Get the status of a browser session' },
  ].map(({ path, summary }) =>
    endpoint({
      method: 'GET',
      path: path as `/${string}`,
      ...ofUser,
      summary,
      permission: 'browser:read',
      params: SessionParams,
      response: data(Session),
      message: 'Browser session',
      errors: ['browser_session_not_found'],
      example: { params, response: exampleSession },
      handle: async ({ scope, params: { sessionId } }) =>
        sessions.toSession(await sessions.get(scope, sessionId)),
    }),
  ),
  endpoint({
    method: 'POST',
    path: `${base}/{sessionId}/touch`,
    ...ofUser,
    summary: 'Touch a browser session whose live view is open',
    description: 'Returns the session. It does not extend its timeouts.',
    permission: 'browser:read',
    params: SessionParams,
    isRead: true,
    response: data(Session),
    message: 'Browser session',
    errors: ['browser_session_not_found'],
    example: { params, response: exampleSession },
    handle: async ({ scope, params: { sessionId } }) =>
      sessions.toSession(await sessions.get(scope, sessionId)),
  }),
  endpoint({
    method: 'POST',
    path: `${base}/{sessionId}/close`,
    ...ofUser,
    summary: 'Close a browser session',
    description: 'Saves its profile and ends the browser. Closing again has no effect.',
    permission: 'browser:write',
    params: SessionParams,
    callsExternalService: true,
    response: data(Session),
    message: 'Browser session closed',
    errors: ['browser_session_not_found'],
    example: { params, response: exampleEnded },
    handle: async ({ scope, params: { sessionId } }) =>
      sessions.toSession(await sessions.close(scope, sessionId)),
  }),
]
