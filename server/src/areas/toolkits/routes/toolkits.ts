import { z } from 'zod'
import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import {
  Category,
  CreateToolkitBody,
  MessagingChannels,
  Toolkit,
  ToolkitItem,
  ToolkitParams,
  ToolkitStatusBody,
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
      "What comes with the product and the project's own. A search puts the exact slug first, then names, then tools of that name, then descriptions.",
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
      'A place for tools of your own. `{field}` in baseUrl is filled in by every connected account. Credentials go to the host of baseUrl only.',
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
        description: 'Reads what our stations measure.',
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
    summary: 'List the categories of toolkits',
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
    summary: 'List the toolkits that reach people in a chat',
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
    summary: 'Change a toolkit',
    description:
      'Of what comes with the product an admin may change the words and switch it off, for this project alone. Where secrets of connected accounts go is for admins to change.',
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
      'Only one of the project’s own. With tools or auth configs it is kept unless `cascade` is set.',
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
    summary: 'Switch a toolkit on or off',
    description:
      'Without a body it becomes the opposite of what it is. What comes with the product is switched by admins, for this project alone.',
    permission: 'toolkits:write',
    params: ToolkitParams,
    body: ToolkitStatusBody,
    response: data(Toolkit),
    etagOf,
    message: 'Toolkit switched',
    errors: ['toolkit_not_found', 'admin_only'],
    example: {
      params: exampleParams,
      body: { isDisabled: true },
      response: { ...exampleToolkit, isDisabled: true },
    },
    handle: ({ scope, params: { id }, body: { isDisabled } }) => toolkits.setStatus(scope, id, isDisabled),
  }),
]
