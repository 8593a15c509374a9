import type { Tx } from '../../../kernel/db/db.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import { maintenanceScope, type Scope } from '../../../kernel/scope.ts'
import type { DriftCheck } from '../ports/project-toolkit.ts'
import type { ToolkitRow } from '../store/toolkit.ts'

/** The kind of runs that look at the origin of a description. */
export const driftRunKind = 'toolkits.check-drift'

/** When the origins of descriptions are checked. Updated with every change of a toolkit that has one. */
export function createDriftSchedule(schedules: Pick<Runs['schedules'], 'put' | 'remove'>) {
  const remove = async (tx: Tx, scope: Scope, id: string): Promise<void> => {
    await schedules.remove(tx, scope, id)
  }
  return {
    remove,
    async plan(tx: Tx, scope: Scope, row: Pick<ToolkitRow, 'id' | 'drift_check'>): Promise<void> {
      if (row.drift_check === null) return remove(tx, scope, row.id)
      await schedules.put(tx, maintenanceScope(scope), {
        id: row.id,
        kind: driftRunKind,
        input: { toolkitId: row.id },
        isActive: true,
        cron: cronOf(row.drift_check, scope.projectId, row.id),
        timeZone: 'UTC',
        misfire: 'once',
      })
    },
  }
}

export type DriftSchedule = ReturnType<typeof createDriftSchedule>

/** Spread over the day by the ids, so that a service does not get all requests at the same time. */
function cronOf(every: DriftCheck, projectId: string, toolkitId: string): string {
  const number = Number.parseInt(projectId.slice(-6), 16) + Number.parseInt(toolkitId.slice(-6), 16)
  const [minute, hour, day] = [number % 60, Math.floor(number / 60) % 24, number % 7]
  if (every === 'hourly') return `${minute} * * * *`
  return every === 'daily' ? `${minute} ${hour} * * *` : `${minute} ${hour} * * ${day}`
}
