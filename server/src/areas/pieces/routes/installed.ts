import { z } from 'zod'
import { data, endpoint, none } from '../../../kernel/http/endpoint.ts'
import { InstallBody, InstalledToolkit, UninstallBody } from '../schema/installed.ts'
import type { InstalledPieces } from '../service/installed.ts'

const shared = { area: 'Toolkits', access: 'project', adminOnly: true } as const

const example = {
  slug: 'wordpress',
  package: '@activepieces/piece-wordpress',
  version: '0.7.0',
  integrity: 'sha512-mPE5dDcQ==',
  sizeBytes: 506_271,
  toolCount: 35,
  triggerCount: 1,
  allowedHosts: ['{website_url}'],
  installedAt: '2026-11-15T09:00:00.000Z',
}

export const installedRoutes = (pieces: InstalledPieces) => [
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/toolkits/install',
    summary: 'Install a toolkit from the npm registry',
    description:
      'Takes one tarball from the registry that the operator named, checks its digest and reads what it can do in a sealed process. It is there for every project of the server, so it takes an operator key or the owner at the dashboard. It takes the place of another version of the same package.',
    permission: 'toolkits:write',
    callsExternalService: true,
    body: InstallBody,
    response: data(InstalledToolkit),
    message: 'Toolkit installed',
    errors: [
      'operator_only',
      'piece_not_found',
      'invalid_piece',
      'invalid_state',
      'slug_conflict',
      'address_not_allowed',
      'sandbox_unavailable',
      'sandbox_busy',
      'upstream_error',
      'upstream_timeout',
      'upstream_too_large',
    ],
    example: { body: { package: '@activepieces/piece-wordpress', version: '0.7.0' }, response: example },
    handle: ({ scope, body }) => pieces.install(scope, { name: body.package, version: body.version }),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/toolkits/installed',
    summary: 'List the toolkits that were installed',
    description: 'Those that come with the product are not among them.',
    permission: 'toolkits:read',
    response: data(z.array(InstalledToolkit)),
    message: 'Installed toolkits',
    example: { response: [example] },
    handle: () => pieces.list(),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/toolkits/uninstall',
    summary: 'Remove a toolkit that was installed',
    description:
      'For every project of the server, by whoever runs it. What accounts and tools of it there are stays, but nothing runs.',
    permission: 'toolkits:write',
    body: UninstallBody,
    response: none(),
    message: 'Toolkit removed',
    errors: ['operator_only', 'piece_not_found'],
    example: { body: { slug: 'wordpress' } },
    handle: ({ scope, body }) => pieces.uninstall(scope, body.slug),
  }),
]
