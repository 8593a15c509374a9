import type { Llm } from '../../llm/index.ts'
import type { AgentSpec } from '../schema/spec.ts'

/** How much the model is given before the oldest part is summarised, and what of it stays as it is. */
export type Window = {
  tokens: number
  messages: number | null
  keptMessages: number
  keptTokens: number | null
}

type ModelWindow = Awaited<ReturnType<Llm['windowOf']>>

// Of models that no catalogue knows: what nearly every one takes.
const unknownLength = 32_000
const unknownOutput = 4_096
const usedShare = 0.8
const defaultKept = 6

/** By the size of the model, without what its response needs; the settings of the agent may only make it smaller. */
export function windowFor(
  { capabilities = {}, modelSettings = {} }: AgentSpec,
  { contextLength, maxOutput }: ModelWindow,
): Window {
  const { trigger = {}, keep = {}, maxTokensBeforeSummary } = capabilities.summarization ?? {}
  const length = contextLength ?? unknownLength
  const output = modelSettings.maxTokens ?? maxOutput ?? unknownOutput
  const available = length - Math.min(output, length / 4)
  const share = (fraction: number | null) => (fraction === null ? null : Math.min(1, fraction) * length)
  const requested =
    numberIn(trigger, 'tokens') ?? share(numberIn(trigger, 'fraction')) ?? maxTokensBeforeSummary ?? null
  return {
    tokens: Math.floor(Math.min(requested ?? usedShare * available, available)),
    messages: numberIn(trigger, 'messages'),
    keptMessages: numberIn(keep, 'messages') ?? defaultKept,
    keptTokens: numberIn(keep, 'tokens') ?? share(numberIn(keep, 'fraction')),
  }
}

function numberIn(input: Record<string, unknown>, name: string): number | null {
  const value = input[name]
  return typeof value === 'number' && value > 0 ? value : null
}
