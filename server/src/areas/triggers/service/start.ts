import { AppError } from '../../../kernel/errors.ts'
import type { NewEvent } from '../../../kernel/events/events.ts'
import { idOfName } from '../../../kernel/ids.ts'
import { deferStatements } from '../../../kernel/runs/deferred-rows.ts'
import type { Workflows } from '../../workflows/index.ts'
import type { SharedConfig } from '../schema/config.ts'
import type { InvocationError, InvocationRow } from '../schema/invocation.ts'
import type { TriggerRow } from '../schema/trigger.ts'
import { demandingStart } from '../store/invocation.ts'
import { payloadOf } from './hooks/content.ts'
import { scopeOfInvocation } from './owner.ts'
import { valueAt } from './value-at.ts'

export type Claimed = {
  trigger: TriggerRow
  invocation: InvocationRow
  executionId: string
  workflowId: string
}

type Payload = Record<string, unknown>

const retriedCodes = new Set(['version_conflict', 'run_in_progress'])

/** Starts the execution of an invocation, as the owner of the trigger. */
export const createStart =
  ({ triggered }: Pick<Workflows, 'triggered'>) =>
  /** Null, or why it cannot be started. Throws what may succeed in another attempt. */
  async (
    { trigger, invocation, executionId, workflowId }: Claimed,
    mode: 'test' | 'production' = 'production',
  ): Promise<InvocationError | null> => {
    const payload = payloadOf(invocation)
    const request = requestOf(trigger, { workflowId, executionId, at: invocation.createdAt, payload, mode })
    try {
      // Nothing is started that was cancelled since: by a pause, or because the trigger was disabled.
      const demanded = deferStatements(demandingStart(invocation))
      await triggered.start(scopeOfInvocation(trigger, invocation), request, [demanded])
      return null
    } catch (error) {
      if (!(error instanceof AppError) || retriedCodes.has(error.code) || error.isRetryable) throw error
      return { code: error.code, message: error.message }
    }
  }

export type Start = ReturnType<typeof createStart>

type Started = Pick<Claimed, 'workflowId' | 'executionId'> & {
  at: string
  payload: Payload
  mode: 'test' | 'production'
}

/** The execution that an invocation of the trigger starts. */
export function requestOf(trigger: TriggerRow, { workflowId, executionId, at, payload, mode }: Started) {
  const config = trigger.config as SharedConfig
  return {
    id: executionId,
    triggerId: trigger.id,
    trigger: { kind: trigger.slug, id: trigger.id, at, payload },
    workflowId,
    ...(trigger.workflowVersion === null ? {} : { version: trigger.workflowVersion }),
    mode,
    input: { ...eventFields(trigger.slug, payload), ...config.input },
    ...threadOf(trigger, config, payload),
  }
}

export const firedEvent = (
  { id, slug, workflowId }: Pick<TriggerRow, 'id' | 'slug' | 'workflowId'>,
  started: { invocationId: string; executionId: string | null },
): NewEvent => ({ type: 'trigger.fired', data: { triggerId: id, slug, workflowId, ...started } })

/** What an event gives as input: the fields of its body or of its data. A schedule has none. */
function eventFields(slug: string, payload: Payload): Payload {
  if (slug === 'cron') return {}
  const body = 'data' in payload ? payload.data : payload.body
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Payload
  return body === undefined ? payload : { body }
}

/** Executions with the same key share a thread; keys of two triggers never meet. */
function threadOf(
  { id }: TriggerRow,
  { triggerThreadKey }: SharedConfig,
  payload: Payload,
): { threadId?: string } {
  if (triggerThreadKey === undefined) return {}
  const key = keyIn(payload, triggerThreadKey)
  return key === null ? {} : { threadId: idOfName(Buffer.from(id.replaceAll('-', ''), 'hex'), key) }
}

const pathForm = /^(?:body|headers|query|data)(?:\.|$)/

/** The value at a path of the payload, or the text itself where it is no path; null where the payload has no such value. */
function keyIn(payload: Payload, key: string): string | null {
  if (!pathForm.test(key)) return key
  const value = valueAt(payload, key)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
