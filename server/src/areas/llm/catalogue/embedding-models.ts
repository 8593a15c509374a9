/** Models that embed, with USD per token as their vendors list it. Others of a configured provider have no price. */
export const embeddingModels: Readonly<Record<string, { prompt: string }>> = {
  'local/use-lite': { prompt: '0' },
  'openai/text-embedding-3-small': { prompt: '0.00000002' },
  'openai/text-embedding-3-large': { prompt: '0.00000013' },
  'openai/text-embedding-ada-002': { prompt: '0.0000001' },
  'google/gemini-embedding-001': { prompt: '0.00000015' },
  'mistral/mistral-embed': { prompt: '0.0000001' },
}

/** Tried in this order without a requested model: the first whose provider is configured. */
export const preferredEmbeddings = [
  'openai/text-embedding-3-small',
  'google/gemini-embedding-001',
  'mistral/mistral-embed',
  'local/use-lite',
]
