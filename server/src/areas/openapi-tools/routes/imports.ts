import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import { importOpenApiBody } from '../schema/import.ts'
import type { Imports } from '../service/imports.ts'

const shared = { area: 'Toolkits', access: 'project' } as const

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

export const importRoutes = (
  imports: Imports,
  { shapes, exampleImport }: Pick<Toolkits, 'shapes' | 'exampleImport'>,
) => [
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/toolkits/import/openapi',
    summary: 'Import an OpenAPI document as a toolkit',
    description:
      'OpenAPI 3.0, 3.1 or Swagger 2.0, as JSON or YAML, by URL, as text or as a file. Every operation becomes a tool. External references are not fetched. `dryRun` returns a preview.',
    permission: 'toolkits:write',
    callsExternalService: true,
    bodyLimitBytes: 12 * 1024 * 1024,
    body: importOpenApiBody(shapes),
    response: data(shapes.ImportOutcome),
    message: 'OpenAPI document imported',
    errors,
    example: {
      body: {
        slug: 'weather-station',
        spec: {
          openapi: '3.1.0',
          info: { title: 'Weather station', version: '1.0.0' },
          servers: [{ url: 'https://api.weather.example/v1' }],
          paths: { '/readings': { get: { operationId: 'listReadings' } } },
        },
      },
      response: exampleImport,
    },
    handle: ({ scope, body }) => imports.importOpenApi(scope, body),
  }),
]
