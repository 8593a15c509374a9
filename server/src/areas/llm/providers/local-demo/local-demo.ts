import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type LocalEncoder, shortened } from '../local-encoder/local-encoder.ts'
import { type ModelCall, type ModelPart, type Provider, ProviderFailure } from '../port.ts'
import type { Tokenizer } from '../tokenizer/tokenizer.ts'
import { countTokens } from '../tokens.ts'
import { completionFor } from './completion.ts'
import { localMedia } from './media.ts'

export type LocalDemoDeps = { tokenizer: Tokenizer; encoder: LocalEncoder; publicUrl: URL }

/** The offline model: it needs nothing, costs nothing, and is not a language model. Nothing it says is made up. */
export function createLocalDemo({ tokenizer, encoder, publicUrl }: LocalDemoDeps): Provider {
  async function* say({ messages, parameters, signal }: ModelCall): AsyncGenerator<ModelPart> {
    signal.throwIfAborted()
    const response = completionFor(messages, parameters, {
      providersUrl: new URL('/models/providers?new=1', publicUrl).href,
    })
    if (response.type === 'failure')
      throw new ProviderFailure('unavailable', 'The demo model failed as requested', { status: 500 })
    const promptTokens = await countTokens(tokenizer, messages, toolText(parameters.tools))
    const usage = { promptTokens, cachedInputTokens: 0, cacheCreationInputTokens: 0, reasoningTokens: 0 }
    if (response.type === 'calls') {
      let text = ''
      for (const [index, call] of response.calls.entries()) {
        const id = `call_${digest(`${index} ${call.name} ${call.arguments} ${messages.length}`)}`
        yield { type: 'tool-start', id, name: call.name }
        yield { type: 'tool-delta', id, delta: call.arguments }
        yield { type: 'tool-call', id, ...call }
        text += `${call.name} ${call.arguments}\n`
      }
      yield {
        type: 'finish',
        reason: 'tool_calls',
        usage: { ...usage, completionTokens: await tokenizer.count(text) },
      }
      return
    }
    const { text: whole, ...stopped } = cutAtStop(response.text, parameters.stop)
    const output = parameters.maxTokens === null ? whole : await tokenizer.cut(whole, parameters.maxTokens)
    for (const word of output.match(/\s*\S+\s*$|\s*\S+/g) ?? (output === '' ? [] : [output])) {
      if (response.pauseMs > 0) await pause(response.pauseMs, undefined, { signal })
      signal.throwIfAborted()
      yield { type: 'text', delta: word }
    }
    const completionTokens = await tokenizer.count(output)
    const isWhole = output === whole
    yield {
      type: 'finish',
      reason: isWhole ? 'stop' : 'length',
      usage: { ...usage, completionTokens },
      ...(isWhole ? stopped : {}),
    }
  }

  return {
    async *stream(call) {
      for await (const part of say(call)) yield [part]
    },
    generate: (call) => Array.fromAsync(say(call)),
    media: localMedia,
    async embed({ texts, dimensions, signal }) {
      const encoded = await encoder.encode(texts.filter(isText), signal)
      if (encoded.length < texts.length) throw new ProviderFailure('invalid', 'it accepts text only')
      return {
        vectors: encoded.map(({ vector }) => shortened(vector, dimensions)),
        tokens: encoded.reduce((sum, { pieces }) => sum + pieces, 0),
      }
    },
  }
}

const isText = (input: unknown): input is string => typeof input === 'string'

const toolText = (tools: ModelCall['parameters']['tools']): string =>
  tools.length > 0 ? JSON.stringify(tools) : ''

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24)

function cutAtStop(text: string, stops: readonly string[]): { text: string; stopSequence?: string } {
  const ends = stops.map((stop) => ({ stop, at: text.indexOf(stop) })).filter(({ at }) => at >= 0)
  const [first] = ends.sort((one, other) => one.at - other.at)
  return first ? { text: text.slice(0, first.at), stopSequence: first.stop } : { text }
}
