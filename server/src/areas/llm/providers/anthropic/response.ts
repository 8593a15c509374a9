import type { TokenUsage } from '../../schema/token-usage.ts'
import { parsedObject } from '../direct/parsed-object.ts'
import type { ResponseReader } from '../direct/provider.ts'
import { toStreamFailure } from '../failures.ts'
import { type ModelFinish, type ModelPart, maxResponseChars, ProviderFailure } from '../port.ts'
import { reportedUsage } from '../reported-usage.ts'
import { stoppedBy } from '../stop-sequence.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Parses responses of Anthropic's Messages API: passes them on as they are, and says what is in them. */
export function createMessageReader(stops: readonly string[] = []): ResponseReader {
  const blocks = new Map<unknown, Fields>()
  let usage: Fields = {}
  let reason: unknown = null
  let stoppedAt: unknown = null
  let isDone = false
  let hasContent = false
  let chars = 0
  /** The events before the first content: they do not say yet that the model responds. */
  let held: ModelPart[] = []

  function takeDelta(block: Fields, delta: Fields, parts: ModelPart[]): void {
    if (isText(delta.text)) parts.push({ type: 'text', delta: delta.text })
    else if (isText(delta.thinking)) parts.push({ type: 'reasoning', delta: delta.thinking })
    else if (isText(delta.signature)) block.signature = delta.signature
    else if (isText(delta.partial_json)) block.json = `${block.json ?? ''}${delta.partial_json}`
  }

  function takeBlock(block: Fields, parts: ModelPart[]): void {
    if (isText(block.text)) parts.push({ type: 'text', delta: block.text })
    if (isText(block.thinking)) parts.push({ type: 'reasoning', delta: block.thinking })
    endBlock(block, parts)
  }

  function takeEnd(fields: Fields): void {
    if (isFields(fields.usage)) usage = { ...usage, ...fields.usage }
    const { stop_reason, stop_sequence } = isFields(fields.delta) ? fields.delta : fields
    reason = stop_reason ?? reason
    stoppedAt = stop_sequence ?? stoppedAt
  }

  function takeEvent(event: Fields, parts: ModelPart[]): void {
    switch (event.type) {
      case 'message':
        for (const block of Array.isArray(event.content) ? event.content : [])
          if (isFields(block)) takeBlock(block, parts)
        takeEnd(event)
        isDone = true
        return
      case 'message_start':
        if (isFields(event.message)) takeEnd(event.message)
        return
      case 'content_block_start':
        if (isFields(event.content_block)) blocks.set(event.index, { ...event.content_block })
        return
      case 'content_block_delta': {
        const block = blocks.get(event.index)
        if (block && isFields(event.delta)) takeDelta(block, event.delta, parts)
        return
      }
      case 'content_block_stop':
        endBlock(blocks.get(event.index) ?? {}, parts)
        blocks.delete(event.index)
        return
      case 'message_delta':
        takeEnd(event)
        return
      case 'message_stop':
        isDone = true
        return
      case 'error':
        throw toStreamFailure(event.error)
    }
  }

  return {
    read(text, parts) {
      chars += text.length
      if (chars > maxChars) throw new ProviderFailure('broken', 'its response is too large')
      const event = parsedObject(text)
      const output: ModelPart[] = []
      takeEvent(event, output)
      held.push({ type: 'native', event }, ...output)
      hasContent ||= event.type !== 'message_start' && event.type !== 'ping'
      if (!hasContent) return
      parts.push(...held)
      held = []
    },
    hasFinish: () => reason !== null,
    isDone: () => isDone,
    *end() {
      const stopped = stoppedBy(stops, { reported: stoppedAt, reason })
      yield { type: 'finish', reason: finishOf(reason), usage: usageOf(usage), ...stopped }
    },
  }
}

// Each event names its type and its place around a few characters of output.
const maxChars = 8 * maxResponseChars

function endBlock(block: Fields, parts: ModelPart[]): void {
  const { type, id, name } = block
  if (type === 'thinking') {
    const signature = isText(block.signature)
      ? ({ vendor: 'anthropic', signature: block.signature } as const)
      : null
    parts.push({ type: 'thought-end', signature })
  } else if (type === 'redacted_thinking' && isText(block.data))
    parts.push({ type: 'thought-end', signature: { vendor: 'anthropic', redactedData: block.data } })
  else if (type === 'tool_use' && isText(id) && isText(name)) {
    const json = isText(block.json) ? block.json : JSON.stringify(block.input ?? {})
    // A limit can cut the input of the last call: its client reads the pieces itself.
    if (isJson(json)) parts.push({ type: 'tool-call', id, name, arguments: json })
  }
}

function isJson(text: string): boolean {
  try {
    return isFields(JSON.parse(text))
  } catch {
    return false
  }
}

function finishOf(reason: unknown): ModelFinish {
  switch (reason) {
    case null:
      return null
    case 'max_tokens':
    case 'model_context_window_exceeded':
      return 'length'
    case 'tool_use':
      return 'tool_calls'
    case 'refusal':
      return 'content_filter'
    default:
      return 'stop'
  }
}

/** Anthropic counts tokens of the cache beside those of the prompt. */
function usageOf(usage: Fields): TokenUsage | null {
  const count = (value: unknown) => (value ?? 0) as number
  const cached = count(usage.cache_read_input_tokens)
  const created = count(usage.cache_creation_input_tokens)
  const { ephemeral_1h_input_tokens } = isFields(usage.cache_creation) ? usage.cache_creation : {}
  return reportedUsage({
    promptTokens: count(usage.input_tokens) + cached + created,
    cachedInputTokens: cached,
    cacheCreationInputTokens: created,
    cacheCreationHourTokens: count(ephemeral_1h_input_tokens),
    completionTokens: count(usage.output_tokens),
    reasoningTokens: 0,
  })
}
