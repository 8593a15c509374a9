import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { ConnectDemoBody, ConnectedAccount } from '../schema/account.ts'
import type { ConnectDemo } from '../service/demo/connect-demo.ts'
import { type AccountRouteDeps, accountArea, accountPath } from './accounts.ts'
import { exampleAccount, exampleId } from './examples.ts'

export type ConnectDemoDeps = { accounts: AccountRouteDeps['accounts']; connectDemo: ConnectDemo }

export const connectDemoRoute = ({ accounts, connectDemo }: ConnectDemoDeps) =>
  endpoint({
    method: 'POST',
    path: `${accountPath}/demo`,
    area: accountArea,
    summary: 'Connect an account of the demo service',
    description:
      'Without a consent page, because the demo service is part of this server and its account is that of a test user. Needs a provider-managed auth config of the toolkit `demo`.',
    access: 'end-user',
    permission: 'connected-accounts:write',
    body: ConnectDemoBody,
    response: data(ConnectedAccount),
    message: 'Account connected',
    errors: [
      'auth_config_not_found',
      'auth_config_disabled',
      'connected_account_limit_reached',
      'invalid_parameter',
      'upstream_error',
    ],
    example: { body: { authConfigId: exampleId }, response: exampleAccount },
    handle: async ({ scope, body, ignoreFields }) =>
      accounts.get(scope, await connectDemo(scope, body, ignoreFields)),
  })
