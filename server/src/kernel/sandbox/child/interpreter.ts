import type { Outcome, Run } from '../protocol/messages.ts'
import type { HostCalls } from './host-calls.ts'
import type { Outputs } from './output.ts'
import type { Workspace } from './workspace.ts'

export type RunTools = {
  outputs: Outputs
  calls: HostCalls
  /** Whether someone wants the script to stop. */
  isCancelled(): boolean
}

/** One live interpreter with everything that a session has left in it. */
export type Interpreter = {
  readonly workspace: Workspace
  execute(run: Run, tools: RunTools): RunEnd
  /** Its whole state, for `open` in any other process of the same engine; throws a Refusal when it cannot be had. */
  save(): readonly Uint8Array[]
  /** Releases everything that a guest left. False when that is not possible: then the process must end. */
  close(): boolean
}

export type RunEnd = {
  outcome: Outcome
  /** The process cannot be relied on any further. */
  isBroken: boolean
  /** The interpreter cannot: others in the process can. */
  isLost?: boolean
}

/** What a child runs; made and tried out before the process is sealed. */
export type Engine = {
  readonly name: string
  /** Scripts that succeed, run before the process is sealed. */
  readonly trials: readonly string[]
  /** A save of another version of the engine is refused as stale. */
  open(saved: Buffer | null): Promise<Interpreter>
  /** An interpreter for one run; closing it may make it as new for the next. */
  openOnce(): Promise<Interpreter>
  /** The last that is done before the process is sealed. */
  settle?(): void
  /** Whatever can be made ahead of the next order. */
  prepare(): Promise<void>
}
