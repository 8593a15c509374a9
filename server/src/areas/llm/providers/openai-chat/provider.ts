import type { Send } from '../../../../kernel/net/upstream.ts'
import { createDirectProvider } from '../direct/provider.ts'
import type { ModelCall, Provider } from '../port.ts'
import type { ProviderSettings } from '../registry.ts'
import { chatBody, isInWords } from './request.ts'
import { createResponseReader } from './response.ts'

export type OpenAiChatDeps = {
  settings: ProviderSettings
  key: string
  send: Send
  /** How long the usage is awaited after the model has ended. */
  finishMs?: number
  /** Takes what is not said here: images and the like, embeddings, media. */
  rest: Provider
}

/**
 * Whether the provider is called with OpenAI's Chat Completions format: compatible ones, and OpenAI's own at another
 * base URL.
 */
export const speaksChat = ({ kind, baseUrl, options }: ProviderSettings): boolean =>
  baseUrl !== null && (kind === 'openai-compatible' || (kind === 'openai' && options.api !== 'responses'))

/** OpenAI's Chat Completions API, which most servers support. */
export function createOpenAiChat({ settings, key, send, rest, finishMs }: OpenAiChatDeps): Provider {
  const headers = { authorization: `Bearer ${key}` }
  return createDirectProvider({
    send,
    rest,
    finishMs,
    url: `${settings.baseUrl!.replace(/\/+$/, '')}/chat/completions`,
    headersOf: () => headers,
    bodyOf: (call, isStreamed) => chatBody(call, { isStreamed, returnsThoughts: settings.kind !== 'openai' }),
    createReader: ({ parameters }) => createResponseReader(parameters.stop),
    takes: ({ messages, vendorId, parameters }) =>
      isInWords(messages) && (settings.kind !== 'openai' || isPlain(vendorId, parameters)),
  })
}

/** What OpenAI's models that reason take, and which schemas of responses it takes, its package knows. */
const isPlain = (vendorId: string, { tools, responseFormat, reasoningEffort }: ModelCall['parameters']) =>
  !/^(o\d|gpt-[5-9]|codex|computer)|search/.test(vendorId) &&
  !tools.some(({ strict }) => strict) &&
  responseFormat.type === 'text' &&
  reasoningEffort === null
