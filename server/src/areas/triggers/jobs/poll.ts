import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RunContext, RunKind } from '../../../kernel/runs/run.ts'
import type { ScheduledInput } from '../../../kernel/runs/schedules/schedule.ts'
import type { Pieces } from '../../pieces/index.ts'
import type { PollAccept } from '../service/polling/accept.ts'
import type { Polling } from '../service/polling/polling.ts'
import { pollKind, type SlotInput, type TriggerSchedules } from '../service/schedule.ts'
import { findPolledTrigger } from '../store/polled-trigger.ts'

// Each has a process of its toolkit while it lasts.
const perProject = 4

export type PollKindDeps = {
  db: Db
  clock: Clock
  polling: Polling
  accept: PollAccept
  schedules: TriggerSchedules
  pieces: Pick<Pieces, 'forgetPlace'>
}

/** Polls the service of a trigger. Repeating it is safe: what an attempt found is stored together with its cursor. */
export function createPollKind({ db, clock, polling, accept, schedules, pieces }: PollKindDeps): RunKind {
  async function poll({ run, scope, signal }: RunContext, { triggerId, generation }: SlotInput) {
    const trigger = await findPolledTrigger(db, { projectId: run.projectId, id: triggerId })
    if (!trigger) {
      // Deleted with its workflow, which knows nothing of schedules and stored values.
      await db.tx(async (tx) => {
        await schedules.remove(tx, scope, triggerId)
        await pieces.forgetPlace(tx, scope, triggerId)
      })
      return
    }
    const { status, retryAt, isPaused } = trigger
    const isDue = retryAt === null || new Date(retryAt) <= clock.now()
    if (status !== 'active' || trigger.generation !== generation || isPaused || !isDue) return
    const found = await polling(trigger, signal)
    if (signal.aborted) signal.throwIfAborted()
    await ('events' in found ? accept.found(trigger, found) : accept.failed(trigger, found))
  }

  return {
    kind: pollKind,
    pool: 'outgoing',
    perProject,
    async handle(context) {
      const { input } = context.run.input as ScheduledInput
      const options = { retries: 3, backoffMs: 1_000, class: 'repeatable' } as const
      await context.step('poll', () => poll(context, input as SlotInput), options)
      return null
    },
  }
}
