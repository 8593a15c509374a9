import type { NodeRecord } from '../../graph/record.ts'
import { NodeFailure } from '../failure.ts'
import { type AnsweredWait, type PauseAnswer, waitForAnswer } from '../interpreter/pause-wait.ts'
import type { Attempt, Done, NodeKind } from './kind.ts'

/**
 * Waits for a human. What they approved is the output; a rejection is a failure of the node, so that nothing after it
 * runs unless the graph says so (`onError: route`).
 */
export const humanWaitKind: NodeKind<'human_wait'> = {
  async run(attempt) {
    const { state, pass, node, step, input } = attempt
    const recorded = state.recording?.approvalOf(step, pass.flow)
    if (recorded) return recordedAnswer(recorded)
    if (state.effects.skipsWaits)
      return { output: approval({ approved: true }, null), taint: null, mark: 'mocked' }
    const answered = await waitForAnswer(attempt, `${step}:pause`, {
      kind: 'human_wait',
      nodeId: node.id,
      step,
      request: { message: input.message, inputSchema: node.inputSchema ?? null, decidedBy: node.decidedBy },
      assignee: input.assignee === undefined ? null : String(input.assignee),
      timeoutMs: node.timeoutSec === undefined ? null : node.timeoutSec * 1000,
      onTimeout: node.onTimeout,
    })
    return outputOfAnswer(attempt, answered)
  },
}

/** Of an execution that this one resumes or replays. */
export function recordedAnswer({ o = null, e, from, p }: NodeRecord): Done {
  const taint = from ?? null
  if (e) throw NodeFailure.of(e, { taint })
  return { output: o, taint, stopped: p, mark: 'recorded' }
}

function outputOfAnswer({ node }: Attempt<'human_wait'>, { answer, answeredBy }: AnsweredWait): Done {
  if (answer.timedOut) {
    if (node.onTimeout === 'approve')
      return { output: { ...approval({ approved: true }, null), timedOut: true }, taint: null }
    throw node.onTimeout === 'reject'
      ? new NodeFailure('rejected', 'It was not answered in time, which counts as a rejection.')
      : new NodeFailure('human_wait_timeout', 'It was not answered in time.')
  }
  if (answer.approved === false)
    throw new NodeFailure(
      'rejected',
      answer.comment ? `It was rejected: ${answer.comment}` : 'It was rejected.',
    )
  // A human of the project has written it.
  return { output: approval(answer, answeredBy), taint: null }
}

const approval = ({ approved = true, value = null, comment = null }: PauseAnswer, answeredBy: unknown) => ({
  approved,
  value,
  comment,
  answeredBy,
})
