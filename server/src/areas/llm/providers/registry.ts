import type { ProviderKind, ProviderOptions } from '../schema/provider.ts'

/** A provider that can be called: its URL, its API format, and the keys to use in turn. */
export type ProviderSettings = {
  name: string
  kind: ProviderKind
  /** Null for the default URL of its kind. */
  baseUrl: string | null
  keys: readonly string[]
  options: ProviderOptions
  /** Whether the URL comes from a project: then only public ones may be reached. */
  isGuarded: boolean
  /** Whom its vendor bills; no one for a server that wants no key. */
  payer: 'operator' | 'project' | 'none'
}

type Known = {
  kind: ProviderKind
  baseUrl?: string
  /** The default model when this is the first provider that is configured. */
  preferred?: string
  /** It may have models that no catalogue lists. */
  isOpen?: boolean
}

/** The providers that are known by name. What a project adds under other names is OpenAI-compatible. */
const known: Record<string, Known> = {
  openai: { kind: 'openai', preferred: 'openai/gpt-5-mini' },
  anthropic: { kind: 'anthropic', preferred: 'anthropic/claude-sonnet-4-5' },
  google: { kind: 'google', preferred: 'google/gemini-2.5-flash' },
  mistral: { kind: 'mistral', preferred: 'mistral/mistral-small-latest' },
  groq: { kind: 'groq', preferred: 'groq/llama-3.3-70b-versatile' },
  xai: { kind: 'xai', preferred: 'xai/grok-4.3' },
  deepseek: { kind: 'deepseek', preferred: 'deepseek/deepseek-flash' },
  openrouter: { kind: 'openrouter', preferred: 'openrouter/google/gemini-2.5-flash', isOpen: true },
  'amazon-bedrock': { kind: 'amazon-bedrock', isOpen: true },
  azure: { kind: 'azure', isOpen: true },
  cerebras: { kind: 'openai-compatible', baseUrl: 'https://api.cerebras.ai/v1' },
  cohere: { kind: 'openai-compatible', baseUrl: 'https://api.cohere.ai/compatibility/v1' },
  fireworks: { kind: 'openai-compatible', baseUrl: 'https://api.fireworks.ai/inference/v1', isOpen: true },
  minimax: { kind: 'openai-compatible', baseUrl: 'https://api.minimax.io/v1' },
  moonshotai: { kind: 'openai-compatible', baseUrl: 'https://api.moonshot.ai/v1' },
  together: { kind: 'openai-compatible', baseUrl: 'https://api.together.xyz/v1', isOpen: true },
  zai: { kind: 'openai-compatible', baseUrl: 'https://api.z.ai/api/paas/v4' },
  ollama: { kind: 'openai-compatible', isOpen: true },
  compatible: { kind: 'openai-compatible', isOpen: true },
}

/** Looked up by names that people choose, among them `constructor`: so it has no prototype. */
export const knownProviders: Readonly<Record<string, Known>> = Object.assign(Object.create(null), known)

/** Who is known to embed tokens as well as texts, or to hand them on to the caller that does. */
export const takesTokens = (kind: ProviderKind): boolean =>
  kind === 'openai' || kind === 'azure' || kind === 'openai-compatible'

/** Whether it may have models that no catalogue lists. This server has no others than its own. */
export const isOpenProvider = (name: string): boolean =>
  name !== 'local' && (knownProviders[name]?.isOpen ?? !(name in knownProviders))

export const localProvider: ProviderSettings = {
  name: 'local',
  kind: 'local',
  baseUrl: null,
  keys: ['-'],
  options: {},
  isGuarded: false,
  payer: 'none',
}

/** A provider as the operator names it, with what is usual for the name. */
export const operatorProvider = ({
  name,
  kind,
  baseUrl,
  keys,
  options,
}: Pick<ProviderSettings, 'name' | 'keys'> & Partial<ProviderSettings>): ProviderSettings => ({
  name,
  kind: kind ?? knownProviders[name]?.kind ?? 'openai-compatible',
  baseUrl:
    name === 'ollama' && baseUrl ? openAiPathOf(baseUrl) : (baseUrl ?? knownProviders[name]?.baseUrl ?? null),
  // A self-hosted server may need no key; packages require a placeholder.
  keys: keys.length > 0 ? keys : ['none'],
  options: options ?? {},
  isGuarded: false,
  payer: keys.length > 0 ? 'operator' : 'none',
})

/** Ollama speaks the OpenAI-compatible API below `/v1`. */
const openAiPathOf = (address: string): string => `${address.replace(/\/+(v1\/*)?$/, '')}/v1`
