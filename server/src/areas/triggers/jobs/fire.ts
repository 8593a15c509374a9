import { createHash } from 'node:crypto'
import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { Run, RunContext, RunKind } from '../../../kernel/runs/run.ts'
import type { ScheduledInput } from '../../../kernel/runs/schedules/schedule.ts'
import type { CronConfig } from '../schema/config.ts'
import type { Claim, InvocationRef } from '../service/claim.ts'
import { type FireInput, fireKind } from '../service/fire-input.ts'
import type { ReadRequest } from '../service/hooks/read-request.ts'
import { type SlotInput, slotKind, type TriggerSchedules } from '../service/schedule.ts'
import type { Settle } from '../service/settle.ts'
import type { Start } from '../service/start.ts'
import { insertInvocation } from '../store/invocation.ts'
import { findPause } from '../store/pause.ts'
import { holdTrigger } from '../store/trigger.ts'

// Thousands of triggers of one project that come together leave capacity for those of others.
const perProject = 20
// What may fail is our own database, or a workflow that is being changed.
const retrying = { retries: 8, backoffMs: 200, class: 'repeatable' } as const

export type FireDeps = {
  db: Db
  clock: Clock
  read: ReadRequest
  claim: Claim
  start: Start
  settle: Settle
  schedules: TriggerSchedules
}

/** Runs that turn invocations into executions. Each of their steps can be repeated without starting anything twice. */
export function createFireKinds(deps: FireDeps): RunKind[] {
  const { read, claim, start, settle } = deps

  async function fire(
    context: RunContext,
    ref: InvocationRef,
    isRequest = false,
  ): Promise<{ executionId: string | null }> {
    const executionId = await context.step(
      'start',
      async () => {
        if (isRequest && !(await read(ref, context.signal))) return null
        const claimed = await claim(ref)
        if (!claimed) return null
        const error = await start(claimed)
        await (error ? settle.failed(ref, error) : settle.started(ref))
        return error ? null : claimed.executionId
      },
      retrying,
    )
    return { executionId }
  }

  const refOfFire = ({ projectId, input }: Run): InvocationRef => {
    const { triggerId, invocationId } = input as FireInput
    return { projectId, triggerId, id: invocationId }
  }
  const refOfSlot = ({ projectId, id, input }: Run): InvocationRef => {
    const { triggerId } = (input as ScheduledInput).input as SlotInput
    return { projectId, triggerId, id }
  }
  /** One whose run was given up would hold up those behind it. */
  const endingWith = (refOf: (run: Run) => InvocationRef): NonNullable<RunKind['onEnd']> => {
    return async (tx, run, { status, error }) => {
      if (status === 'succeeded') return
      const { code = 'cancelled', message = 'The run of the trigger was cancelled' } = error ?? {}
      await settle.failedIn(tx, refOf(run), { code, message })
    }
  }

  const fires: RunKind = {
    kind: fireKind,
    perProject,
    handle: (context) => fire(context, refOfFire(context.run), (context.run.input as FireInput).isRequest),
    onEnd: endingWith(refOfFire),
  }
  const slots: RunKind = {
    kind: slotKind,
    perProject,
    async handle(context) {
      const { schedule, input } = context.run.input as ScheduledInput
      const { slotAt } = schedule
      const accept = () => acceptSlot(deps, context, slotAt, input as SlotInput)
      const delaySec = await context.step('accept', accept, retrying)
      if (delaySec === null) return { executionId: null }
      if (delaySec > 0) await context.sleep('jitter', new Date(Date.parse(slotAt) + delaySec * 1000))
      return fire(context, refOfSlot(context.run))
    },
    onEnd: endingWith(refOfSlot),
  }
  return [fires, slots]
}

/**
 * Stores the invocation of a slot, whose id is that of the run and so the same in every attempt. Null where the trigger
 * has been deleted or disabled since, or all are paused; the schedule of one that was deleted with its workflow is deleted here.
 */
async function acceptSlot(
  { db, clock, schedules }: FireDeps,
  { run, scope }: RunContext,
  slotAt: string,
  { triggerId, generation }: SlotInput,
): Promise<number | null> {
  const { projectId, id } = run
  return db.tx(async (tx) => {
    const trigger = await holdTrigger(tx, { projectId, id: triggerId }, 'share')
    if (!trigger) await schedules.remove(tx, scope, triggerId)
    if (trigger?.status !== 'active' || trigger.generation !== generation) return null
    if (await findPause(tx, projectId)) return null
    const { timezone, jitterSec } = trigger.config as CronConfig
    const payload = { scheduledAt: slotAt, timezone }
    await insertInvocation(tx, trigger, { id, source: 'cron', slotAt, payload }, clock.now())
    return jitterOf(triggerId, slotAt, jitterSec)
  })
}

/** Spread by trigger and time, and the same on every node. */
function jitterOf(triggerId: string, slotAt: string, maxSec: number): number {
  if (maxSec === 0) return 0
  const hash = createHash('sha256').update(`${triggerId}/${slotAt}`).digest()
  return hash.readUInt32BE(0) % (maxSec + 1)
}
