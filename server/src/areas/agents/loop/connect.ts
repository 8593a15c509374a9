import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Loop } from './loop.ts'
import type { ToolRecord } from './records.ts'

const timeoutMs = 7 * 86_400_000

/** Suspends the run until the end user has connected an account, or refused to. */
export async function connectAccount(
  { turn, emitter }: Loop,
  context: RunContext,
  step: string,
  { connection = {}, m }: ToolRecord,
): Promise<boolean> {
  if (turn.effects.skipsPauses) return false
  const { answer } = await turn.pause(context, `${step}:connect`, {
    kind: 'connection',
    step,
    timeoutMs,
    request: { ...connection, toolSlug: m.name, toolCallId: m.toolCallId },
  })
  return context.step(
    `${step}:connected`,
    async () => {
      emitter.emit('resumed', { step, decisions: answer })
      return answer.timedOut !== true && answer.approved !== false
    },
    { class: 'pure' },
  )
}
