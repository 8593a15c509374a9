import type { Clock } from '../../../kernel/clock.ts'
import type { Db, Tx } from '../../../kernel/db/db.ts'
import { retryOnDeadlock } from '../../../kernel/db/retry-on-deadlock.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Events } from '../../../kernel/events/events.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Audit } from '../../audit/index.ts'
import type { InvocationError } from '../schema/invocation.ts'
import type { Pause, PauseBody } from '../schema/pause.ts'
import { cancelUnstarted } from '../store/invocation.ts'
import { endPause, findPause, holdAllTriggers, insertPause } from '../store/pause.ts'
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

/**
 * One switch for all triggers of a project: nothing is started behind the response that it is on, and the triggers stay as they
 * are. What is being started at that moment has started before the response, or is cancelled.
 */
export function createPause({ db, clock, audit, events, schedules }: PauseDeps) {
  async function get({ projectId }: Scope): Promise<Pause> {
    const pause = await findPause(db, projectId)
    return { isPaused: pause !== null, pausedAt: pause?.pausedAt ?? null, reason: pause?.reason ?? null }
  }

  return {
    get,
    async set(scope: Scope, { isPaused, reason }: PauseBody): Promise<Pause> {
      const { projectId } = scope
      const work = async (tx: Tx) => {
        const at = await schedules.time(tx)
        const isChanged = isPaused
          ? await insertPause(tx, projectId, at, reason)
          : await endPause(tx, projectId, at)
        if (!isChanged) return
        if (isPaused) {
          await holdAllTriggers(tx, projectId)
          await cancelUnstarted(tx, { projectId }, pausedError, clock.now())
        }
        const what = isPaused ? 'paused' : 'resumed'
        await events.publish(tx, scope, { type: `trigger.${what}`, data: isPaused ? { reason } : {} })
        await audit.record(tx, scope, {
          action: `trigger.${what}`,
          targetType: 'project',
          targetId: projectId,
          details: isPaused ? { reason } : {},
        })
      }
      await retryOnDeadlock(() => db.tx(work))
      return get(scope)
    },
  }
}

export type PauseService = ReturnType<typeof createPause>
