import type { AreaManifest } from '../../kernel/area.ts'

export const runsManifest = {
  name: 'runs',
  tables: [],
  errors: { run_not_found: 404, run_ended: 409 },
  events: {},
  auditActions: ['run.cancelled'],
} as const satisfies AreaManifest

declare module '../../kernel/area.ts' {
  interface Manifests {
    runs: typeof runsManifest
  }
}
