import type { Clock } from '../../../kernel/clock.ts'
import type { Db } from '../../../kernel/db/db.ts'
import type { SchemaChecks } from '../../../kernel/json-schema/schema-checks.ts'
import type { Log } from '../../../kernel/log.ts'
import type { RunContext } from '../../../kernel/runs/run.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { strongestTaint, type Taint } from '../../../kernel/text/taint.ts'
import type { Connections } from '../../connections/index.ts'
import type { Llm } from '../../llm/index.ts'
import type { Sandboxes } from '../../sandboxes/index.ts'
import type { Tables } from '../../tables/index.ts'
import type { Toolkits } from '../../toolkits/index.ts'
import type { Tools } from '../../tools/index.ts'
import type { Sources } from '../offered/sources.ts'
import type { OfferedTool } from '../offered/tool.ts'
import type { Guard, Guards } from '../policy/pii/guard.ts'
import type { Window } from '../policy/window.ts'
import type { ConversationEntry, StoredMessage } from '../schema/message.ts'
import type { Spending, StoppedPart, ToolOutcome, Turn } from '../schema/turn.ts'
import type { Emitter } from './events.ts'
import type { Limits } from './limits.ts'
import type { PrepareRecord } from './records.ts'

export type LoopDeps = {
  db: Db
  clock: Clock
  log: Log
  tools: Pick<Tools, 'traits' | 'search'>
  tables: Pick<Tables, 'describe'>
  toolkits: Pick<Toolkits, 'get'>
  connections: Pick<Connections, 'select' | 'connectedToolkits'>
  llm: Pick<Llm, 'contentAt' | 'windowOf' | 'estimateTokens' | 'countTokens' | 'textRequest'>
  sandboxes: Pick<Sandboxes, 'computers'>
  checks: SchemaChecks
  memories: MemoryPort
  sources: Pick<Sources, 'tools' | 'notes'>
  guards: Guards
}

/** Facts of end users, by agent. */
export type MemoryPort = {
  newest(scope: Scope, agentId: string): Promise<readonly { text: string }[]>
  search(scope: Scope, agentId: string, q: string): Promise<readonly { text: string; createdAt: string }[]>
  add(
    scope: Scope,
    agentId: string,
    fact: {
      id: string
      text: string
      source: { kind: 'agent'; executionId: string; threadId: string | null }
    },
  ): Promise<{ id: string }>
}

/** One turn while it is being made: made again from the records by each attempt of the run. */
export type Loop = {
  readonly deps: LoopDeps
  readonly turn: Turn
  readonly emitter: Emitter
  readonly limits: Limits
  /** Rules about personal data in what the model reads, and in what it says; null where there are none. */
  readonly guards: { input: Guard | null; output: Guard | null }
  /** By the name under which the model knows them. */
  readonly offered: ReadonlyMap<string, OfferedTool>
  readonly system: string
  /** The offered tools as they are sent with every request. */
  readonly toolsText: string
  readonly window: Window
  /** What the provider counted for the last request, by the estimate of it; null before the first one. */
  calibration: number | null
  /** Behind its last step. */
  context: RunContext
  /** What the model is given. */
  readonly entries: ConversationEntry[]
  /** The same with what a summary of this turn covers. */
  readonly all: ConversationEntry[]
  /** Calls that have begun and have no stored result, by their ids, with what a cancel leaves of each. */
  readonly openCalls: Map<string, StoredMessage>
  /** Where the first text from outside came from; null as long as there is none. */
  taint: Taint
  modelCalls: number
  compactions: number
  toolCalls: number
  /** Of those, the ones of the tool that has a limit by itself. */
  namedCalls: number
  creditsMicro: number
  /** The same by type; null where only the ledger knows it. */
  spending: Spending | null
  /** How often a call with the same arguments has had the same result. */
  readonly repeats: Map<string, number>
  /** Ids of all calls so far: models repeat them. */
  readonly callIds: Set<string>
  /** What was wrong with the structured outputs so far. */
  outputFaults: number
  /** How often a response was sent back for open items of a strict list. */
  reminders: number
  submitted: { value: unknown } | null
  readonly stopped: StoppedPart[]
}

/** Text of a model has the origin of the text it has read, also after that text left the conversation. */
export const modelEntry = ({ taint }: Pick<Loop, 'taint'>, message: StoredMessage): ConversationEntry => ({
  message,
  taint,
})

export function addEntry(loop: Loop, entry: ConversationEntry): void {
  loop.entries.push(entry)
  loop.all.push(entry)
  loop.taint = strongestTaint([loop.taint, entry.taint])
}

/**
 * Counts what the turn spends, so that the ledger need not be read at its end. A later attempt does not know what was spent
 * before it, and only the area that executes a tool knows how it is billed: then null, and the ledger says it.
 */
export const openSpending = (
  { run, canDeferRows }: Pick<RunContext, 'run' | 'canDeferRows'>,
  { c }: Pick<PrepareRecord, 'c'>,
): Loop['spending'] =>
  run.attempt === 1 && canDeferRows && c === undefined ? { ai_model: 0, tool: 0 } : null

export function spend(loop: Loop, type: keyof NonNullable<Loop['spending']>, micro: number): void {
  if (loop.spending) loop.spending[type] += micro
}

export function spendUnknown(loop: Loop): void {
  loop.spending = null
}

/** Of a tool that only computes, the charge is among its rows. */
export function spendOnTool(loop: Loop, { rows = [], creditsMicro }: ToolOutcome, isPure: boolean): void {
  if (rows.length > 0) spend(loop, 'tool', creditsMicro)
  else if (!isPure) spendUnknown(loop)
}
