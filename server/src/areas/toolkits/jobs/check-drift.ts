import type { RunKind } from '../../../kernel/runs/run.ts'
import type { DriftCheckService } from '../service/check-drift.ts'
import { driftRunKind } from '../service/drift-schedule.ts'

/** Looks at origins when their time has come. Places are few: a service that is slow must not hold up the others. */
export const driftRun = (check: DriftCheckService): RunKind => ({
  kind: driftRunKind,
  pool: 'outgoing',
  perProject: 2,
  maxLosses: 3,
  retentionDays: 7,
  async handle({ run, scope, step }) {
    const { input } = run.input as { input: { toolkitId: string } }
    return step('check', () => check(scope, input.toolkitId), {
      retries: 3,
      backoffMs: 60_000,
      timeoutMs: 240_000,
    })
  },
})
