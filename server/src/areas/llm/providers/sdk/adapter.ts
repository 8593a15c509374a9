import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider'
import { signatureOf } from '../../schema/message.ts'
import type { ReasoningSignature } from '../../schema/thought.ts'
import type { TokenUsage } from '../../schema/token-usage.ts'
import { toProviderFailure, toStreamFailure } from '../failures.ts'
import {
  type ModelCall,
  type ModelFinish,
  type ModelPart,
  maxResponseChars,
  type Provider,
  ProviderFailure,
} from '../port.ts'
import { isCount, reportedUsage } from '../reported-usage.ts'
import { stoppedBy } from '../stop-sequence.ts'
import { makeMedia, type SdkMedia } from './media.ts'
import { type Download, toCallOptions } from './prompt.ts'
import { withCachedPrompt } from './prompt-cache.ts'
import { callSignature, type Dialect, reasoningSignatureOf, textSignature } from './signatures.ts'

/** What a provider's package offers. */
export type SdkModels = {
  language(vendorId: string): LanguageModelV4
  embedding(vendorId: string): EmbeddingModelV4
  dialect: Dialect
  media: SdkMedia
}

// A thousand vectors of a large model are 60 MB of JSON, which the package parses on the event loop.
const textsPerRequest = 64

/** A provider behind the port, whichever package speaks to it. */
export function createSdkProvider(
  { language, embedding, media, dialect }: SdkModels,
  download: Download,
): Provider {
  async function prepared(call: ModelCall) {
    const model = language(call.vendorId)
    const options = await toCallOptions(call, dialect, await model.supportedUrls, download)
    return { model, options: withCachedPrompt(options, call, dialect) }
  }

  return {
    async generate(call) {
      const { model, options } = await prepared(call).catch(rethrow)
      const generated = await Promise.resolve(model.doGenerate(options)).catch(rethrow)
      const { content } = generated
      const parts: ModelPart[] = []
      const count = createCharCounter()
      for (const part of content) {
        count('text' in part ? part.text : 'input' in part ? part.input : undefined)
        if (part.type === 'text') {
          parts.push({ type: 'text', delta: part.text })
          const signature = textSignature(dialect, part.providerMetadata)
          if (signature) parts.push({ type: 'thought-end', signature })
        } else if (part.type === 'reasoning') {
          if (part.text !== '') parts.push({ type: 'reasoning', delta: part.text })
          parts.push({ type: 'thought-end', signature: reasoningSignatureOf(dialect, part.providerMetadata) })
        } else if (part.type === 'tool-call' && !part.providerExecuted) parts.push(toToolCall(dialect, part))
      }
      return [...parts, toEnd(generated, call.parameters.stop)]
    },

    async *stream(call) {
      const { model, options } = await prepared(call).catch(rethrow)
      const { stream } = await Promise.resolve(model.doStream(options)).catch(rethrow)
      const reader = stream.getReader()
      const thoughts = createThoughts(dialect)
      const count = createCharCounter()
      // A stream whose source does not notice the abort would be awaited forever.
      const cancel = () => void reader.cancel(call.signal.reason).catch(() => undefined)
      call.signal.addEventListener('abort', cancel)
      try {
        for (;;) {
          const { done, value } = await reader.read().catch(rethrow)
          if (done) return
          count('delta' in value ? value.delta : undefined)
          const received = thoughts.toModelPart(value)
          const part = toPart(value, dialect, call.parameters.stop) ?? received
          if (part) yield [part]
        }
      } finally {
        call.signal.removeEventListener('abort', cancel)
        cancel()
      }
    },

    media: (call) => makeMedia(media, call, download),

    async embed({ vendorId, texts, dimensions, signal }) {
      const model = embedding(vendorId)
      const size = Math.min((await model.maxEmbeddingsPerCall) ?? texts.length, textsPerRequest)
      const vectors: number[][] = []
      let tokens: number | null = 0
      for (let at = 0; at < texts.length; at += size) {
        const result = await Promise.resolve(
          model.doEmbed({
            // Packages that pass on what they are given pass on tokens too, though their types know texts alone.
            values: texts.slice(at, at + size) as string[],
            abortSignal: signal,
            ...(dimensions === null ? {} : { dimensions }),
          }),
        ).catch(rethrow)
        vectors.push(...result.embeddings)
        const reported = result.usage?.tokens
        tokens = tokens === null || reported === undefined || !isCount(reported) ? null : tokens + reported
      }
      if (vectors.length !== texts.length) throw new ProviderFailure('broken', 'it did not embed every text')
      return { vectors, tokens }
    },
  }
}

