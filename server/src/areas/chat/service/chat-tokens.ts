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

/**
 * Nothing is decided where a part of it is refused. Users with a chat token connect their own accounts; they approve calls
 * that end users decide about, unless the token excludes it. They never edit the arguments of a call (`mayEdit`): that would
 * be a way around the instructions of the agent.
 */
export function refuseDecisions(
  { actor }: Scope,
  pauses: readonly OpenPause[],
  decisions: readonly PauseDecision[],
): void {
  const pauseOf = ({ pauseId }: PauseDecision) => pauses.find(({ id }) => id === pauseId)
  const decided = decisions.filter((decision) => pauseOf(decision)?.kind !== 'connection')
  if (decided.some((decision) => pauseOf(decision)?.mayDecide === false))
    throw notAllowed('Its setting decidedBy says who decides.')
  const agent = boundAgentOf(actor)
  if (agent === null || decided.length === 0 || agent.canApprove) return
  throw notAllowed('An operator decides about it.')
}

const notAllowed = (hint: string) =>
  new AppError('approval_not_allowed', 'The caller may not make this decision', { hint })
