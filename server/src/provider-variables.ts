/** A model provider as the operator set it up. What is left out is by default for its name. */
export type OperatorProvider = {
  readonly name: string
  readonly keys: readonly string[]
  readonly baseUrl: string | null
  readonly options: { readonly region?: string; readonly resourceName?: string }
}

type Names = { key?: string; baseUrl?: string; region?: string; resourceName?: string }

/** How each provider is set up in the environment. */
const namesOf: Readonly<Record<string, Names>> = {
  openai: { key: 'OPENAI_API_KEY', baseUrl: 'OPENAI_BASE_URL' },
  anthropic: { key: 'ANTHROPIC_API_KEY', baseUrl: 'ANTHROPIC_BASE_URL' },
  google: { key: 'GOOGLE_GENERATIVE_AI_API_KEY', baseUrl: 'GOOGLE_GENERATIVE_AI_BASE_URL' },
  mistral: { key: 'MISTRAL_API_KEY' },
  groq: { key: 'GROQ_API_KEY' },
  xai: { key: 'XAI_API_KEY' },
  deepseek: { key: 'DEEPSEEK_API_KEY' },
  openrouter: { key: 'OPENROUTER_API_KEY' },
  'amazon-bedrock': { key: 'AWS_BEARER_TOKEN_BEDROCK', region: 'AWS_REGION' },
  azure: { key: 'AZURE_API_KEY', resourceName: 'AZURE_RESOURCE_NAME' },
  cerebras: { key: 'CEREBRAS_API_KEY' },
  cohere: { key: 'COHERE_API_KEY' },
  fireworks: { key: 'FIREWORKS_API_KEY' },
  minimax: { key: 'MINIMAX_API_KEY' },
  moonshotai: { key: 'MOONSHOT_API_KEY' },
  together: { key: 'TOGETHER_API_KEY' },
  zai: { key: 'ZAI_API_KEY' },
  compatible: { key: 'OPENAI_COMPATIBLE_API_KEY', baseUrl: 'OPENAI_COMPATIBLE_BASE_URL' },
  ollama: { baseUrl: 'OLLAMA_BASE_URL' },
}

export const variablesByProvider: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(namesOf).map(([name, names]) => [name, Object.values(names)]),
)

/** Every one of them, in the order of the documentation. */
export const providerVariables: readonly string[] = Object.values(variablesByProvider).flat()

export type VariableReader = { text(name: string): string | null; url(name: string): string | null }

/** What the operator set up, for every project; several keys are joined by commas. */
export const readProviders = ({ text, url }: VariableReader): OperatorProvider[] =>
  Object.entries(namesOf).flatMap(([name, names]): OperatorProvider[] => {
    const apiKey = names.key === undefined ? null : text(names.key)
    const keys = (apiKey ?? '').split(',').flatMap((key) => key.trim() || [])
    const baseUrl = names.baseUrl === undefined ? null : url(names.baseUrl)
    // A self-hosted server may need no key; the default URL always does.
    if (keys.length === 0 && baseUrl === null) return []
    const region = names.region && text(names.region)
    const resourceName = names.resourceName && text(names.resourceName)
    const options = { ...(region ? { region } : {}), ...(resourceName ? { resourceName } : {}) }
    return [{ name, keys, baseUrl, options }]
  })
