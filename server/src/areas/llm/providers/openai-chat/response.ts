import { randomUUID } from 'node:crypto'
import type { TokenUsage } from '../../schema/token-usage.ts'
import { parsedObject } from '../direct/parsed-object.ts'
import type { ResponseReader } from '../direct/provider.ts'
import { toStreamFailure } from '../failures.ts'
import { type ModelFinish, type ModelPart, maxResponseChars, ProviderFailure } from '../port.ts'
import { reportedUsage } from '../reported-usage.ts'
import { stoppedBy } from '../stop-sequence.ts'
import { callPieceOf, createToolCalls } from './tool-calls.ts'

/** What is read of a response. It comes from outside: every value is looked at before it is used. */
type Delta = {
  content?: unknown
  reasoning_content?: unknown
  reasoning?: unknown
  refusal?: unknown
  tool_calls?: unknown
}
type Block = { type?: unknown; text?: unknown; thinking?: unknown } | null
/** vLLM and SGLang name the stop sequence; to OpenAI it is a stop like any other. */
type Choice = {
  message?: Delta
  delta?: Delta
  finish_reason?: unknown
  stop_reason?: unknown
  matched_stop?: unknown
}
type ChatResponse = { choices?: unknown; usage?: unknown; error?: unknown }

const newCallId = () => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** Parses responses of OpenAI's Chat Completions API, whole or streamed, to a request with these stop sequences. */
export function createResponseReader(stops: readonly string[] = []): ResponseReader {
  const calls = createToolCalls(newCallId)
  let finish: unknown = null
  let stoppedAt: unknown = null
  let usage: TokenUsage | null = null
  let hasRefused = false
  let isDone = false
  let chars = 0

  /** The output is stored, counted and serialized as a whole, all of which takes time on the main thread. */
  function count(part: ModelPart): ModelPart {
    if ('delta' in part) chars += part.delta.length
    if (chars > maxResponseChars) throw new ProviderFailure('broken', 'its response is too large')
    return part
  }

  function takeCalls(pieces: readonly unknown[], isWhole: boolean, parts: ModelPart[]): void {
    for (const [place, value] of pieces.entries()) {
      const piece = callPieceOf(value, isWhole ? place : null)
      if (piece) for (const part of calls.take(piece)) parts.push(count(part))
    }
  }

  function takeDelta(delta: Delta, isWhole: boolean, parts: ModelPart[]): void {
    const thought = delta.reasoning_content ?? delta.reasoning
    if (isText(thought)) parts.push(count({ type: 'reasoning', delta: thought }))
    if (isText(delta.content)) parts.push(count({ type: 'text', delta: delta.content }))
    else if (Array.isArray(delta.content)) for (const part of partsOf(delta.content)) parts.push(count(part))
    if (isText(delta.refusal)) {
      hasRefused = true
      parts.push(count({ type: 'text', delta: delta.refusal }))
    }
    if (Array.isArray(delta.tool_calls)) takeCalls(delta.tool_calls, isWhole, parts)
  }

  return {
    // Called for every token.
    read(text, parts) {
      if (text === '[DONE]') {
        isDone = true
        return
      }
      const response: ChatResponse = parsedObject(text)
      if (response.error !== undefined && response.error !== null) throw toStreamFailure(response.error)
      if (typeof response.usage === 'object' && response.usage !== null) usage = usageThere(response.usage)
      const choice = (Array.isArray(response.choices) ? response.choices[0] : undefined) as Choice | undefined
      if (!choice) return
      finish = choice.finish_reason ?? finish
      stoppedAt = choice.stop_reason ?? choice.matched_stop ?? stoppedAt
      const { message, delta = null } = choice
      if (message) takeDelta(message, true, parts)
      else if (delta) takeDelta(delta, false, parts)
    },
    hasFinish: () => finish !== null && finish !== undefined,
    isDone: () => isDone,
    *end() {
      yield* calls.end()
      const stopped = stoppedBy(stops, { reported: stoppedAt, reason: finish })
      yield { type: 'finish', reason: finishOf(finish, hasRefused), usage, ...stopped }
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Blocks of text and of thoughts, in place of a text. */
function* partsOf(content: readonly Block[]): Generator<ModelPart> {
  for (const block of content) {
    if (block?.type === 'text' && isText(block.text)) yield { type: 'text', delta: block.text }
    if (block?.type !== 'thinking' || !Array.isArray(block.thinking)) continue
    for (const thought of block.thinking)
      if (isText(thought?.text)) yield { type: 'reasoning', delta: thought.text }
  }
}

function usageThere(body: object): TokenUsage | null {
  const usage = body as Record<string, unknown>
  const [prompt, completion] = [usage.prompt_tokens_details, usage.completion_tokens_details] as (
    | Record<string, unknown>
    | null
    | undefined
  )[]
  return reportedUsage({
    promptTokens: (usage.prompt_tokens ?? 0) as number,
    cachedInputTokens: (prompt?.cached_tokens ?? 0) as number,
    cacheCreationInputTokens: (prompt?.cache_write_tokens ?? 0) as number,
    completionTokens: (usage.completion_tokens ?? 0) as number,
    reasoningTokens: (completion?.reasoning_tokens ?? 0) as number,
  })
}

/** Null when the response ended without a finish reason. An unknown finish reason counts as one. */
function finishOf(finish: unknown, hasRefused: boolean): ModelFinish {
  switch (finish) {
    case null:
    case undefined:
      return null
    case 'length':
    case 'content_filter':
      return finish
    case 'tool_calls':
    case 'function_call':
      return 'tool_calls'
    default:
      return hasRefused ? 'content_filter' : 'stop'
  }
}
