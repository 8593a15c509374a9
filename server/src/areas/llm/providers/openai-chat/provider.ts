import type { Send, UpstreamResponse } from '../../../../kernel/net/upstream.ts'
import { failureOfResponse, messageIn, toProviderFailure } from '../failures.ts'
import { defaultFinishMs, type ModelCall, type ModelPart, type Provider, ProviderFailure } from '../port.ts'
import type { ProviderSettings } from '../registry.ts'
import { createEventData } from './event-data.ts'
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

/**
 * OpenAI's Chat Completions API, which most servers support, without a package: the packages read every token through
 * four streams and check it against a shape, which took more time than everything else that a call does here.
 */
export function createOpenAiChat({
  settings,
  key,
  send,
  rest,
  finishMs = defaultFinishMs,
}: OpenAiChatDeps): Provider {
  const url = `${settings.baseUrl!.replace(/\/+$/, '')}/chat/completions`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

  async function ask(call: ModelCall, isStreamed: boolean): Promise<AsyncIterable<Buffer>> {
    const { signal } = call
    const body = chatBody(call, { isStreamed, returnsThoughts: settings.kind !== 'openai' })
    const response = await send({ url, method: 'POST', headers, body, signal })
    if (response.status >= 200 && response.status < 300) return response.body
    throw await failureOf(response)
  }

  const takes = ({ messages, vendorId, parameters }: ModelCall): boolean =>
    isInWords(messages) && (settings.kind !== 'openai' || isPlain(vendorId, parameters))

  return {
    ...rest,
    async generate(call) {
      if (!takes(call)) return rest.generate(call)
      const reader = createResponseReader(call.parameters.stop)
      const text = await ask(call, false)
        .then((body) => textOf(body, call))
        .catch(rethrow)
      const parts: ModelPart[] = []
      reader.read(text, parts)
      return [...parts, ...reader.end()]
    },
    async *stream(call) {
      if (!takes(call)) {
        yield* rest.stream(call)
        return
      }
      const reader = createResponseReader(call.parameters.stop)
      const cut = createEventData()
      try {
        const pieces = (await ask(call, true))[Symbol.asyncIterator]()
        let hasEnded = false
        try {
          for (let isDone = false; !hasEnded; ) {
            const waitMs = isDone ? lingerMs : reader.hasFinish() ? finishMs : null
            const next = waitMs === null ? await pieces.next() : await nextWithin(pieces, waitMs)
            hasEnded = next?.done === true
            if (isDone || next === null || next.done) break
            const come = partsIn(cut(next.value), reader)
            if (come.parts.length > 0) yield come.parts
            if (come.failure !== null) throw come.failure
            isDone = come.isDone
          }
        } finally {
          if (!hasEnded) void pieces.return?.()
        }
      } catch (error) {
        rethrow(error)
      }
      yield [...reader.end()]
    },
  }
}

/** What came before something that cannot be read was said all the same. */
function partsIn(events: readonly string[], reader: ReturnType<typeof createResponseReader>) {
  const parts: ModelPart[] = []
  try {
    for (const data of events) {
      if (data === '[DONE]') return { parts, failure: null, isDone: true }
      reader.read(data, parts)
    }
    return { parts, failure: null, isDone: false }
  } catch (failure) {
    return { parts, failure, isDone: false }
  }
}

// A response that ends with its events leaves its connection to the next call; some servers never end theirs.
const lingerMs = 50

/** Null when nothing comes in time. The model has ended: what breaks now takes nothing away. */
async function nextWithin(
  pieces: AsyncIterator<Buffer>,
  ms: number,
): Promise<IteratorResult<Buffer, unknown> | null> {
  const next = pieces.next().catch(() => ({ done: true as const, value: null }))
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(resolve, ms, null)
  return Promise.race([next, late]).finally(() => clearTimeout(timer))
}

/** What OpenAI's models that reason take, and which schemas of responses it takes, its package knows. */
const isPlain = (vendorId: string, { tools, responseFormat, reasoningEffort }: ModelCall['parameters']) =>
  !/^(o\d|gpt-[5-9]|codex|computer)|search/.test(vendorId) &&
  !tools.some(({ strict }) => strict) &&
  responseFormat.type === 'text' &&
  reasoningEffort === null

// More than any valid response has.
const maxResponseBytes = 4 * 1024 * 1024
// So much of each is not worth counting.
const uncountedBytes = 64 * 1024
// Of what a failure says only the beginning is read.
const maxFailureBytes = 64 * 1024

async function textOf(body: AsyncIterable<Buffer>, { hold }: ModelCall): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxResponseBytes) throw new ProviderFailure('broken', 'its response is too large')
    if (size > uncountedBytes) hold?.(piece.length)
    pieces.push(piece)
  }
  return (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)).toString()
}

async function failureOf({ status, headers, body }: UpstreamResponse): Promise<ProviderFailure> {
  let text = ''
  for await (const piece of body) {
    text += piece
    if (text.length > maxFailureBytes) break
  }
  return failureOfResponse({ status, headers, message: wordsOf(text), body: text })
}

function wordsOf(text: string): string {
  try {
    const value = JSON.parse(text) as { error?: unknown; message?: unknown } | null
    return value?.error || value?.message ? messageIn(value) : ''
  } catch {
    return ''
  }
}

function rethrow(error: unknown): never {
  throw toProviderFailure(error)
}
