import { NodeFailure } from '../failure.ts'
import { type Attempt, optionsOf } from '../nodes/kind.ts'
import { waitForAnswer } from './pause-wait.ts'
import { failed, succeeded, type Tried } from './recording.ts'

/**
 * It is not known whether a step with side effects was done. The node says what to do: run it again, fail, or ask a
 * human, who may know its output.
 */
export async function resolveUncertain(
  attempt: Attempt,
  name: string,
  reason: string,
): Promise<Tried | 'again'> {
  const { node, step } = attempt
  const { onUncertain } = optionsOf(node)
  if (onUncertain === 'again') return 'again'
  if (onUncertain === 'fail') return failed(attempt, new NodeFailure('step_uncertain', reason))
  const { answer } = await waitForAnswer(attempt, name, {
    kind: 'uncertain',
    nodeId: node.id,
    step,
    request: {
      message: reason,
      choices: ['done', 'again', 'stop'],
      decidedBy: 'operator',
      ...(node.type === 'action' ? { toolSlug: node.toolSlug } : {}),
    },
  })
  if (answer.choice === 'again') return 'again'
  if (answer.choice === 'done') return succeeded(attempt, { output: answer.output ?? null, taint: null })
  return failed(attempt, new NodeFailure('stopped', `${reason} It was stopped by a user.`))
}

export const lostReason =
  'The server was lost while the step was executed, so it is not known whether it was done.'
