import { AppError } from '../../../kernel/errors.ts'
import { boundAgentOf, type Scope } from '../../../kernel/scope.ts'
import type { RunBody } from '../schema/run.ts'
import type { ThreadBody } from '../schema/thread.ts'
import type { PauseDecision } from './decisions.ts'
import type { OpenPause } from './ports.ts'

const decidedByDeveloper = ['model', 'reasoningEffort', 'version'] as const

/** What runs, and so what it costs, is decided where the agent is built, not in a browser. */
export function refuseOverrides({ actor }: Scope, body: RunBody): void {
  if (boundAgentOf(actor) === null) return
  const input = decidedByDeveloper.filter((field) => body[field] !== undefined && body[field] !== null)
  if (input.length === 0) return
  throw new AppError('end_user_token_not_accepted', `A chat token cannot set ${input.join(', ')}`, {
    hint: 'Leave it out: the settings of the agent apply.',
  })
}

/** Messages of the agent, of tools and of the system are not for a browser to write. */
export function refuseSupersteps({ actor }: Scope, { supersteps }: ThreadBody): void {
  if (boundAgentOf(actor) === null || !supersteps || supersteps.length === 0) return
  throw new AppError('end_user_token_not_accepted', 'A chat token cannot set supersteps', {
    hint: 'Send the messages of the user with a run.',
  })
}

type Decided = { decisions?: { type?: unknown }[] }

const isEdit = ({ resumeValue }: PauseDecision): boolean =>
  ((resumeValue as Decided | null)?.decisions ?? []).some(({ type }) => type === 'edit')

/**
 * Users with a chat token connect their own accounts; they approve calls where the token says so. They never edit the
 * arguments of a call: that would be a way around the instructions of the agent.
 */
export function refuseDecisions(
  { actor }: Scope,
  pauses: readonly OpenPause[],
  decisions: readonly PauseDecision[],
): void {
  const agent = boundAgentOf(actor)
  if (agent === null) return
  const kindOf = ({ pauseId }: PauseDecision) => pauses.find(({ id }) => id === pauseId)?.kind
  const decided = decisions.filter((decision) => kindOf(decision) !== 'connection')
  if (decided.length === 0 || (agent.canApprove && !decided.some(isEdit))) return
  throw new AppError('approval_not_allowed', 'This token cannot make this decision', {
    hint: agent.canApprove ? 'Approve or reject the call as it is.' : 'An operator decides about it.',
  })
}
