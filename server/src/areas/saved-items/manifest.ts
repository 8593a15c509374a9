import type { AreaManifest } from '../../kernel/area.ts'

export const savedItemsManifest = {
  name: 'saved-items',
  tables: ['saved_item'],
  errors: {
    saved_item_not_found: 404,
    saved_item_limit_reached: 409,
  },
  events: {},
  auditActions: [],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    savedItems: typeof savedItemsManifest
  }
}
