import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import type { Billing } from '../pricing/billing.ts'
import { affordableTokens, costOf } from '../pricing/price.ts'
import type { Target } from './attempts.ts'
import { noUsage } from './meter.ts'
import { defaultMaxTokens } from './plan.ts'
import type { Run } from './run.ts'

export type BudgetDeps = {
  billing: Pick<Billing, 'raise'>
  tokenizer: Tokenizer
  creditsPerUsd: number
  run: Run
}

// A token is hardly ever shorter than two characters: so long there is no need to count.
const charsPerToken = 2

/**
 * Tracks the cost of a response while it is streamed. Under a quote it ends where the promised price is reached; else
 * the hold is raised, and the response ends where nothing more can be held.
 */
export function createBudget({ billing, tokenizer, creditsPerUsd, run }: BudgetDeps) {
  const { metered, plan, meter, request } = run
  const { ceilingMicro } = metered
  let countAt = 0

  let known: { target: Target; heldMicro: number; most: number | null } | null = null

  /** Needed for every token, and the same until the hold is raised. */
  function affordable(target: Target): number | null {
    const { heldMicro } = metered
    if (known?.target !== target || known.heldMicro !== heldMicro) {
      const most = affordableTokens(target.price, plan.promptTokens, heldMicro, creditsPerUsd)
      known = { target, heldMicro, most }
    }
    return known.most
  }

  function isAtCeiling(target: Target): boolean | Promise<boolean> {
    const most = affordable(target)
    const chars = meter.roughTokens() * 3
    return most !== null && chars >= countAt && hasOutput(most, chars)
  }

  async function hasOutput(most: number, chars: number): Promise<boolean> {
    const outputTokens = chars < most * charsPerToken ? 0 : await meter.outputTokens(tokenizer)
    countAt = chars + Math.max(16, (most - outputTokens) * charsPerToken)
    return outputTokens >= most
  }

  function cannotGrow(target: Target): boolean | Promise<boolean> {
    const most = affordable(target)
    const outputTokens = meter.roughTokens()
    return most !== null && outputTokens >= most && growsNoMore(target, outputTokens)
  }

  async function growsNoMore(target: Target, outputTokens: number): Promise<boolean> {
    const usage = {
      ...noUsage,
      promptTokens: plan.promptTokens,
      completionTokens: outputTokens + defaultMaxTokens,
    }
    return !(await billing.raise(metered, costOf(target.price, usage, creditsPerUsd).microCredits))
  }

  return {
    /** Sets the provider's token limit, so that it does not generate what cannot be paid. */
    fit(targets: readonly Target[]): Target[] {
      if (ceilingMicro === null) return [...targets]
      // A fallback whose price of the prompt alone exceeds the ceiling is not called.
      const payable = targets.filter((target) => affordable(target) !== 0)
      return (payable.length > 0 ? payable : targets).map((target) => {
        const most = affordable(target)
        if (most === null) return target
        const maxTokens = Math.max(1, Math.min(target.parameters.maxTokens ?? most, most))
        return { ...target, parameters: { ...target.parameters, maxTokens } }
      })
    },
    /** Called after every token, so that it creates a promise only where there is something to wait for. */
    isSpent(): boolean | Promise<boolean> {
      const target = run.served!
      if (ceilingMicro !== null) return isAtCeiling(target)
      // A limit that the caller set is enforced by the provider and was held from the start.
      return request.parameters.maxTokens === null && cannotGrow(target)
    },
  }
}
