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
      'Downloads the package from the configured registry, verifies its digest and inspects it in a sandboxed process. It becomes available to every project on the server, so it requires an operator key or the owner in the dashboard. Replaces any other version of the package.',
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
    summary: 'List installed toolkits',
    description: 'Without built-in toolkits.',
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
    summary: 'Uninstall a toolkit',
    description:
      'For every project on the server; requires operator rights. Its accounts and tools remain but can no longer be used.',
    permission: 'toolkits:write',
    body: UninstallBody,
    response: none(),
    message: 'Toolkit uninstalled',
    errors: ['operator_only', 'piece_not_found'],
    example: { body: { slug: 'wordpress' } },
    handle: ({ scope, body }) => pieces.uninstall(scope, body.slug),
  }),
]
