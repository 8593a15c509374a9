import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { RunContext, RunKind } from '../../../kernel/runs/run.ts'
import type { ScheduledInput } from '../../../kernel/runs/schedules/schedule.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import type { PollAccept } from '../service/polling/accept.ts'
import { renewKind, type SlotInput, type TriggerSchedules } from '../service/schedule.ts'
import {
  expectedOf,
  isRegistered,
  type RegisterInput,
  type Registering,
  registerKind,
} from '../service/toolkits/registering.ts'
import { findPolledTrigger } from '../store/polled-trigger.ts'

const perProject = 4
const unregisterTries = 3
const unregisterBackoffMs = 1_000

export type RegisterKindDeps = {
  db: Db
  clock: Clock
  registering: Registering
  accept: Pick<PollAccept, 'failed'>
  schedules: TriggerSchedules
}

/** Brings the services of triggers in line with the triggers, however often a service refuses at first. */
export function createRegisterKinds(deps: RegisterKindDeps): RunKind[] {
  const { db, clock, registering, accept, schedules } = deps
  const find = (projectId: string, id: string) => findPolledTrigger(db, { projectId, id })

  async function unregister(context: RunContext, name: string, row: TriggerRow) {
    const { signal } = context
    for (let tries = 1; tries <= unregisterTries; tries++) {
      const failed = await context.step(
        `${name}-${tries}`,
        () => registering.unregister(row, signal),
        repeatable,
      )
      if (!failed) break
      const retryAt = new Date(clock.now().getTime() + unregisterBackoffMs * 2 ** tries)
      if (tries < unregisterTries) await context.sleep(`${name}-wait-${tries}`, retryAt)
    }
    await context.step(`${name}-forget`, () => registering.forget(row), repeatable)
  }

  /** When to try again; null when there is nothing left to do. */
  async function attempt({ run, signal }: RunContext, triggerId: string): Promise<string | null> {
    const found = await find(run.projectId, triggerId)
    const expected = found && expectedOf(found)
    if (!found || !expected || isRegistered(found)) return null
    const error = await registering.register(found, expected, signal)
    if (!error) return null
    signal.throwIfAborted()
    await accept.failed(found, error)
    return (await find(run.projectId, triggerId))?.retryAt ?? null
  }

  const register: RunKind = {
    kind: registerKind,
    pool: 'outgoing',
    perProject,
    // A change that comes while one is applied is applied behind it.
    perConcurrencyKey: 1,
    async handle(context) {
      const { triggerId } = context.run.input as RegisterInput
      const found = await find(context.run.projectId, triggerId)
      if (found?.registration && !isRegistered(found)) await unregister(context, 'replace', found)
      for (let tries = 1; ; tries++) {
        const retryAt = await context.step(`register-${tries}`, () => attempt(context, triggerId), repeatable)
        if (retryAt === null) return null
        await context.sleep(`wait-${tries}`, new Date(retryAt))
      }
    },
  }

  const renew: RunKind = {
    kind: renewKind,
    pool: 'outgoing',
    perProject,
    async handle(context) {
      const { run, signal } = context
      const { triggerId } = (run.input as ScheduledInput).input as SlotInput
      await context.step(
        'renew',
        async () => {
          const found = await find(run.projectId, triggerId)
          if (!found)
            return db.tx((tx) => schedules.removeRenewal(tx, { projectId: run.projectId, id: triggerId }))
          const error = found.status === 'active' ? await registering.renew(found, signal) : null
          signal.throwIfAborted()
          if (error) await accept.failed(found, error)
        },
        repeatable,
      )
      return null
    },
  }
  return [register, renew]
}

const repeatable = { retries: 3, backoffMs: 1_000, class: 'repeatable' } as const
