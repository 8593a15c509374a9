import { eventTaint } from '../../../../kernel/text/taint.ts'
import { NodeFailure } from '../failure.ts'
import { waitForAnswer } from '../interpreter/pause-wait.ts'
import { maxWaitInPlaceMs } from '../limits.ts'
import { recordedAnswer } from './human-wait.ts'
import type { Attempt, Done, NodeKind } from './kind.ts'

const maxSeconds = 90 * 86_400

/** Waits for a time or an event. Its output is when it resumed, or the payload of the event. */
export const waitKind: NodeKind<'wait'> = {
  run: async (attempt) => {
    const recorded = attempt.state.recording?.answerOf(attempt.step)
    if (recorded) return recordedAnswer(recorded)
    if (attempt.state.effects.skipsWaits) return { output: null, taint: null, mark: 'mocked' }
    return attempt.node.event === undefined
      ? waitUntil(attempt, timeOf(attempt))
      : waitForEvent(attempt, attempt.node.event)
  },
}

function timeOf({ state, input }: Attempt<'wait'>): Date {
  const { seconds, until } = input
  if (seconds !== undefined) {
    const delaySec = Number(seconds)
    if (!(delaySec >= 0 && delaySec <= maxSeconds))
      throw new NodeFailure('wait_invalid', 'The seconds to wait must be a number from 0 to 90 days.')
    return new Date(state.clock.now().getTime() + delaySec * 1000)
  }
  const time = new Date(typeof until === 'number' ? until : String(until))
  if (Number.isNaN(time.getTime()))
    throw new NodeFailure('wait_invalid', 'The time to wait for is not a date.')
  return time
}

async function waitUntil({ state, context, step, signal }: Attempt<'wait'>, time: Date): Promise<Done> {
  const isShort = time.getTime() - state.clock.now().getTime() <= maxWaitInPlaceMs
  const until = isShort ? time : new Date(await context.step(`${step}:until`, async () => time.toISOString()))
  await state.waits.wait(null, until, signal)
  return { output: { until: until.toISOString() }, taint: null, now: Math.max(until.getTime(), 0) }
}

async function waitForEvent(attempt: Attempt<'wait'>, event: string): Promise<Done> {
  const { node, step } = attempt
  const { answer } = await waitForAnswer(attempt, `${step}:pause`, {
    kind: 'event',
    nodeId: node.id,
    step,
    request: { event },
    timeoutMs: node.timeoutSec === undefined ? null : node.timeoutSec * 1000,
    onTimeout: 'approve',
  })
  return { output: answer.payload ?? null, taint: eventTaint }
}
