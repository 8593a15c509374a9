import type { CallRequest } from '../../llm/index.ts'
import type { ModelSettings } from '../schema/spec.ts'

type Parameters = CallRequest['parameters']
type Sampling = Pick<
  Parameters,
  | ('temperature' | 'topP' | 'maxTokens' | 'stop' | 'seed' | 'topK' | 'frequencyPenalty' | 'presencePenalty')
  | ('minP' | 'topA' | 'repetitionPenalty' | 'logitBias' | 'cachesPrompt')
>

/** How the model of an agent chooses its words. */
export function samplingOf(settings: ModelSettings): Sampling {
  const { minP, topA, repetitionPenalty, logitBias } = settings
  return {
    temperature: settings.temperature ?? null,
    topP: settings.topP ?? null,
    maxTokens: settings.maxTokens ?? null,
    stop: settings.stop ?? [],
    seed: settings.seed ?? null,
    topK: settings.topK ?? null,
    frequencyPenalty: settings.frequencyPenalty ?? null,
    presencePenalty: settings.presencePenalty ?? null,
    ...(minP === undefined ? {} : { minP }),
    ...(topA === undefined ? {} : { topA }),
    ...(repetitionPenalty === undefined ? {} : { repetitionPenalty }),
    ...(logitBias === undefined ? {} : { logitBias }),
    ...(settings.cacheToolsAndPrompt ? { cachesPrompt: true } : {}),
  }
}