function createCharCounter() {
  let chars = 0
  return (text: unknown): void => {
    if (typeof text === 'string') chars += text.length
    if (chars > maxResponseChars) throw new ProviderFailure('broken', 'its response is too large')
  }
}

function rethrow(error: unknown): never {
  throw toProviderFailure(error)
}

/**
 * Collects the metadata of thoughts, which comes at their start, with any of their deltas or at their end, and of
 * text, where it represents thoughts that are not shown.
 */
function createThoughts(dialect: Dialect) {
  const signatures = new Map<string, ReasoningSignature>()
  function receiveText(part: TextPart): ModelPart | null {
    const id = `text ${part.id}`
    const signature = textSignature(dialect, part.providerMetadata) ?? signatures.get(id) ?? null
    if (!signature) return null
    if (part.type === 'text-end') signatures.delete(id)
    else signatures.set(id, signature)
    return part.type === 'text-end' ? { type: 'thought-end', signature } : null
  }
  return {
    toModelPart(part: LanguageModelV4StreamPart): ModelPart | null {
      if (part.type === 'text-start' || part.type === 'text-delta' || part.type === 'text-end')
        return receiveText(part)
      if (part.type !== 'reasoning-start' && part.type !== 'reasoning-delta' && part.type !== 'reasoning-end')
        return null
      const signature = reasoningSignatureOf(dialect, part.providerMetadata)
      if (signature) signatures.set(part.id, signature)
      if (part.type === 'reasoning-delta' && part.delta !== '')
        return { type: 'reasoning', delta: part.delta }
      if (part.type !== 'reasoning-end') return null
      const whole = signatures.get(part.id) ?? null
      signatures.delete(part.id)
      return { type: 'thought-end', signature: whole }
    },
  }
}

type TextPart = Extract<LanguageModelV4StreamPart, { type: 'text-start' | 'text-delta' | 'text-end' }>

const toToolCall = (dialect: Dialect, part: LanguageModelV4ToolCall): ModelPart => ({
  type: 'tool-call',
  id: part.toolCallId,
  name: part.toolName,
  arguments: part.input,
  ...signatureOf(callSignature(dialect, part.providerMetadata)),
})

function toPart(
  part: LanguageModelV4StreamPart,
  dialect: Dialect,
  stops: readonly string[],
): ModelPart | null {
  switch (part.type) {
    case 'text-delta':
      return part.delta === '' ? null : { type: 'text', delta: part.delta }
    case 'tool-input-start':
      return part.providerExecuted
        ? null
        : {
            type: 'tool-start',
            id: part.id,
            name: part.toolName,
            ...signatureOf(callSignature(dialect, part.providerMetadata)),
          }
    case 'tool-input-delta':
      return part.delta === '' ? null : { type: 'tool-delta', id: part.id, delta: part.delta }
    case 'tool-call':
      return part.providerExecuted ? null : toToolCall(dialect, part)
    case 'finish':
      return toEnd(part, stops)
    case 'error':
      throw toStreamFailure(part.error)
    default:
      return null
  }
}

type End = {
  finishReason: LanguageModelV4FinishReason
  usage: LanguageModelV4Usage
  providerMetadata?: SharedV4ProviderMetadata | undefined
}

function toEnd({ finishReason, usage, providerMetadata = {} }: End, stops: readonly string[]): ModelPart {
  const reported = Object.values(providerMetadata).find(({ stopSequence }) => stopSequence)?.stopSequence
  const stopped = stoppedBy(stops, { reported, reason: finishReason.raw })
  return { type: 'finish', reason: toFinish(finishReason), usage: toUsage(usage), ...stopped }
}

/** Packages say `other` without the provider's word when a stream just stopped. */
function toFinish({ unified, raw }: LanguageModelV4FinishReason): ModelFinish {
  switch (unified) {
    case 'stop':
    case 'length':
    case 'error':
      return unified
    case 'content-filter':
      return 'content_filter'
    case 'tool-calls':
      return 'tool_calls'
    case 'other':
      return raw === undefined ? null : 'stop'
    default:
      return null
  }
}

const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage | null =>
  reportedUsage({
    promptTokens: inputTokens.total ?? 0,
    cachedInputTokens: inputTokens.cacheRead ?? 0,
    cacheCreationInputTokens: inputTokens.cacheWrite ?? 0,
    completionTokens: outputTokens.total ?? 0,
    reasoningTokens: outputTokens.reasoning ?? 0,
  })
