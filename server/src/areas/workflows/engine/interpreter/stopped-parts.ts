import type { StoppedPart, TurnEnd } from '../../../agents/index.ts'
import { parseStepName } from '../../graph/record.ts'
import { limitOf } from '../../schema/execution.ts'

// A loop may have a thousand of them. A few are enough to see the limit.
const mostParts = 20

/** Each step once, the first ones. */
export function stoppedParts(parts: readonly StoppedPart[]): StoppedPart[] {
  const byStep = new Map(parts.map((part) => [part.step, part]))
  return [...byStep.values()].slice(0, mostParts)
}

/** The agent of a turn and those inside of it, as far as a limit ended them. */
export function stoppedOf(end: TurnEnd, agent: Pick<StoppedPart, 'step' | 'workflowId'>): StoppedPart[] {
  const stoppedBy = limitOf(end)
  return stoppedParts([...(stoppedBy === null ? [] : [{ ...agent, stoppedBy }]), ...end.stopped])
}

// Steps of nodes begin with the name of the node, which has no colon.
const callOfAgent = /^tool:\d/

/** With the node on the outermost level; null for calls of an agent. */
export const placedParts = (parts: readonly StoppedPart[]) =>
  parts.map((part) => ({
    ...part,
    nodeId: callOfAgent.test(part.step) ? null : parseStepName(part.step).nodeId,
  }))
