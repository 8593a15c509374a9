import { data, endpoint, none } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import { AddConnectionBody, ChangeConnectionBody, SetAuthConfigBody, ToolkitBody } from '../schema/binding.ts'
import { ToolkitAuthConfig } from '../schema/workflow.ts'
import type { Bindings } from '../service/bindings/bindings.ts'
import { area, base } from './definitions.ts'
import { exampleParams } from './examples.ts'

const connectionId = '0199f1a0-0000-7000-8000-0000000000b1'
const authConfigId = '0199f1a0-0000-7000-8000-0000000000b2'
const shared = { area, access: 'end-user', permission: 'workflow:write' } as const
const refusals = ['workflow_not_found', 'not_owner', 'version_conflict', 'precondition_failed'] as const

export const bindingRoutes = (bindings: Bindings) => [
  endpoint({
    ...shared,
    method: 'POST',
    path: `${base}/add-connection`,
    summary: 'Add a connected account to a workflow',
    description:
      'For all tools of the toolkit of the account. It replaces the account that was bound before.',
    body: AddConnectionBody,
    response: none(),
    message: 'Connection added',
    errors: [...refusals, 'connected_account_not_found'],
    example: { body: { workflowId: exampleParams.id, connectionId } },
    handle: ({ scope, body, ifMatch }) => bindings.addConnection(scope, body, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: `${base}/change-connection/{id}`,
    summary: 'Change the connected account of a toolkit',
    params: IdParams,
    body: ChangeConnectionBody,
    response: none(),
    message: 'Connection changed',
    errors: [...refusals, 'connected_account_not_found'],
    example: { params: exampleParams, body: { toolkitSlug: 'github', connectionId } },
    handle: ({ scope, params: { id }, body, ifMatch }) => bindings.changeConnection(scope, id, body, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: `${base}/clear-connection/{id}`,
    summary: 'Clear the connected account of a toolkit',
    description: 'Executions then use the newest active account of the user who executes.',
    params: IdParams,
    body: ToolkitBody,
    response: none(),
    message: 'Connection cleared',
    errors: [...refusals],
    example: { params: exampleParams, body: { toolkitSlug: 'github' } },
    handle: ({ scope, params: { id }, body, ifMatch }) =>
      bindings.clearConnection(scope, id, body.toolkitSlug, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: `${base}/set-auth-config/{id}`,
    summary: 'Set the auth config of a toolkit',
    description: 'New connections of users of the workflow are made with it.',
    params: IdParams,
    body: SetAuthConfigBody,
    response: data(ToolkitAuthConfig),
    message: 'Auth config set',
    errors: [...refusals, 'auth_config_not_found'],
    example: {
      params: exampleParams,
      body: { toolkitSlug: 'github', authConfigId },
      response: {
        toolkitSlug: 'github',
        authConfigId,
        name: 'GitHub',
        authScheme: 'OAUTH2',
        status: 'ENABLED',
      },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) => bindings.setAuthConfig(scope, id, body, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: `${base}/clear-auth-config/{id}`,
    summary: 'Clear the auth config of a toolkit',
    params: IdParams,
    body: ToolkitBody,
    response: none(),
    message: 'Auth config cleared',
    errors: [...refusals],
    example: { params: exampleParams, body: { toolkitSlug: 'github' } },
    handle: ({ scope, params: { id }, body, ifMatch }) =>
      bindings.clearAuthConfig(scope, id, body.toolkitSlug, ifMatch),
  }),
]
