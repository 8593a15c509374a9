import type { Log } from '../../../kernel/log.ts'
import type { RunKind } from '../../../kernel/runs/run.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { systemScope } from '../../../kernel/scope.ts'
import type { Projects } from '../../projects/index.ts'
import type { Reconciler } from '../service/reconcile.ts'

export type NightlyDeps = {
  runs: Runs
  log: Log
  projects: Pick<Projects, 'onCreated'>
  reconcile: Reconciler['reconcile']
}

const kind = 'usage.reconcile'

/** Every night each project's figures are recomputed from the rows; a difference is for someone to look at. */
export function reconcileNightly({ runs, log, projects, reconcile }: NightlyDeps): void {
  const nightly: RunKind = {
    kind,
    retentionDays: 90,
    async handle({ run, scope, step }) {
      return step('reconcile', async () => {
        const found = await reconcile(scope)
        if (!found.isClean)
          log.error(
            { projectId: run.projectId, differences: found.differences, orphans: found.orphans },
            'the ledger of a project does not reconcile',
          )
        return found
      })
    },
  }
  runs.register(nightly)
  projects.onCreated(async (tx, projectId) => {
    await runs.schedules.put(tx, systemScope(projectId), {
      id: projectId,
      kind,
      input: null,
      isActive: true,
      cron: `${minuteOf(projectId)} 3 * * *`,
      timeZone: 'UTC',
      misfire: 'once',
    })
  })
}

/** Spread over an hour, so that the projects of a large installation do not all start at the same time. */
const minuteOf = (projectId: string): number => Number.parseInt(projectId.slice(-6), 16) % 60
