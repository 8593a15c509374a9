import { stepKeyOf } from '../../../kernel/runs/step-key.ts'
import { escalateName } from '../offered/escalate.ts'
import { findTools, planTool } from '../offered/pinned.ts'
import {
  defaultHandoff,
  failedInRow,
  lastWords,
  notifyArguments,
  reasonIn,
  summaryOf,
} from '../policy/escalation.ts'
import type { ToolCall } from '../schema/message.ts'
import type { Escalation } from '../schema/spec.ts'
import type { ToolOutcome, TurnEnd } from '../schema/turn.ts'
import { concluded } from './finish.ts'
import type { Loop } from './loop.ts'

const escalationOf = ({ turn }: Loop): Escalation | null => {
  const { escalation } = turn.agent.behavior ?? {}
  return escalation?.enabled && turn.handOff ? escalation : null
}

/** Why the conversation goes to a human after these calls; null where it does not. */
export function escalationReason(loop: Loop, calls: readonly ToolCall[]): string | null {
  const escalation = escalationOf(loop)
  if (!escalation) return null
  const succeeded = (id: string) =>
    loop.all.some(({ message }) => message.toolCallId === id && message.status === 'success')
  const call = calls.find(({ id, name }) => name === escalateName && succeeded(id))
  if (call) return reasonIn(call.arguments.reason)
  const { afterFailedAttempts = Number.POSITIVE_INFINITY } = escalation
  const failed = failedInRow(loop.all)
  return failed >= afterFailedAttempts ? `${failed} attempts in a row failed.` : null
}

/** Passes the conversation to a human and ends the turn with what the agent says to it. */
export async function escalate(loop: Loop, reason: string, text?: string): Promise<TurnEnd> {
  const { turn, context, emitter } = loop
  const escalation: Escalation = turn.agent.behavior?.escalation ?? {}
  const { action = 'human_approval', handoffMessage } = escalation
  const summary = summaryOf(escalation, {
    reason,
    message: lastWords(loop.all),
    user: context.scope.externalUser.name,
    threadId: turn.origin.threadId ?? '',
  })
  if (action === 'notify_tool') await notify(loop, escalation, summary)
  const replyMode = action === 'reply_only' ? 'agent' : 'human'
  return concluded(loop, 'escalated', text ?? handoffMessage ?? defaultHandoff, {
    onStep: () =>
      emitter.emit('custom', { name: 'escalation', data: { reason, summary, action, replyMode } }),
    commit: async (tx) => turn.handOff?.(tx, { reason, summary, replyMode }),
  })
}

/** A tool that the owner of the agent has chosen. That it fails does not keep the conversation from a human. */
async function notify(loop: Loop, { notifyToolSlug = '' }: Escalation, summary: string): Promise<void> {
  const { deps, turn, context, emitter } = loop
  const { found } = await findTools(deps.tools, context.scope, [{ slug: notifyToolSlug }])
  const [traits] = found
  if (!traits) return
  const input = notifyArguments(traits.inputParameters, summary)
  const planned = await planTool(traits, turn.effects, input)
  const step = `${turn.prefix}escalation:notify`
  const record = (outcome: ToolOutcome) => {
    const failure = outcome.isOk ? null : { code: outcome.code, message: outcome.message }
    emitter.emit('custom', { name: 'escalation.notified', data: { toolSlug: traits.slug, failure } })
    return { c: outcome.creditsMicro, x: outcome.logId }
  }
  const { c } = await context.step(
    step,
    async ({ signal }) => {
      const stopped = AbortSignal.any([signal, turn.signal])
      return record(await planned.execute({ stepKey: step, signal: stopped, timeoutMs: planned.timeoutMs }))
    },
    {
      class: planned.class,
      key: stepKeyOf(planned.identity),
      // A human who is called twice is better than one who is not called.
      onUncertain: async () => 'again',
    },
  )
  loop.creditsMicro += c
}
