import { z } from 'zod'
import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import {
  OfferedDetailsQuery,
  OfferedQuery,
  OfferedToolkit,
  OfferedToolkitDetails,
} from '../schema/offered.ts'
import type { OfferedPieces } from '../service/offered.ts'

const shared = {
  area: 'Toolkits',
  access: 'project',
  adminOnly: true,
  method: 'GET',
  permission: 'toolkits:read',
  errors: [
    'operator_only',
    'piece_not_found',
    'invalid_piece',
    'invalid_state',
    'address_not_allowed',
    'upstream_error',
    'upstream_timeout',
    'upstream_too_large',
  ],
} as const

const example = {
  package: '@activepieces/piece-wordpress',
  version: '0.7.0',
  description: 'Open-source website creation software',
  installedVersion: null,
}

export const offeredRoutes = (offered: OfferedPieces) => [
  endpoint({
    ...shared,
    path: '/api/v1/toolkits/offered',
    summary: 'Search installable toolkits',
    description:
      'Searches the configured npm registry. Registries without search only find exact names. Requires an operator key or the owner in the dashboard.',
    query: OfferedQuery,
    response: data(z.array(OfferedToolkit)),
    message: 'Installable toolkits',
    example: { query: { q: 'wordpress' }, response: [example] },
    handle: ({ scope, query }) => offered.search(scope, query.q),
  }),
  endpoint({
    ...shared,
    path: '/api/v1/toolkits/offered/details',
    summary: 'Get the details of an installable toolkit',
    query: OfferedDetailsQuery,
    response: data(OfferedToolkitDetails),
    message: 'Installable toolkit',
    example: {
      query: { package: example.package },
      response: {
        ...example,
        license: 'MIT',
        sizeBytes: 506_271,
        versions: ['0.7.0', '0.6.4'],
        isInstallable: true,
        reason: null,
      },
    },
    handle: ({ scope, query }) => offered.details(scope, query.package),
  }),
]
