import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { Rights, Turn, TurnEnd } from '../../../agents/index.ts'
import type { Effects } from '../effects/effects.ts'
import type { Waits } from '../interpreter/waits.ts'

/** Where in an execution a turn is made. */
export type TurnPlace = {
  context: RunContext
  waits: Waits
  effects: Effects
  isOffline: boolean
  threadId: string
  /** For its pauses. */
  nodeId: string
  workedMs(): number
  signal: AbortSignal
}

/** Which agent it is, and what it is given. */
export type TurnSetup = Pick<
  Turn,
  | 'agent'
  | 'messages'
  | 'inputTaint'
  | 'guarded'
  | 'overrides'
  | 'outputSchema'
  | 'conversation'
  | 'usage'
  | 'usedBefore'
  | 'calledBefore'
  | 'handOff'
  | 'prefix'
  | 'namespace'
> & {
  workflowId: string
  /** Of the agents around it. */
  rights: Rights | null
  /** How many agents are around it. */
  depth: number
  onPartial?: Turn['onPartial']
  onInterruptedCall?: Turn['onInterruptedCall']
}

/** What runs turns, for nodes that have one. */
export type TurnRunner = { run(place: TurnPlace, request: TurnSetup): Promise<TurnEnd> }
