import type { EmbeddingModelV4 } from '@ai-sdk/provider'
import type { FetchLike } from '../../../../kernel/net/upstream.ts'
import { defaultFinishMs, ProviderFailure } from '../port.ts'
import type { ProviderSettings } from '../registry.ts'
import type { SdkModels } from './adapter.ts'
import { boundedFetch, maxChatJsonBytes } from './bounded-fetch.ts'
import { dialectOf } from './signatures.ts'

type Loaded = Omit<SdkModels, 'dialect'>
type Loader = (settings: ProviderSettings, apiKey: string, fetch: FetchLike) => Promise<Loaded>

const noEmbeddings = (name: string) => (): EmbeddingModelV4 => {
  throw new ProviderFailure('invalid', `${name} has no embedding models`)
}

/** Packages fall back to environment variables: these are the operator's and not for projects. */
const at = (baseUrl: string | null) => (baseUrl === null ? {} : { baseURL: baseUrl.replace(/\/+$/, '') })

const awsDomainOf = (region: string): string =>
  region.startsWith('cn-')
    ? 'amazonaws.com.cn'
    : region.startsWith('eusc-')
      ? 'amazonaws.eu'
      : 'amazonaws.com'

/** One package for each kind, loaded on first use: unused ones cost no memory. */
const loaders: Record<Exclude<ProviderSettings['kind'], 'local'>, Loader> = {
  async openai({ baseUrl, options }, apiKey, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const provider = createOpenAI({ apiKey, fetch, ...at(baseUrl ?? 'https://api.openai.com/v1') })
    return {
      language: (id) => provider[apiOf({ kind: 'openai', baseUrl, options })](id),
      embedding: (id) => provider.embeddingModel(id),
      media: provider,
    }
  },
  async anthropic({ name, baseUrl }, apiKey, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const provider = createAnthropic({ apiKey, fetch, ...at(baseUrl ?? 'https://api.anthropic.com/v1') })
    return { language: (id) => provider(id), embedding: noEmbeddings(name), media: provider }
  },
  async google({ baseUrl }, apiKey, fetch) {
    const { createGoogle } = await import('@ai-sdk/google')
    const provider = createGoogle({ apiKey, fetch, ...at(baseUrl) })
    return { language: (id) => provider(id), embedding: (id) => provider.embeddingModel(id), media: provider }
  },
  async mistral({ baseUrl }, apiKey, fetch) {
    const { createMistral } = await import('@ai-sdk/mistral')
    const provider = createMistral({ apiKey, fetch, ...at(baseUrl) })
    return { language: (id) => provider(id), embedding: (id) => provider.embeddingModel(id), media: provider }
  },
  async groq({ name, baseUrl }, apiKey, fetch) {
    const { createGroq } = await import('@ai-sdk/groq')
    const provider = createGroq({ apiKey, fetch, ...at(baseUrl) })
    return { language: (id) => provider(id), embedding: noEmbeddings(name), media: provider }
  },
  async xai({ name, baseUrl }, apiKey, fetch) {
    const { createXai } = await import('@ai-sdk/xai')
    const provider = createXai({ apiKey, fetch, ...at(baseUrl) })
    return { language: (id) => provider(id), embedding: noEmbeddings(name), media: provider }
  },
  async deepseek({ name, baseUrl }, apiKey, fetch) {
    const { createDeepSeek } = await import('@ai-sdk/deepseek')
    const provider = createDeepSeek({ apiKey, fetch, ...at(baseUrl) })
    return { language: (id) => provider(id), embedding: noEmbeddings(name), media: provider }
  },
  async openrouter({ baseUrl }, apiKey, fetch) {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider')
    const provider = createOpenRouter({ apiKey, fetch, ...at(baseUrl) })
    return {
      language: (id) => provider(id),
      embedding: (id) => provider.textEmbeddingModel(id),
      media: provider,
    }
  },
  async 'amazon-bedrock'({ baseUrl, options }, apiKey, fetch) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    const { accessKeyId } = options
    // Left out, the package would look for a key in the environment, and send the operator's to a project's URL.
    const credentials =
      accessKeyId === undefined ? { apiKey } : { apiKey: '', accessKeyId, secretAccessKey: apiKey }
    const region = options.region ?? 'us-east-1'
    // Always named: left out, the package would go where the environment says, and take a project's keys there.
    const provider = createAmazonBedrock({
      region,
      ...credentials,
      fetch,
      ...at(baseUrl ?? `https://bedrock-runtime.${region}.${awsDomainOf(region)}`),
    })
    return { language: (id) => provider(id), embedding: (id) => provider.embeddingModel(id), media: provider }
  },
  async azure({ baseUrl, options }, apiKey, fetch) {
    const { createAzure } = await import('@ai-sdk/azure')
    const { resourceName, apiVersion } = options
    // Else the package would look into the environment, and take a project's key to the operator's resource.
    if (baseUrl === null && resourceName === undefined)
      throw new ProviderFailure('invalid', 'azure requires a resource name or a base URL')
    const provider = createAzure({
      apiKey,
      fetch,
      ...at(baseUrl),
      ...(resourceName === undefined ? {} : { resourceName }),
      ...(apiVersion === undefined ? {} : { apiVersion }),
    })
    return {
      language: (id) => provider[apiOf({ kind: 'azure', baseUrl, options })](id),
      embedding: (id) => provider.embeddingModel(id),
      media: provider,
    }
  },
  async 'openai-compatible'({ name, baseUrl }, apiKey, fetch) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
    if (baseUrl === null) throw new ProviderFailure('invalid', `${name} has no base URL`)
    const provider = createOpenAICompatible({
      name,
      apiKey,
      fetch,
      baseURL: baseUrl.replace(/\/+$/, ''),
      includeUsage: true,
      supportsStructuredOutputs: true,
    })
    return {
      language: (id) => provider.chatModel(id),
      embedding: (id) => provider.embeddingModel(id),
      media: provider,
    }
  },
}

/** OpenAI-compatible servers mostly support only the older Chat Completions API. */
export const apiOf = ({ kind, baseUrl, options }: Pick<ProviderSettings, 'kind' | 'baseUrl' | 'options'>) =>
  options.api ?? (kind === 'azure' || baseUrl === null ? 'responses' : 'chat')

export async function loadModels(
  settings: ProviderSettings,
  apiKey: string,
  fetch: FetchLike,
  finishMs = defaultFinishMs,
): Promise<SdkModels> {
  if (settings.kind === 'local') throw new Error('the local model needs no package')
  const load = loaders[settings.kind]
  const { language } = await load(
    settings,
    apiKey,
    boundedFetch(fetch, { maxJsonBytes: maxChatJsonBytes, finishMs }),
  )
  const rest = await load(settings, apiKey, boundedFetch(fetch))
  return { ...rest, language, dialect: dialectOf(settings, apiOf(settings)) }
}
