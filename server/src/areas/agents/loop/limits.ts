import type { AgentSpec } from '../schema/spec.ts'
import type { TurnFinish } from '../schema/turn.ts'

export const defaultLimits = { modelCalls: 50, toolCalls: 100, seconds: 900 } as const
const maxSame = 3
const microPerCredit = 1_000_000

/** What the conversation has called before this turn, as far as limits count it. */
export type CallsBefore = { models: number; tools: number }

/** The limit of one tool beside that of all of them. */
export type NamedLimit = { toolName: string; calls: number; concludes: boolean }

export type Limits = {
  modelCalls: number
  toolCalls: number
  /** Whether the model concludes at the limit of tool calls; else only the calls beyond it are refused. */
  concludesAtToolCalls: boolean
  named: NamedLimit | null
  workMs: number
  budgetMicro: number | null
  /** Fails the run at the limit instead of having the model conclude. */
  failsAt: ReadonlySet<TurnFinish>
}

type Counts = {
  modelCalls: number
  toolCalls: number
  namedCalls: number
  creditsMicro: number
  repeats: ReadonlyMap<string, number>
}

const enabled = <T extends { enabled?: boolean | undefined }>(input: T | undefined): T | undefined =>
  input?.enabled === false ? undefined : input

type Input = { runLimit?: number | undefined; threadLimit?: number | undefined }

/** What is left for this turn: of its own limit, and of that of the conversation. */
const leftOf = ({ runLimit, threadLimit }: Input = {}, before: number, fallback: number): number =>
  Math.min(runLimit ?? fallback, (threadLimit ?? Number.POSITIVE_INFINITY) - before)

/** The lesser of the budgets of the agent and of the run; null for none. */
function budgetOf({ capabilities = {} }: AgentSpec, ofRun: number | undefined): number | null {
  const { maxCreditsPerRun } = capabilities.budget ?? {}
  const ofAgent =
    maxCreditsPerRun === undefined ? Number.POSITIVE_INFINITY : Math.round(maxCreditsPerRun * microPerCredit)
  const least = Math.min(ofAgent, ofRun ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(least) ? least : null
}

export function limitsOf(agent: AgentSpec, before: CallsBefore, budgetMicro?: number): Limits {
  const { capabilities = {} } = agent
  const models = enabled(capabilities.modelCallLimit)
  const tools = enabled(capabilities.toolCallLimit)
  const { budget } = capabilities
  const failsAt = new Set<TurnFinish>()
  if (models?.exitBehavior === 'error') failsAt.add('model_calls')
  if (tools?.exitBehavior === 'error') failsAt.add('tool_calls')
  const { toolName } = tools ?? {}
  // One tool that is used up does not end the turn, all of them together do.
  const exit = tools?.exitBehavior ?? (toolName === undefined ? 'end' : 'continue')
  const concludes = exit !== 'continue'
  const calls = (fallback: number) => leftOf(tools, before.tools, fallback)
  return {
    modelCalls: leftOf(models, before.models, defaultLimits.modelCalls),
    toolCalls: toolName === undefined ? calls(defaultLimits.toolCalls) : defaultLimits.toolCalls,
    concludesAtToolCalls: toolName === undefined ? concludes : true,
    named: toolName === undefined ? null : { toolName, calls: calls(Number.POSITIVE_INFINITY), concludes },
    workMs: 1000 * (budget?.maxSeconds ?? defaultLimits.seconds),
    budgetMicro: budgetOf(agent, budgetMicro),
    failsAt,
  }
}

/** Whether what the conversation called before counts for a limit of the agent. */
export const limitsThread = ({ capabilities = {} }: AgentSpec): boolean =>
  [capabilities.modelCallLimit, capabilities.toolCallLimit].some(
    (limit) => enabled(limit)?.threadLimit !== undefined,
  )

/** Which limit the turn has come to: the next call of the model is then its last, and without tools. */
export function reachedLimit(limits: Limits, counts: Counts, workedMs: number): TurnFinish | null {
  if (counts.modelCalls >= limits.modelCalls - 1) return 'model_calls'
  if (limits.concludesAtToolCalls && counts.toolCalls >= limits.toolCalls) return 'tool_calls'
  if (limits.named?.concludes && counts.namedCalls >= limits.named.calls) return 'tool_calls'
  if (limits.budgetMicro !== null && counts.creditsMicro >= limits.budgetMicro) return 'budget'
  if (workedMs >= limits.workMs) return 'time'
  return [...counts.repeats.values()].some((count) => count >= maxSame) ? 'repeated_calls' : null
}
