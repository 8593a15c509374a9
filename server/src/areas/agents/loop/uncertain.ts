import type { RunContext } from '../../../kernel/runs/run.ts'
import type { CallBasis, PlannedStep } from '../offered/tool.ts'
import type { ToolOutcome } from '../schema/turn.ts'
import { basisOf, noBasis } from './approvals.ts'
import type { Loop } from './loop.ts'

const reason = 'The server was lost while the tool was called, so it is not known whether it took effect.'

/**
 * A human says what became of a call whose worker was lost: it was done, it is to be repeated, or left as it is. What is
 * repeated is what was shown: it comes with the basis of the call at that time.
 */
export async function settleUncertain(
  { turn }: Loop,
  context: RunContext,
  { step, attempt, planned }: { step: string; attempt: number; planned: PlannedStep },
): Promise<{ outcome: ToolOutcome } | { again: CallBasis }> {
  const name = `${step}:uncertain:${attempt}`
  const basis = await context.step(`${name}:basis`, () => basisOf(planned, noBasis), { class: 'pure' })
  const { answer } = await turn.pause(context, name, {
    kind: 'uncertain',
    step,
    timeoutMs: null,
    request: {
      message: reason,
      choices: ['done', 'again', 'stop'],
      // Only the team can look up what became of it, and to repeat it may pay twice.
      decidedBy: 'operator',
      toolSlug: planned.slug,
      ...(planned.name === undefined ? {} : { toolName: planned.name }),
      arguments: planned.arguments,
    },
  })
  if (answer.choice === 'again') return { again: basis }
  const facts = { creditsMicro: 0, logId: null }
  if (answer.choice === 'done') return { outcome: { isOk: true, output: answer.output ?? null, ...facts } }
  const outcome: ToolOutcome = {
    isOk: false,
    code: 'step_uncertain',
    message: `${reason} A human decided not to repeat it.`,
    isRetryable: false,
    hadNoEffect: false,
    retryAfterMs: null,
    connection: null,
    ...facts,
  }
  return { outcome }
}
