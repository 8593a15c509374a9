import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { BrowserConnection, CompleteConnectionBody } from '../schema/connection.ts'
import { SessionParams } from '../schema/session.ts'
import type { BrowserConnections } from '../service/connections.ts'
import { sessionParams as params } from './examples.ts'

export const connectionRoutes = (complete: BrowserConnections) => [
  endpoint({
    method: 'POST',
    path: '/api/v1/browser/sessions/{sessionId}/complete-browser-connection',
    area: 'Browser',
    summary: 'Complete a connection with the sign-in of a browser session',
    description:
      'The cookies that the session has for the hosts of the toolkit, and the items of local storage that its fields name, are stored encrypted as an account of the end user. They are in no response. Requires `connected-accounts:write` as well.',
    access: 'end-user',
    permission: 'browser:write',
    params: SessionParams,
    body: CompleteConnectionBody,
    callsExternalService: true,
    response: data(BrowserConnection),
    message: 'Account connected',
    errors: [
      'missing_field',
      'insufficient_scope',
      'toolkit_not_found',
      'external_user_not_found',
      'browser_session_not_found',
      'auth_config_not_found',
      'control_held',
      'invalid_state',
      'session_busy',
      'auth_config_disabled',
      'connected_account_limit_reached',
      'browser_session_gone',
      'unsupported_auth_scheme',
      'credentials_rejected',
      'upstream_error',
      'upstream_timeout',
      'action_timeout',
    ],
    example: {
      params,
      body: { authConfigId: '0199f1a0-0000-7000-8000-0000000000c1', displayName: 'Shop' },
      response: {
        connectedAccountId: '0199f1a0-0000-7000-8000-0000000000c2',
        status: 'ACTIVE',
        redirectUrl: null,
      },
    },
    handle: ({ scope, params: { sessionId }, body }) => complete(scope, sessionId, body),
  }),
]
