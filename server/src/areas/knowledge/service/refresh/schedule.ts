import type { Tx } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Runs } from '../../../../kernel/runs/runs.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Collection } from '../../schema/collection.ts'
import { type RefreshInterval, refreshCronOf } from '../../schema/refresh.ts'
import type { Source } from '../../schema/source.ts'
import { setRefresh } from '../../store/refresh.ts'
import { ownerScope } from '../access.ts'

export const refreshRun = 'knowledge.refresh'

/** What a schedule passes to the runs that it starts. */
export type RefreshInput = { collectionId: string; no: number }

export type RefreshScheduleDeps = {
  newId: NewId
  schedules: Pick<Runs['schedules'], 'put' | 'remove' | 'nextTimes'>
}

/** When sources of the web are looked at again. */
export function createRefreshSchedule({ newId, schedules }: RefreshScheduleDeps) {
  return {
    /** Undefined leaves it as it is, null ends it. */
    async set(
      tx: Tx,
      scope: Scope,
      collection: Collection,
      { no, scheduleId }: Source,
      every: RefreshInterval | null | undefined,
    ): Promise<void> {
      if (every === undefined || (every === null && scheduleId === null)) return
      const id = scheduleId ?? newId()
      await setRefresh(tx, { collection, no }, { every, scheduleId: every === null ? null : id })
      if (every === null) return void (await schedules.remove(tx, scope, id))
      const input: RefreshInput = { collectionId: collection.id, no }
      await schedules.put(tx, refreshScope(scope, collection), {
        id,
        kind: refreshRun,
        input,
        isActive: true,
        cron: refreshCronOf(every, id),
        timeZone: 'UTC',
        misfire: 'once',
      })
    },
    async remove(tx: Tx, scope: Scope, { scheduleId }: Source): Promise<void> {
      if (scheduleId !== null) await schedules.remove(tx, scope, scheduleId)
    },
    /** Null where it is not planned. */
    nextAt({ refreshEvery, scheduleId }: Source): string | null {
      if (refreshEvery === null || scheduleId === null) return null
      return schedules.nextTimes(refreshCronOf(refreshEvery, scheduleId), 'UTC', 1)[0]?.toISOString() ?? null
    },
  }
}

export type RefreshSchedule = ReturnType<typeof createRefreshSchedule>

/** A refresh acts for the owner of the collection and for no one else, also when an administrator has set it. */
const refreshScope = (scope: Scope, collection: Collection): Scope => ({
  ...ownerScope(scope, collection),
  role: 'member',
  isOperator: false,
  acrossUsers: false,
})
