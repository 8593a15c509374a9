import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import { AppError } from '../../../kernel/errors.ts'
import { isUuid, type NewId } from '../../../kernel/ids.ts'
import type { Page } from '../../../kernel/page.ts'
import type { Runs } from '../../../kernel/runs/runs.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type {
  Invocation,
  InvocationDetail,
  InvocationError,
  InvocationQuery,
  InvocationRow,
  StartedInvocation,
  TestBody,
} from '../schema/invocation.ts'
import { endInvocation, insertInvocation, lockInvocation } from '../store/invocation.ts'
import { findPause } from '../store/pause.ts'
import { type FoundInvocation, findInvocation, listInvocations } from '../store/read-invocations.ts'
import { holdTrigger, lockTrigger } from '../store/trigger.ts'
import { builtInType } from './config.ts'
import { fireInputOf, fireKind } from './fire-input.ts'
import { payloadOf } from './hooks/content.ts'
import { ownerScope } from './owner.ts'
import { triggersPaused } from './pause.ts'
import { invocationNotFound, triggerNotFound } from './refusals.ts'
import type { Start } from './start.ts'
import { toInvocation } from './to-response.ts'

export type InvocationServiceDeps = {
  db: Db
  clock: Clock
  newId: NewId
  runs: Pick<Runs, 'enqueue'>
  start: Start
}

/** The log of what triggers received and started, and invocations by hand. */
export function createInvocationService({ db, clock, newId, runs, start }: InvocationServiceDeps) {
  async function find(scope: Scope, id: string): Promise<FoundInvocation> {
    const row = isUuid(id) ? await findInvocation(db, scope, id.toLowerCase()) : null
    if (!row) throw invocationNotFound()
    return row
  }

  /** The execution has started, or the reason is stored with the invocation. */
  const endTest = (invocation: InvocationRow, error: InvocationError | null) =>
    db.tx((tx) =>
      endInvocation(tx, invocation, { status: error ? 'failed' : 'completed', error, at: clock.now() }),
    )

  return {
    async list(scope: Scope, query: InvocationQuery): Promise<Page<Invocation>> {
      const page = await listInvocations(db, scope, query)
      return { ...page, items: page.items.map(toInvocation) }
    },
    async get(scope: Scope, id: string): Promise<InvocationDetail> {
      const row = await find(scope, id)
      return { ...toInvocation(row), payload: payloadOf(row) }
    },
    /** Also of a trigger that is disabled. Concurrency and failures of the trigger do not count it. */
    async test(scope: Scope, triggerId: string, body: TestBody): Promise<StartedInvocation> {
      const { trigger, invocation } = await db.tx(async (tx) => {
        const trigger = isUuid(triggerId) ? await lockTrigger(tx, scope, triggerId.toLowerCase()) : null
        if (!trigger) throw triggerNotFound()
        const payload = body.payload ?? builtInType(trigger.slug)?.samplePayload ?? { data: {} }
        const id = newId()
        const executionId = trigger.workflowId === null ? null : newId()
        const sample = {
          id,
          source: 'manual',
          payload,
          isTest: true,
          status: 'starting',
          executionId,
        } as const
        await insertInvocation(tx, trigger, sample, clock.now())
        const invocation = await lockInvocation(tx, { projectId: scope.projectId, id })
        return { trigger, invocation: invocation! }
      })
      const { workflowId } = trigger
      const { id: invocationId, executionId } = invocation
      const error =
        workflowId === null || executionId === null
          ? null
          : await start({ trigger, invocation, executionId, workflowId }, body.mode)
      await endTest(invocation, error)
      const status = error ? 'failed' : 'completed'
      return { invocationId, status, executionId: error ? null : executionId, replayOf: null }
    },
    /** Starts the trigger again with what it received then. */
    async replay(scope: Scope, logId: string): Promise<StartedInvocation> {
      const { id: replayOf, projectId, triggerId, source, payload, body } = await find(scope, logId)
      const invocationId = newId()
      await db.tx(async (tx) => {
        const trigger = await holdTrigger(tx, { projectId, id: triggerId }, 'share')
        if (!trigger) throw triggerNotFound()
        if (trigger.status !== 'active')
          throw new AppError('invalid_state', 'The trigger is disabled', {
            hint: 'Enable it with PATCH /api/v1/trigger_instances/manage/{triggerId}/status.',
          })
        if (await findPause(tx, projectId)) throw triggersPaused('invalid_state')
        await insertInvocation(
          tx,
          trigger,
          { id: invocationId, source, payload, body, replayOf },
          clock.now(),
        )
        const input = fireInputOf(trigger, invocationId)
        await runs.enqueue(tx, ownerScope(trigger), { kind: fireKind, input })
      })
      return { invocationId, status: 'queued', executionId: null, replayOf }
    },
  }
}

export type InvocationService = ReturnType<typeof createInvocationService>
