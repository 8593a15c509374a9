import type { RunContext } from '../../../kernel/runs/run.ts'
import type { PlannedStep } from '../offered/tool.ts'
import type { ToolOutcome } from '../schema/turn.ts'
import type { Loop } from './loop.ts'

const reason = 'The server was lost while the tool was called, so it is not known whether it took effect.'

/** A human says what became of a call whose worker was lost: it was done, it is to be repeated, or left as it is. */
export async function settleUncertain(
  { turn }: Loop,
  context: RunContext,
  { step, attempt, planned }: { step: string; attempt: number; planned: PlannedStep },
): Promise<ToolOutcome | 'again'> {
  // That this attempt asks says nothing about how far the lost one came, so it is a separate branch.
  const { answer } = await turn.pause(context.branch(), `${step}:uncertain:${attempt}`, {
    kind: 'uncertain',
    step,
    timeoutMs: null,
    request: {
      message: reason,
      choices: ['done', 'again', 'stop'],
      toolSlug: planned.slug,
      ...(planned.name === undefined ? {} : { toolName: planned.name }),
      arguments: planned.arguments,
    },
  })
  if (answer.choice === 'again') return 'again'
  const facts = { creditsMicro: 0, logId: null }
  if (answer.choice === 'done') return { isOk: true, output: answer.output ?? null, ...facts }
  return {
    isOk: false,
    code: 'step_uncertain',
    message: `${reason} A human decided not to repeat it.`,
    isRetryable: false,
    hadNoEffect: false,
    retryAfterMs: null,
    connection: null,
    ...facts,
  }
}
