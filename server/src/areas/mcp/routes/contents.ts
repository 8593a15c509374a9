import { data, endpoint, none, page } from '../../../kernel/http/endpoint.ts'
import { IdParams, Uuid } from '../../../kernel/http/shapes.ts'
import { CreatePromptBody, McpPrompt, McpPromptSummary, UpdatePromptBody } from '../schema/contents/prompt.ts'
import {
  ContentQuery,
  CreateResourceBody,
  McpResource,
  McpResourceSummary,
  UpdateResourceBody,
} from '../schema/contents/resource.ts'
import type { Prompts } from '../service/contents/prompts.ts'
import type { Resources } from '../service/contents/resources.ts'
import { area, base, examplePrompt, exampleResource, exampleServer } from './examples.ts'

const reading = { area, access: 'project', permission: 'mcp:read' } as const
const writing = { area, access: 'project', permission: 'mcp:write' } as const
/** `x-username` names the owner of a file. */
const writingFiles = { ...writing, access: 'end-user' } as const
const etagOf = ({ version }: { version: number }) => version

const ResourceParams = IdParams.extend({ resourceId: Uuid })
const PromptParams = IdParams.extend({ promptId: Uuid })

const ofServer = { id: exampleServer.id }
const { text, ...resourceSummary } = exampleResource
const { messages, ...promptSummary } = examplePrompt
const ofResource = { ...ofServer, resourceId: exampleResource.id }
const ofPrompt = { ...ofServer, promptId: examplePrompt.id }

export const contentRoutes = ({ resources, prompts }: { resources: Resources; prompts: Prompts }) => [
  ...resourceRoutes(resources),
  ...oneResourceRoutes(resources),
  ...promptRoutes(prompts),
  ...onePromptRoutes(prompts),
]

const resourceRoutes = (resources: Resources) => [
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/resources`,
    summary: 'List the resources of an MCP server',
    description: 'In the order of their URIs, without their texts.',
    params: IdParams,
    query: ContentQuery,
    queryAliases: { search: 'q' },
    response: page(McpResourceSummary),
    message: 'Resources',
    errors: ['mcp_server_not_found'],
    example: { params: ofServer, response: [resourceSummary] },
    handle: ({ scope, params: { id }, query }) => resources.list(scope, id, query),
  }),
  endpoint({
    ...writingFiles,
    method: 'POST',
    path: `${base}/{id}/resources`,
    summary: 'Create a resource of an MCP server',
    description:
      'A text, or a file, that clients of the server read by its URI; clients of a public server too. With variables in the URI, such as `shop://orders/{id}`, it is a resource template, whose text has `{{id}}`. A file is one of the acting end user.',
    params: IdParams,
    body: CreateResourceBody,
    isExact: true,
    response: data(McpResource),
    etagOf,
    message: 'Resource created',
    errors: ['mcp_server_not_found', 'mcp_resource_limit_reached', 'slug_conflict', 'file_not_found'],
    example: {
      params: ofServer,
      body: { uri: exampleResource.uri, name: exampleResource.name, mimeType: 'text/markdown', text },
      response: exampleResource,
    },
    handle: ({ scope, params: { id }, body }) => resources.create(scope, id, body),
  }),
]

