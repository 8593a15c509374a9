import { z } from 'zod'
import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { SwitchBody } from '../../../kernel/http/switch-body.ts'
import { CreateToolBody, DeletedTool, ToolDetail, ToolItem, UpdateToolBody } from '../schema/tool.ts'
import {
  DeleteToolQuery,
  FunctionSchema,
  GetToolQuery,
  SchemaQuery,
  SearchBody,
  ToolHit,
  ToolParams,
  ToolQuery,
} from '../schema/tool-query.ts'
import { functionSchema } from '../service/catalogue/function-schema.ts'
import type { ToolLists } from '../service/catalogue/list-tools.ts'
import type { Searcher } from '../service/catalogue/search-tools.ts'
import type { ToolResponse, ToolService } from '../service/tools.ts'
import { exampleListed, exampleTool, exampleToolBody, exampleParams as params } from './examples.ts'

const area = 'Tools'
const revisionOf = (tool: unknown) => (tool as Partial<ToolResponse>).revision ?? 0
const changeErrors = [
  'tool_not_found',
  'slug_conflict',
  'schema_violation',
  'admin_only_field',
  'invalid_state',
  'precondition_failed',
] as const

type ToolParts = { tools: ToolService; lists: ToolLists; searcher: Searcher }

export const toolRoutes = ({ tools, lists, searcher }: ToolParts) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/tools',
    area,
    summary: 'List tools',
    description:
      'Custom tools and the tools of all toolkits, most popular first; with `q` sorted by relevance. Schemas of API operations are omitted unless `fields` contains `inputParameters` or `outputParameters`. Disabled tools are listed for admins, or with `showDisabled=true`.',
    access: 'end-user',
    permission: 'tools:read',
    query: ToolQuery,
    queryAliases: { search: 'q', toolkitSlugs: 'toolkitSlug', orderBy: 'sortBy', order: 'sortOrder' },
    response: page(ToolItem),
    message: 'Tools',
    example: { query: { q: 'add', limit: '5' }, response: [exampleListed] },
    handle: ({ scope, query }) => lists.list(scope, query),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/tools',
    area,
    summary: 'Create a tool',
    description:
      'A custom tool, run by a `script` in the sandbox or an `http` request; without either it is only a definition. A missing toolkit is created. `executionCreditCost` is for admins; by default a successful execution costs 2 credits.',
    access: 'project',
    permission: 'tools:write',
    body: CreateToolBody,
    isExact: true,
    response: data(ToolDetail),
    etagOf: revisionOf,
    message: 'Tool created',
    errors: [
      'slug_conflict',
      'schema_violation',
      'admin_only_field',
      'tool_limit_reached',
      'toolkit_limit_reached',
    ],
    example: { body: exampleToolBody, response: exampleTool },
    handle: ({ scope, body }) => tools.create(scope, body),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/tools/byId/{id}',
    area,
    summary: 'Get a tool',
    description: 'By id or slug; `version` returns that version.',
    access: 'project',
    permission: 'tools:read',
    params: ToolParams,
    query: GetToolQuery,
    response: data(ToolDetail),
    etagOf: revisionOf,
    message: 'Tool',
    errors: ['tool_not_found', 'tool_version_not_found'],
    example: { params, response: exampleTool },
    handle: ({ scope, params: { id }, query }) => tools.get(scope, id, query.version),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/tools/byId/{id}',
    area,
    summary: 'Update a tool',
    description:
      'With a new `version` the previous version remains callable. For toolkit tools, admins can change `isDisabled` and `executionCreditCost`.',
    access: 'project',
    permission: 'tools:write',
    params: ToolParams,
    body: UpdateToolBody,
    isExact: true,
    response: data(ToolDetail),
    etagOf: revisionOf,
    message: 'Tool updated',
    errors: changeErrors,
    example: {
      params,
      body: { description: 'Adds the numbers.' },
      response: { ...exampleTool, description: 'Adds the numbers.' },
    },
    handle: ({ scope, params: { id }, body, ifMatch }) => tools.update(scope, id, body, ifMatch),
  }),
  endpoint({
    method: 'DELETE',
    path: '/api/v1/tools/byId/{id}',
    area,
    summary: 'Delete a tool',
    description:
      'Deletes all its versions. Execution logs are retained. While active workflows use it: 409 with `usedBy`, unless `force`.',
    access: 'project',
    permission: 'tools:write',
    params: ToolParams,
    query: DeleteToolQuery,
    response: data(DeletedTool),
    message: 'Tool deleted',
    errors: ['tool_not_found', 'tool_in_use', 'invalid_state', 'precondition_failed'],
    example: { params, response: { id: exampleTool.id, slug: exampleTool.slug, deleted: true } },
    handle: ({ scope, params: { id }, query, ifMatch }) =>
      tools.remove(scope, id, query.force ?? false, ifMatch),
  }),
  endpoint({
    method: 'PATCH',
    path: '/api/v1/tools/byId/{id}/status',
    area,
    summary: 'Enable or disable a tool',
    description:
      'For the whole project. `enabled`, `isActive`, `isDisabled` or `status` sets the state; without a body it toggles.',
    access: 'project',
    permission: 'tools:write',
    params: ToolParams,
    body: SwitchBody,
    response: data(ToolDetail),
    etagOf: revisionOf,
    message: 'Tool updated',
    errors: changeErrors,
    example: { params, body: { isDisabled: true }, response: { ...exampleTool, isDisabled: true } },
    handle: ({ scope, params: { id }, body }) => tools.setEnabled(scope, id, body.isOn),
  }),
  endpoint({
    method: 'GET',
    path: '/api/v1/tools/byId/{id}/schema',
    area,
    summary: 'Get a tool as a function schema',
    description: 'In the format of OpenAI, Anthropic or the Model Context Protocol.',
    access: 'project',
    permission: 'tools:read',
    params: ToolParams,
    query: SchemaQuery,
    response: data(FunctionSchema),
    message: 'Function schema',
    errors: ['tool_not_found', 'tool_version_not_found'],
    example: {
      params,
      query: { format: 'openai' },
      response: { type: 'function', function: { name: 'add_numbers' } },
    },
    handle: async ({ scope, params: { id }, query }) =>
      functionSchema(await tools.get(scope, id, query.version), query.format),
  }),
  endpoint({
    method: 'POST',
    path: '/api/v1/tools/search',
    area,
    summary: 'Search tools',
    description:
      'By natural-language description. Each hit includes the token count of its schema and whether the acting user can call it now.',
    access: 'end-user',
    permission: 'tools:read',
    isRead: true,
    body: SearchBody,
    response: data(z.array(ToolHit)),
    message: 'Tools found',
    example: {
      body: { query: 'add two numbers', limit: 5 },
      response: [
        {
          slug: 'math_calculate',
          toolkitSlug: 'math',
          name: 'Calculate',
          description: 'Evaluates an expression.',
          score: 0.9,
          schemaTokens: 120,
          isConnected: true,
          noAuth: true,
        },
      ],
    },
    handle: ({ scope, body }) => searcher.search(scope, body),
  }),
]
