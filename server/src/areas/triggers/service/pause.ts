import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { InvocationError } from '../schema/invocation.ts'
import type { Pause, PauseBody } from '../schema/pause.ts'
import { cancelAllQueued, endPause, findPause, insertPause } from '../store/pause.ts'
import type { TriggerSchedules } from './schedule.ts'

export type PauseDeps = { db: Db; clock: Clock; audit: Audit; events: Events; schedules: TriggerSchedules }

export const pausedError: InvocationError = {
  code: 'triggers_paused',
  message: 'All triggers of the project were paused',
}

export const pausedWarning = 'All triggers of the project are paused: nothing is started.'

export const triggersPaused = (status: 'triggers_paused' | 'invalid_state', retryAfterSec?: number) =>
  new AppError(status, 'All triggers of the project are paused', {
    hint: 'An admin resumes them with PUT /api/v1/trigger_instances/pause.',
    ...(retryAfterSec === undefined ? {} : { headers: { 'retry-after': String(retryAfterSec) } }),
  })

/** One switch for all triggers of a project: nothing is started while it is on, and the triggers stay as they are. */
export function createPause({ db, clock, audit, events, schedules }: PauseDeps) {
  async function get({ projectId }: Scope): Promise<Pause> {
    const pause = await findPause(db, projectId)
    return { isPaused: pause !== null, pausedAt: pause?.pausedAt ?? null, reason: pause?.reason ?? null }
  }

  return {
    get,
    async set(scope: Scope, { isPaused, reason }: PauseBody): Promise<Pause> {
      const { projectId } = scope
      await db.tx(async (tx) => {
        const at = await schedules.time(tx)
        const isChanged = isPaused
          ? await insertPause(tx, projectId, at, reason)
          : await endPause(tx, projectId, at)
        if (!isChanged) return
        if (isPaused) await cancelAllQueued(tx, projectId, pausedError, clock.now())
        const what = isPaused ? 'paused' : 'resumed'
        await events.publish(tx, scope, { type: `trigger.${what}`, data: isPaused ? { reason } : {} })
        await audit.record(tx, scope, {
          action: `trigger.${what}`,
          targetType: 'project',
          targetId: projectId,
          details: isPaused ? { reason } : {},
        })
      })
      return get(scope)
    },
  }
}

export type PauseService = ReturnType<typeof createPause>
