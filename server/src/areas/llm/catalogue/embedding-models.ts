/** What a caller must know of an embedding model to use its vectors. */
export type EmbeddingTraits = {
  /** How much its cosine counts beside the words, which count 1. */
  weight: number
  /** What it reads of a text, in characters. */
  maxChars: number
  queryPrefix: string
  documentPrefix: string
}

type Listed = { prompt: string } & Partial<EmbeddingTraits>

export const localEmbeddings = 'local/use-lite'

/** Models that embed, with USD per token as their vendors list it. Others of a configured provider have no price. */
export const embeddingModels: Readonly<Record<string, Listed>> = {
  // Measured: it is no retrieval model, and with more weight it finds less than words alone.
  [localEmbeddings]: { prompt: '0', weight: 0.2, maxChars: 2_000 },
  'openai/text-embedding-3-small': { prompt: '0.00000002' },
  'openai/text-embedding-3-large': { prompt: '0.00000013' },
  'openai/text-embedding-ada-002': { prompt: '0.0000001' },
  'google/gemini-embedding-001': { prompt: '0.00000015' },
  'mistral/mistral-embed': { prompt: '0.0000001' },
}

/** Models whose makers train them with a prefix that says what a text is. */
const prefixes: [RegExp, Pick<EmbeddingTraits, 'queryPrefix' | 'documentPrefix'>][] = [
  [/(?:^|[/-])e5-/i, { queryPrefix: 'query: ', documentPrefix: 'passage: ' }],
  [/nomic-embed-text/i, { queryPrefix: 'search_query: ', documentPrefix: 'search_document: ' }],
]

const unlisted: EmbeddingTraits = { weight: 1, maxChars: 8_000, queryPrefix: '', documentPrefix: '' }

export function traitsOf(modelId: string): EmbeddingTraits {
  const { prompt: _, ...listed } = embeddingModels[modelId] ?? { prompt: '' }
  const [, known] = prefixes.find(([pattern]) => pattern.test(modelId)) ?? []
  return { ...unlisted, ...known, ...listed }
}

/** Tried in this order without a requested model: the first whose provider is configured. */
export const preferredEmbeddings = [
  'openai/text-embedding-3-small',
  'google/gemini-embedding-001',
  'mistral/mistral-embed',
  localEmbeddings,
]
