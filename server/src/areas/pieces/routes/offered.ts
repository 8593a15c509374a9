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
    summary: 'Find toolkits that could be installed',
    description:
      'Looks in the npm registry that the operator named. A registry that cannot search finds whole names alone. Only for callers that may install: an operator key, or the owner at the dashboard.',
    query: OfferedQuery,
    response: data(z.array(OfferedToolkit)),
    message: 'Toolkits that could be installed',
    example: { query: { q: 'wordpress' }, response: [example] },
    handle: ({ scope, query }) => offered.search(scope, query.q),
  }),
  endpoint({
    ...shared,
    path: '/api/v1/toolkits/offered/details',
    summary: 'Read what the registry says about a toolkit',
    query: OfferedDetailsQuery,
    response: data(OfferedToolkitDetails),
    message: 'Toolkit of the registry',
    example: {
      query: { package: example.package },
      response: {
        ...{ ...example, license: 'MIT', sizeBytes: 506_271, versions: ['0.7.0', '0.6.4'] },
        ...{ isInstallable: true, reason: null },
      },
    },
    handle: ({ scope, query }) => offered.details(scope, query.package),
  }),
]
