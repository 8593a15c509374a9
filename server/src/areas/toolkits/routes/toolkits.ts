import { z } from 'zod'
import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { SwitchBody } from '../../../kernel/http/switch-body.ts'
import {
  Category,
  CreateToolkitBody,
  MessagingChannels,
  Toolkit,
  ToolkitItem,
  ToolkitParams,
  UpdateToolkitBody,
} from '../schema/toolkit.ts'
import { DeleteToolkitQuery, ToolkitQuery } from '../schema/toolkit-query.ts'
import type { ToolkitLists } from '../service/list-toolkits.ts'
import type { ToolkitService } from '../service/toolkits.ts'
import { exampleItem, exampleParams, exampleToolkit } from './examples.ts'

const etagOf = (toolkit: unknown) => (toolkit as { revision?: number }).revision ?? 0
const shared = { area: 'Toolkits', access: 'project' } as const

export const toolkitRoutes = (toolkits: ToolkitService, lists: ToolkitLists) => [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits',
    summary: 'List and search toolkits',
    description:
      'Built-in toolkits and those of the project. Search results rank the exact slug first, then names, tool names and descriptions.',
    permission: 'toolkits:read',
    query: ToolkitQuery,
    queryAliases: { search: 'q' },
    response: page(ToolkitItem),
    message: 'Toolkits',
    example: { query: { q: 'weather' }, response: [exampleItem] },
    handle: ({ scope, query }) => lists.list(scope, query),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/toolkits',
    summary: 'Create a toolkit',
    description:
      'A container for custom tools. `{field}` in `baseUrl` is replaced by the value of each connected account. Credentials are only sent to the host of `baseUrl`.',
    permission: 'toolkits:write',
    body: CreateToolkitBody,
    response: data(Toolkit),
    etagOf,
    message: 'Toolkit created',
    errors: ['slug_conflict', 'toolkit_limit_reached', 'unsupported_auth_scheme'],
    example: {
      body: {
        slug: 'weather-station',
        name: 'Weather station',
        description: 'Reads weather station measurements.',
        baseUrl: 'https://api.weather.example/v1',
        authSchemes: ['API_KEY'],
      },
      response: exampleToolkit,
    },
    handle: ({ scope, body }) => toolkits.create(scope, body),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits/categories',
    summary: 'List toolkit categories',
    permission: 'toolkits:read',
    response: data(z.array(Category)),
    message: 'Categories',
    example: { response: [{ slug: 'crm', name: 'CRM', toolkitCount: 12 }] },
    handle: ({ scope }) => lists.categories(scope),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits/messaging-channels',
    summary: 'List messaging channels',
    permission: 'toolkits:read',
    response: data(MessagingChannels),
    message: 'Messaging channels',
    example: {
      response: {
        channels: [{ slug: 'slack', name: 'Slack', logo: null, isConnected: false, isDisabled: false }],
      },
    },
    handle: ({ scope }) => lists.messagingChannels(scope),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits/byId/{id}',
    summary: 'Get a toolkit',
    description: 'By id or slug.',
    permission: 'toolkits:read',
    params: ToolkitParams,
    response: data(Toolkit),
    etagOf,
    message: 'Toolkit',
    errors: ['toolkit_not_found'],
    example: { params: exampleParams, response: exampleToolkit },
    handle: ({ scope, params: { id } }) => toolkits.get(scope, id),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: '/api/v1/toolkits/byId/{id}',
    summary: 'Update a toolkit',
    description:
      'For built-in toolkits, admins can change the texts and disable them for this project. Only admins can change where credentials are sent.',
    permission: 'toolkits:write',
    params: ToolkitParams,
    body: UpdateToolkitBody,
    response: data(Toolkit),
    etagOf,
    message: 'Toolkit updated',
    errors: [
      'toolkit_not_found',
      'admin_only',
      'slug_conflict',
      'toolkit_in_use',
      'invalid_state',
      'unsupported_auth_scheme',
      'precondition_failed',
    ],
    example: { params: exampleParams, body: { name: 'Weather station' }, response: exampleToolkit },
    handle: ({ scope, params: { id }, body, ifMatch }) => toolkits.update(scope, id, body, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'DELETE',
    path: '/api/v1/toolkits/byId/{id}',
    summary: 'Delete a toolkit',
    description:
      'Only toolkits of the project. Fails if it has tools or auth configs, unless `cascade` is set.',
    permission: 'toolkits:write',
    params: ToolkitParams,
    query: DeleteToolkitQuery,
    response: none(),
    message: 'Toolkit deleted',
    errors: ['toolkit_not_found', 'admin_only', 'toolkit_in_use', 'invalid_state', 'precondition_failed'],
    example: { params: exampleParams },
    handle: ({ scope, params: { id }, query: { cascade }, ifMatch }) =>
      toolkits.remove(scope, id, cascade, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: '/api/v1/toolkits/byId/{id}/status',
    summary: 'Enable or disable a toolkit',
    description:
      '`enabled`, `isActive`, `isDisabled` or `status` sets the state; without a body it toggles. Only admins can change built-in toolkits, for this project.',
    permission: 'toolkits:write',
    params: ToolkitParams,
    body: SwitchBody,
    response: data(Toolkit),
    etagOf,
    message: 'Toolkit updated',
    errors: ['toolkit_not_found', 'admin_only'],
    example: {
      params: exampleParams,
      body: { isDisabled: true },
      response: { ...exampleToolkit, isDisabled: true },
    },
    handle: ({ scope, params: { id }, body: { isOn } }) => toolkits.setEnabled(scope, id, isOn),
  }),
]
