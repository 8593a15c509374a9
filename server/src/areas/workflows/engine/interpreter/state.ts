import type { Clock } from '../../../../kernel/clock.ts'
import type { Db } from '../../../../kernel/db/db.ts'
import type { NewId } from '../../../../kernel/ids.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { RunContext } from '../../../../kernel/runs/run.ts'
import type { Taint } from '../../../../kernel/text/taint.ts'
import type { Rights } from '../../../agents/index.ts'
import type { CompiledGraph } from '../../graph/compile.ts'
import type { Level } from '../../graph/level.ts'
import type { FlowValues, NodeOutcome, Pass } from '../../graph/node-input.ts'
import type { HookResponse } from '../../graph/record.ts'
import type { AgentVersions } from '../agents/agent-versions.ts'
import type { TurnRunner } from '../agents/turn-place.ts'
import type { Effects } from '../effects/effects.ts'
import type { Outputs } from '../outputs.ts'
import type { Pauses } from '../pauses.ts'
import type { Recording } from '../recording.ts'
import type { Subflows } from '../subflows.ts'
import type { ExecutionCounters } from './execution-counters.ts'
import type { Waits } from './waits.ts'

/** What all nodes of one attempt of an execution share. */
export type ExecutionState = {
  db: Db
  clock: Clock
  newId: NewId
  log: Log
  root: RunContext
  effects: Effects
  waits: Waits
  pauses: Pauses
  outputs: Outputs
  subflows: Subflows
  turns: TurnRunner
  agentVersions: AgentVersions
  workedMs(): number
  counters: ExecutionCounters
  /** Of an execution that this one resumes or replays. */
  recording: Recording | null
  threadId: string
  /** Set inside of an agent: how many agents are around it, where its events belong, and its limits. */
  depth: number
  namespace: readonly string[]
  rights: Rights | null
  /** Nodes of which followers know that they are skipped: in a loop they are notified of the first time only. */
  skipped: Set<string>
  /** Lets others in after some milliseconds of pure nodes. */
  pace(): Promise<void> | undefined
}

/** One graph being executed: the workflow itself, or a subflow. */
export type Flow = {
  compiled: CompiledGraph
  values: FlowValues
  /** Origin of its input and its trigger. */
  taint: Taint
  workflowId: string
  version: number
  /** In front of the names of its steps. */
  prefix: string
  /** How many subflows are around it. */
  depth: number
}

/** How a node ended, with what its successors need. */
export type NodeResult = NodeOutcome & {
  /** It contains its last step. */
  context: RunContext
  /** The time of the last recorded barrier on the way to it and in it. */
  now: number
  /** The response of an end node that sets one. */
  response?: HookResponse | undefined
  /** Whether it ended in this attempt, and not in an earlier one. */
  isNew: boolean
  /** Origin of its output or error: the strongest of all that it read or received. */
  taint: Taint
}

/** A pass through a level, while it is being made. */
export type LivePass = Omit<Pass, 'outcomes' | 'outer'> & {
  outer: LivePass | null
  /** Origin of the output of the iteration before. */
  taint: Taint
  flow: Flow
  level: Level
  outcomes: Map<string, NodeResult>
  /** Of the loops and items around it. */
  labels: readonly string[]
}

/** What a node is executed with. */
export type NodeRun = {
  state: ExecutionState
  pass: LivePass
  nodeId: string
  /** Aborted when its branch or the whole execution is not needed any more. */
  signal: AbortSignal
  /** The position of its steps: after those of the nodes before it. */
  context: RunContext
  /** Of the nodes whose edges were taken, in the order of the edges. */
  sources: readonly { id: string; result: NodeResult }[]
  /** Of a join that did not wait for all: what was cancelled when it began. */
  dropped?: readonly string[]
  now: number
}
