import type { LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { ModelCall } from '../port.ts'
import type { Dialect } from './signatures.ts'

/** Of vendors that cache only what is marked; others do it by themselves, or never. */
function markFor({ kind }: Dialect, vendorId: string): SharedV4ProviderOptions | null {
  if (kind === 'anthropic') return { anthropic: { cacheControl: { type: 'ephemeral' } } }
  if (kind === 'openrouter') return { openrouter: { cacheControl: { type: 'ephemeral' } } }
  // Other models there refuse a request with a mark.
  return kind === 'amazon-bedrock' && /anthropic\.|amazon\.nova/.test(vendorId)
    ? { bedrock: { cachePoint: { type: 'default' } } }
    : null
}

/** Marks the end of what every call of an agent begins with: its tools, then its instructions. */
export function withCachedPrompt(
  options: LanguageModelV4CallOptions,
  { vendorId, parameters }: Pick<ModelCall, 'vendorId' | 'parameters'>,
  dialect: Dialect,
): LanguageModelV4CallOptions {
  const providerOptions = parameters.cachesPrompt ? markFor(dialect, vendorId) : null
  if (providerOptions === null) return options
  const [first, ...rest] = options.prompt
  if (first?.role === 'system') return { ...options, prompt: [{ ...first, providerOptions }, ...rest] }
  const last = options.tools?.at(-1)
  if (last?.type !== 'function') return options
  return { ...options, tools: [...options.tools!.slice(0, -1), { ...last, providerOptions }] }
}
