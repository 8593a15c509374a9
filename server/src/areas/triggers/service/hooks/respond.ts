import type { Db } from '../../../../kernel/db/db.ts'
import { type ErrorCode, statusOf } from '../../../../kernel/errors.ts'
import type { RawReply } from '../../../../kernel/http/endpoint.ts'
import type { Workflows } from '../../../workflows/index.ts'
import type { WebhookConfig } from '../../schema/config.ts'
import { findInvocation } from '../../store/read-invocations.ts'
import { ownerScope } from '../owner.ts'
import type { Accepted, HookResult } from './result.ts'
import { sentOutput } from './sent-output.ts'

const json = (status: number, value: unknown): RawReply => ({
  status,
  body: JSON.stringify(value ?? null),
  contentType: 'application/json; charset=utf-8',
})

/** What the caller of a webhook gets. */
export function createRespond({
  db,
  workflows: { triggered },
}: {
  db: Db
  workflows: Pick<Workflows, 'triggered'>
}) {
  /** Why no execution has started; 202 while one still may. */
  async function withoutExecution({ trigger, invocationId }: Accepted): Promise<RawReply> {
    const { status, error } = (await findInvocation(db, ownerScope(trigger), invocationId)) ?? cancelled
    if (status === 'failed' && error)
      return json(statusOf(error.code as ErrorCode), { invocationId, status, error })
    return json(status === 'dropped' || status === 'cancelled' ? 409 : 202, { invocationId, status })
  }

  /** The output of the execution, or how far it is when the time is over. */
  async function outputOf(accepted: Accepted, signal: AbortSignal) {
    const { trigger, invocationId } = accepted
    const { respondTimeoutMs } = trigger.config as WebhookConfig
    const deadline = performance.now() + respondTimeoutMs
    const { promise: isOver, resolve } = Promise.withResolvers<null>()
    const timer = setTimeout(() => resolve(null), respondTimeoutMs)
    const started = await Promise.race([accepted.started, isOver])
    clearTimeout(timer)
    if (started === null) return withoutExecution(accepted)
    const { executionId } = started
    const leftMs = Math.max(1, deadline - performance.now())
    const ended = await triggered.wait(ownerScope(trigger), started, leftMs, signal)
    if ('open' in ended) return json(202, { invocationId, executionId, status: ended.open })
    if (ended.status === 'completed')
      return ended.response ? sentOutput(ended.output, ended.response) : json(200, ended.output)
    const { status, error } = ended
    return json(500, { invocationId, executionId, status, error })
  }

  return (result: HookResult, signal: AbortSignal): Promise<RawReply> | RawReply => {
    switch (result.kind) {
      case 'challenge':
        return { status: 200, body: result.text, contentType: 'text/plain; charset=utf-8' }
      case 'handshake':
        return result.reply
      case 'ignored':
        return json(200, {})
      case 'duplicate':
        return json(200, { invocationId: result.invocationId, duplicate: true })
      case 'accepted':
        return (result.trigger.config as WebhookConfig).respond
          ? outputOf(result, signal)
          : json(202, { invocationId: result.invocationId })
    }
  }
}

export type Respond = ReturnType<typeof createRespond>

// Deleted with its trigger.
const cancelled = { status: 'cancelled', error: null } as const
