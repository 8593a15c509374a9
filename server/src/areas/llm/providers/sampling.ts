import type { ProviderKind } from '../schema/provider.ts'
import type { ProviderSettings } from './registry.ts'
import { apiOf } from './sdk/load.ts'

/** Settings of how words are chosen that not every provider has. */
export type Sampling = 'stop' | 'topK' | 'frequencyPenalty' | 'presencePenalty'

const penalties = ['frequencyPenalty', 'presencePenalty'] as const

/** What each provider takes, besides what all do. The demo has no use for any of it and says the same without. */
const taken: Readonly<Record<ProviderKind, readonly Sampling[]>> = {
  local: ['stop', 'topK', ...penalties],
  openai: ['stop', ...penalties],
  azure: ['stop', ...penalties],
  anthropic: ['stop', 'topK'],
  'amazon-bedrock': ['stop', 'topK'],
  google: ['stop', 'topK', ...penalties],
  mistral: ['stop', ...penalties],
  groq: ['stop', ...penalties],
  deepseek: ['stop', ...penalties],
  xai: ['topK'],
  openrouter: ['stop', 'topK', ...penalties],
  'openai-compatible': ['stop', 'topK', ...penalties],
}

/** OpenAI's newer interface has none of them. */
export function takesSampling(settings: ProviderSettings, name: Sampling): boolean {
  const { kind } = settings
  if ((kind === 'openai' || kind === 'azure') && apiOf(settings) === 'responses') return false
  return taken[kind].includes(name)
}
