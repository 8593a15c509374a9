import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { AccountTest, ConnectedAccount, Impact, Link, ReconnectBody, Revocation } from '../schema/account.ts'
import { type AccountRouteDeps, accountArea, accountPath } from './accounts.ts'
import { exampleAccount, exampleAccountId, exampleLink } from './examples.ts'

const params = { id: exampleAccountId }

/** Maintenance of an account, and what depends on it. */
export const accountCareRoutes = ({ accounts, links }: AccountRouteDeps) => [
  endpoint({
    method: 'POST',
    path: `${accountPath}/{id}/reconnect`,
    area: accountArea,
    summary: 'Reconnect an account with a link',
    description: 'The account keeps its id, and its status until consent is given.',
    access: 'end-user',
    permission: 'connected-accounts:write',
    acceptsEndUserTokens: true,
    params: IdParams,
    body: ReconnectBody,
    response: data(Link),
    message: 'Link created: it is shown only once',
    errors: [
      'connected_account_not_found',
      'auth_config_disabled',
      'callback_url_not_allowed',
      'toolkit_not_found',
    ],
    example: { params, body: {}, response: exampleLink },
    handle: ({ scope, params: { id }, body, ignoreFields }) => links.reconnect(scope, id, body, ignoreFields),
  }),
  endpoint({
    method: 'POST',
    path: `${accountPath}/{id}/refresh`,
    area: accountArea,
    summary: 'Refresh the token of a connected account',
    description:
      'Tokens are refreshed automatically before they expire. A failure does not affect a working account.',
    access: 'end-user',
    permission: 'connected-accounts:write',
    acceptsEndUserTokens: true,
    callsExternalService: true,
    params: IdParams,
    response: data(ConnectedAccount),
    message: 'Token refreshed',
    errors: [
      'connected_account_not_found',
      'invalid_state',
      'refresh_refused',
      'upstream_error',
      'upstream_timeout',
    ],
    example: { params, response: exampleAccount },
    handle: ({ scope, params: { id } }) => accounts.refresh(scope, id),
  }),
  endpoint({
    method: 'POST',
    path: `${accountPath}/{id}/test`,
    area: accountArea,
    summary: 'Test a connected account',
    description:
      'Checks the credentials with the service and stores the identity of the account as its label.',
    access: 'end-user',
    permission: 'connected-accounts:write',
    acceptsEndUserTokens: true,
    callsExternalService: true,
    params: IdParams,
    response: data(AccountTest),
    message: 'Account tested',
    errors: ['connected_account_not_found', 'invalid_state', 'toolkit_not_found'],
    example: {
      params,
      response: {
        isWorking: true,
        status: 'ACTIVE',
        identity: exampleAccount.identity,
        message: 'Demonstration accepted the credentials',
      },
    },
    handle: ({ scope, params: { id } }) => accounts.test(scope, id),
  }),
  endpoint({
    method: 'GET',
    path: `${accountPath}/{id}/impact`,
    area: accountArea,
    summary: 'Get the impact of deleting a connected account',
    access: 'end-user',
    permission: 'connected-accounts:read',
    acceptsEndUserTokens: true,
    params: IdParams,
    response: data(Impact),
    message: 'Impact',
    errors: ['connected_account_not_found'],
    example: {
      params,
      response: {
        connectedAccountId: exampleAccountId,
        dependants: [],
        otherAccounts: 0,
        revokesUpstream: true,
      },
    },
    handle: ({ scope, params: { id } }) => accounts.impact(scope, id),
  }),
  endpoint({
    method: 'GET',
    path: `${accountPath}/{id}/revocation`,
    area: accountArea,
    summary: 'Get the revocation of a deleted account',
    access: 'end-user',
    permission: 'connected-accounts:read',
    acceptsEndUserTokens: true,
    params: IdParams,
    response: data(Revocation),
    message: 'Revocation',
    errors: ['revocation_not_found'],
    example: {
      params,
      response: {
        connectedAccountId: exampleAccountId,
        status: 'revoked',
        tries: 1,
        lastError: null,
        createdAt: exampleAccount.createdAt,
        endedAt: exampleAccount.createdAt,
      },
    },
    handle: ({ scope, params: { id } }) => accounts.revocation(scope, id),
  }),
]
