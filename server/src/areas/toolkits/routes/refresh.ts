import { z } from 'zod'
import { data, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { ImportOutcome, RefreshToolkitBody, ToolkitVersion } from '../schema/refresh.ts'
import { Toolkit, ToolkitParams } from '../schema/toolkit.ts'
import { ToolkitWithToolsQuery } from '../schema/toolkit-query.ts'
import { ToolkitWithTools } from '../schema/with-tools.ts'
import type { Refresh } from '../service/refresh.ts'
import type { ToolkitService } from '../service/toolkits.ts'
import type { WithTools } from '../service/with-tools.ts'
import { exampleImport, exampleItem, exampleParams, exampleTool, exampleToolkit } from './examples.ts'

const shared = { area: 'Toolkits', access: 'project' } as const

const exampleChanges = {
  added: ['weather-station_list_stations'],
  removed: [],
  changed: [
    {
      slug: 'weather-station_list_readings',
      addedParameters: ['unit'],
      removedParameters: [],
      changedParameters: [],
      nowRequired: [],
      isOutputChanged: false,
      isBreaking: false,
    },
  ],
}

const errors = [
  'toolkit_not_found',
  'slug_conflict',
  'toolkit_limit_reached',
  'invalid_api_description',
  'unsupported_auth_scheme',
  'file_not_found',
  'address_not_allowed',
  'upstream_error',
  'upstream_timeout',
  'upstream_too_large',
  'concurrency_limited',
  'version_conflict',
  'approval_outdated',
  'invalid_state',
  'admin_only',
] as const

export const refreshRoutes = (refresh: Refresh, toolkits: ToolkitService, withTools: WithTools) => [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits/with-tools',
    summary: 'List toolkits with their tools',
    description: 'Up to 100 tools of each; `hasMoreTools` says whether there are more.',
    permission: 'toolkits:read',
    query: ToolkitWithToolsQuery,
    queryAliases: { search: 'q' },
    response: page(ToolkitWithTools),
    message: 'Toolkits with tools',
    example: { response: [{ ...exampleItem, tools: [exampleTool], hasMoreTools: false }] },
    handle: ({ scope, query }) => withTools(scope, query),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/toolkits/byId/{id}/refresh',
    summary: 'Refresh the API description of a toolkit',
    description:
      'Reads the URL it was imported from. `sha256` of a dry run applies exactly what it has shown. A changed document becomes a new version; one that would send credentials to other hosts is rejected until an admin accepts it. Admins can refresh a built-in toolkit from the URL where the service publishes it, for this project: tools keep their slugs and ids, auth schemes stay as shipped.',
    permission: 'toolkits:write',
    callsExternalService: true,
    params: ToolkitParams,
    body: RefreshToolkitBody,
    response: data(ImportOutcome),
    message: 'Toolkit refreshed',
    errors,
    example: {
      params: exampleParams,
      body: { dryRun: true },
      response: { ...exampleImport, changes: exampleChanges },
    },
    handle: ({ scope, params: { id }, body }) => refresh.refresh(scope, id, body),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/toolkits/byId/{id}/reset',
    summary: 'Reset a toolkit to its built-in API description',
    description:
      'For refreshed built-in toolkits. Deletes the versions read since then; accounts, auth configs and settings are retained.',
    permission: 'toolkits:write',
    adminOnly: true,
    params: ToolkitParams,
    response: data(Toolkit),
    message: 'Toolkit reset',
    errors: ['toolkit_not_found', 'invalid_state'],
    example: { params: exampleParams, response: exampleToolkit },
    handle: ({ scope, params: { id } }) => toolkits.reset(scope, id),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits/byId/{id}/changelog',
    summary: 'List the changelog of a toolkit',
    description: 'Newest first.',
    permission: 'toolkits:read',
    params: ToolkitParams,
    response: data(z.array(ToolkitVersion)),
    message: 'Versions',
    errors: ['toolkit_not_found'],
    example: {
      params: exampleParams,
      response: [
        {
          version: '1.1.0',
          isCurrent: true,
          toolCount: 2,
          sizeBytes: 10_240,
          sha256: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
          changes: exampleChanges,
          createdAt: '2026-01-02T03:04:05.678Z',
        },
      ],
    },
    handle: ({ scope, params: { id } }) => refresh.changelog(scope, id),
  }),
]
