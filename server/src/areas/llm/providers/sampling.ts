import type { ProviderKind } from '../schema/provider.ts'
import type { ProviderSettings } from './registry.ts'
import { apiOf } from './sdk/load.ts'

/** Settings of how words are chosen that not every provider has. */
export type Sampling =
  | ('stop' | 'topK' | 'frequencyPenalty' | 'presencePenalty')
  | ('minP' | 'topA' | 'repetitionPenalty' | 'logitBias')

const penalties = ['frequencyPenalty', 'presencePenalty'] as const
// Servers that run open models have them; what one of them does not know it ignores or refuses itself.
const openModels = ['minP', 'topA', 'repetitionPenalty', 'logitBias'] as const

/** What each provider takes, besides what all do. The demo has no use for any of it and says the same without. */
const taken: Readonly<Record<ProviderKind, readonly Sampling[]>> = {
  local: ['stop', 'topK', ...penalties, ...openModels],
  openai: ['stop', ...penalties, 'logitBias'],
  azure: ['stop', ...penalties, 'logitBias'],
  anthropic: ['stop', 'topK'],
  'amazon-bedrock': ['stop', 'topK'],
  google: ['stop', 'topK', ...penalties],
  mistral: ['stop', ...penalties],
  groq: ['stop', ...penalties],
  deepseek: ['stop', ...penalties],
  xai: ['topK'],
  openrouter: ['stop', 'topK', ...penalties, ...openModels],
  'openai-compatible': ['stop', 'topK', ...penalties, ...openModels],
}

/** OpenAI's newer interface has none of them. */
export function takesSampling(settings: ProviderSettings, name: Sampling): boolean {
  const { kind } = settings
  if ((kind === 'openai' || kind === 'azure') && apiOf(settings) === 'responses') return false
  return taken[kind].includes(name)
}
