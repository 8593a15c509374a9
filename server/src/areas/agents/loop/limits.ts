import type { AgentSpec } from '../schema/spec.ts'
import type { TurnFinish } from '../schema/turn.ts'

export const defaultLimits = { modelCalls: 50, toolCalls: 100, seconds: 900 } as const
const maxSame = 3
const microPerCredit = 1_000_000

export type Limits = {
  modelCalls: number
  toolCalls: number
  workMs: number
  budgetMicro: number | null
  /** Fails the run at the limit instead of having the model conclude. */
  failsAt: ReadonlySet<TurnFinish>
}

type Counts = {
  modelCalls: number
  toolCalls: number
  creditsMicro: number
  repeats: ReadonlyMap<string, number>
}

const enabled = <T extends { enabled?: boolean | undefined }>(given: T | undefined): T | undefined =>
  given?.enabled === false ? undefined : given

export function limitsOf({ capabilities = {} }: AgentSpec): Limits {
  const models = enabled(capabilities.modelCallLimit)
  const tools = enabled(capabilities.toolCallLimit)
  const { budget } = capabilities
  const failsAt = new Set<TurnFinish>()
  if (models?.exitBehavior === 'error') failsAt.add('model_calls')
  if (tools?.exitBehavior === 'error') failsAt.add('tool_calls')
  return {
    modelCalls: models?.runLimit ?? defaultLimits.modelCalls,
    toolCalls: tools?.runLimit ?? defaultLimits.toolCalls,
    workMs: 1000 * (budget?.maxSeconds ?? defaultLimits.seconds),
    budgetMicro:
      budget?.maxCreditsPerRun === undefined ? null : Math.round(budget.maxCreditsPerRun * microPerCredit),
    failsAt,
  }
}

/** Which limit the turn has come to: the next call of the model is then its last, and without tools. */
export function reachedLimit(limits: Limits, counts: Counts, workedMs: number): TurnFinish | null {
  if (counts.modelCalls >= limits.modelCalls - 1) return 'model_calls'
  if (counts.toolCalls >= limits.toolCalls) return 'tool_calls'
  if (limits.budgetMicro !== null && counts.creditsMicro >= limits.budgetMicro) return 'budget'
  if (workedMs >= limits.workMs) return 'time'
  return [...counts.repeats.values()].some((count) => count >= maxSame) ? 'repeated_calls' : null
}