const oneResourceRoutes = (resources: Resources) => [
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/resources/{resourceId}`,
    summary: 'Get a resource of an MCP server',
    params: ResourceParams,
    response: data(McpResource),
    etagOf,
    message: 'Resource',
    errors: ['mcp_server_not_found', 'mcp_resource_not_found'],
    example: { params: ofResource, response: exampleResource },
    handle: ({ scope, params: { id, resourceId } }) => resources.get(scope, id, resourceId),
  }),
  endpoint({
    ...writingFiles,
    method: 'PATCH',
    path: `${base}/{id}/resources/{resourceId}`,
    summary: 'Update a resource of an MCP server',
    params: ResourceParams,
    body: UpdateResourceBody,
    isExact: true,
    response: data(McpResource),
    etagOf,
    message: 'Resource updated',
    errors: [
      'mcp_server_not_found',
      'mcp_resource_not_found',
      'slug_conflict',
      'file_not_found',
      'precondition_failed',
    ],
    example: {
      params: ofResource,
      body: { text: 'Free.' },
      response: { ...exampleResource, text: 'Free.', version: 2 },
    },
    handle: ({ scope, params: { id, resourceId }, body, ifMatch }) =>
      resources.update(scope, id, resourceId, body, ifMatch),
  }),
  endpoint({
    ...writing,
    method: 'DELETE',
    path: `${base}/{id}/resources/{resourceId}`,
    summary: 'Delete a resource of an MCP server',
    description: 'Its file stays.',
    params: ResourceParams,
    response: none(),
    message: 'Resource deleted',
    errors: ['mcp_server_not_found', 'mcp_resource_not_found', 'precondition_failed'],
    example: { params: ofResource },
    handle: ({ scope, params: { id, resourceId }, ifMatch }) =>
      resources.remove(scope, id, resourceId, ifMatch),
  }),
]

const promptRoutes = (prompts: Prompts) => [
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/prompts`,
    summary: 'List the prompts of an MCP server',
    description:
      'In the order of their names, without their messages. Clients also see the active skills of the project as prompts.',
    params: IdParams,
    query: ContentQuery,
    queryAliases: { search: 'q' },
    response: page(McpPromptSummary),
    message: 'Prompts',
    errors: ['mcp_server_not_found'],
    example: { params: ofServer, response: [promptSummary] },
    handle: ({ scope, params: { id }, query }) => prompts.list(scope, id, query),
  }),
  endpoint({
    ...writing,
    method: 'POST',
    path: `${base}/{id}/prompts`,
    summary: 'Create a prompt of an MCP server',
    description:
      'Messages that a user chooses in a client. `{{topic}}` in a message is replaced by the argument `topic`; a name that is no argument is refused.',
    params: IdParams,
    body: CreatePromptBody,
    isExact: true,
    response: data(McpPrompt),
    etagOf,
    message: 'Prompt created',
    errors: ['mcp_server_not_found', 'mcp_prompt_limit_reached', 'slug_conflict'],
    example: {
      params: ofServer,
      body: {
        name: examplePrompt.name,
        description: examplePrompt.description,
        arguments: [{ name: 'topic', required: true }],
        messages,
      },
      response: examplePrompt,
    },
    handle: ({ scope, params: { id }, body }) => prompts.create(scope, id, body),
  }),
]

const onePromptRoutes = (prompts: Prompts) => [
  endpoint({
    ...reading,
    method: 'GET',
    path: `${base}/{id}/prompts/{promptId}`,
    summary: 'Get a prompt of an MCP server',
    params: PromptParams,
    response: data(McpPrompt),
    etagOf,
    message: 'Prompt',
    errors: ['mcp_server_not_found', 'mcp_prompt_not_found'],
    example: { params: ofPrompt, response: examplePrompt },
    handle: ({ scope, params: { id, promptId } }) => prompts.get(scope, id, promptId),
  }),
  endpoint({
    ...writing,
    method: 'PATCH',
    path: `${base}/{id}/prompts/{promptId}`,
    summary: 'Update a prompt of an MCP server',
    params: PromptParams,
    body: UpdatePromptBody,
    isExact: true,
    response: data(McpPrompt),
    etagOf,
    message: 'Prompt updated',
    errors: ['mcp_server_not_found', 'mcp_prompt_not_found', 'slug_conflict', 'precondition_failed'],
    example: {
      params: ofPrompt,
      body: { description: 'A friendly letter.' },
      response: { ...examplePrompt, description: 'A friendly letter.', version: 2 },
    },
    handle: ({ scope, params: { id, promptId }, body, ifMatch }) =>
      prompts.update(scope, id, promptId, body, ifMatch),
  }),
  endpoint({
    ...writing,
    method: 'DELETE',
    path: `${base}/{id}/prompts/{promptId}`,
    summary: 'Delete a prompt of an MCP server',
    params: PromptParams,
    response: none(),
    message: 'Prompt deleted',
    errors: ['mcp_server_not_found', 'mcp_prompt_not_found', 'precondition_failed'],
    example: { params: ofPrompt },
    handle: ({ scope, params: { id, promptId }, ifMatch }) => prompts.remove(scope, id, promptId, ifMatch),
  }),
]
