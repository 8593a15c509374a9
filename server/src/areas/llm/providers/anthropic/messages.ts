import type { Send } from '../../../../kernel/net/upstream.ts'
import { parsedObject } from '../direct/parsed-object.ts'
import { createDirectProvider, failureOf, rethrow, textOf } from '../direct/provider.ts'
import { type ModelCall, type Provider, ProviderFailure } from '../port.ts'
import type { ProviderSettings } from '../registry.ts'
import { isCount } from '../reported-usage.ts'
import { createMessageReader } from './response.ts'

export type AnthropicMessagesDeps = {
  settings: ProviderSettings
  key: string
  send: Send
  finishMs?: number
  /** Takes calls that came through another API. */
  rest: Provider
}

const defaultUrl = 'https://api.anthropic.com/v1'

/**
 * Anthropic's API for requests that were written for it: they are sent as they came, and its response is passed on as it is.
 * Its package knows only a part of the fields.
 */
export function createAnthropicMessages({
  settings,
  key,
  send,
  rest,
  finishMs,
}: AnthropicMessagesDeps): Provider {
  const url = `${(settings.baseUrl ?? defaultUrl).replace(/\/+$/, '')}/messages`
  const headersOf = ({ native }: Pick<ModelCall, 'native'>) => ({ ...native?.headers, 'x-api-key': key })
  return {
    ...createDirectProvider({
      send,
      rest,
      finishMs,
      url,
      headersOf,
      bodyOf: (call, isStreamed) =>
        bodyThere(call, {
          max_tokens: call.parameters.maxTokens ?? undefined,
          ...(isStreamed ? { stream: true } : {}),
        }),
      createReader: ({ parameters }) => createMessageReader(parameters.stop),
      takes: ({ native }) => native !== undefined,
    }),
    async countTokens(call) {
      const { signal } = call
      try {
        const body = bodyThere(call)
        const headers = { ...headersOf(call), 'content-type': 'application/json' }
        const response = await send({ url: `${url}/count_tokens`, method: 'POST', headers, body, signal })
        if (response.status < 200 || response.status >= 300) throw await failureOf(response)
        const counted = parsedObject(await textOf(response.body, {}))
        if (isCount(counted.input_tokens)) return { ...counted, input_tokens: counted.input_tokens }
        throw new ProviderFailure('broken', 'it did not return a number of tokens')
      } catch (error) {
        rethrow(error)
      }
    },
  }
}

type Prompt = Pick<ModelCall, 'vendorId' | 'messages' | 'native'>

/** Files of the project are sent as their bytes, for the provider does not have them. */
function bodyThere({ native, vendorId, messages }: Prompt, settings: object = {}): string {
  const files = new Map<unknown, object>()
  for (const message of messages)
    for (const part of message.role === 'user' ? message.content : [])
      if (part.type === 'file' && part.fileId !== undefined) files.set(part.fileId, sourceOf(part))
  const fileIn = (name: string, value: unknown) =>
    (name === 'source' && files.get((value as { file_id?: unknown } | null)?.file_id)) || value
  return JSON.stringify(
    { ...native?.body, model: vendorId, ...settings },
    files.size > 0 ? fileIn : undefined,
  )
}

const sourceOf = ({ mediaType, bytes }: { mediaType: string; bytes: Uint8Array }) =>
  mediaType.startsWith('text/')
    ? { type: 'text', media_type: 'text/plain', data: Buffer.from(bytes).toString() }
    : { type: 'base64', media_type: mediaType, data: Buffer.from(bytes).toString('base64') }
