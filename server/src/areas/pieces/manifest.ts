import type { AreaManifest } from '../../kernel/area.ts'

export const piecesManifest = {
  name: 'pieces',
  parts: ['schema', 'protocol', 'describe', 'registry', 'child', 'host', 'store', 'service', 'routes'],
  tables: ['piece_value', 'installed_piece'],
  errors: { invalid_piece: 400, piece_not_found: 404 },
  events: {},
  auditActions: ['toolkit.installed', 'toolkit.uninstalled'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    pieces: typeof piecesManifest
  }
}
