import type { ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import { chunk, sendFrames, sendJson, usageOf } from './model-upstream.ts'

function tell(response: ServerResponse, frames: { type?: string }[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const frame of frames)
    response.write(`${frame.type ? `event: ${frame.type}\n` : ''}data: ${JSON.stringify(frame)}\n\n`)
  response.end()
}

const anthropicMessage = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  stop_sequence: null,
  usage: { input_tokens: 20, output_tokens: 10 },
}

export type Block = Record<string, unknown>

/** the Anthropic-compatible API. */
export function tellAnthropic(
  response: ServerResponse,
  isStreamed: boolean,
  content: Block[],
  stop_reason: string,
  stop_sequence: string | null = null,
): void {
  if (!isStreamed) {
    sendJson(response, 200, { ...anthropicMessage, content, stop_reason, stop_sequence })
    return
  }
  const frames: { type: string }[] = [
    { type: 'message_start', message: { ...anthropicMessage, content: [], stop_reason: null } } as never,
  ]
  for (const [index, block] of content.entries()) {
    const { deltas, started } = piecesOf(block)
    frames.push({ type: 'content_block_start', index, content_block: started } as never)
    for (const delta of deltas) frames.push({ type: 'content_block_delta', index, delta } as never)
    frames.push({ type: 'content_block_stop', index } as never)
  }
  const delta = { stop_reason, stop_sequence }
  frames.push({ type: 'message_delta', delta, usage: { output_tokens: 10 } } as never)
  tell(response, [...frames, { type: 'message_stop' }])
}

function piecesOf(block: Block): { started: Block; deltas: Block[] } {
  switch (block.type) {
    case 'thinking':
      return {
        started: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      }
    case 'tool_use':
      return {
        started: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      }
    case 'text':
      return { started: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text: block.text }] }
    default:
      return { started: block, deltas: [] }
  }
}

const openAiResponse = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  model: 'gpt-5-mini',
  incomplete_details: null,
  status: 'completed',
  output: [],
  usage: {
    input_tokens: 20,
    output_tokens: 10,
    total_tokens: 30,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
}

/** OpenAI's responses, in which reasoning and text are always the same few words. */
export function tellResponses(response: ServerResponse, isStreamed: boolean, output: Block[]): void {
  if (!isStreamed) {
    sendJson(response, 200, { ...openAiResponse, output })
    return
  }
  const frames: unknown[] = [{ type: 'response.created', response: openAiResponse }]
  for (const [output_index, item] of output.entries()) {
    const { encrypted_content: _, ...started } = item
    frames.push({
      type: 'response.output_item.added',
      output_index,
      item: item.type === 'message' ? { ...started, content: [] } : started,
    })
    if (item.type === 'reasoning')
      frames.push(
        { type: 'response.reasoning_summary_part.added', item_id: item.id, output_index, summary_index: 0 },
        {
          type: 'response.reasoning_summary_text.delta',
          item_id: item.id,
          output_index,
          summary_index: 0,
          delta: 'I add.',
        },
        { type: 'response.reasoning_summary_part.done', item_id: item.id, output_index, summary_index: 0 },
      )
    if (item.type === 'message')
      frames.push({
        type: 'response.output_text.delta',
        item_id: item.id,
        output_index,
        content_index: 0,
        delta: 'It is 2.',
      })
    frames.push({ type: 'response.output_item.done', output_index, item })
  }
  tell(response, [...frames, { type: 'response.completed', response: openAiResponse }] as { type: string }[])
}

/** Google's API format. */
export function tellGoogle(response: ServerResponse, isStreamed: boolean, parts: Block[]): void {
  const usageMetadata = { promptTokenCount: 20, candidatesTokenCount: 10, totalTokenCount: 30 }
  const candidate = { index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }
  const body = { candidates: [candidate], usageMetadata }
  if (isStreamed) tell(response, [body as { type?: string }])
  else sendJson(response, 200, body)
}

export type Said = { text: string } | { call: { name: string; input: object } }

/** OpenAI's Chat Completions format. */
export function tellChat(response: ServerResponse, isStreamed: boolean, output: Said): void {
  const called =
    'call' in output
      ? {
          id: 'call00001',
          type: 'function',
          function: { name: output.call.name, arguments: JSON.stringify(output.call.input) },
        }
      : null
  const finish = called ? 'tool_calls' : 'stop'
  const delta = 'text' in output ? { content: output.text } : { tool_calls: [{ index: 0, ...called }] }
  if (isStreamed) {
    sendFrames(response, [
      chunk({ role: 'assistant', ...delta }),
      { ...chunk({}, finish, usageOf(20, 10)), x_groq: { id: 'c', usage: usageOf(20, 10) } },
    ])
    return
  }
  const message = {
    role: 'assistant',
    content: 'text' in output ? output.text : null,
    ...(called ? { tool_calls: [called] } : {}),
  }
  sendJson(response, 200, {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    usage: usageOf(20, 10),
    choices: [{ index: 0, message, finish_reason: finish }],
  })
}

/** Amazon's Converse format; its streams are binary frames with checksums. */
export function tellConverse(response: ServerResponse, isStreamed: boolean, output: Said): void {
  const stopReason = 'text' in output ? 'end_turn' : 'tool_use'
  const usage = { inputTokens: 20, outputTokens: 10, totalTokens: 30 }
  const toolUse = 'call' in output ? { toolUseId: 'call00001', name: output.call.name } : null
  if (!isStreamed) {
    const content =
      'text' in output ? [{ text: output.text }] : [{ toolUse: { ...toolUse, input: output.call.input } }]
    sendJson(response, 200, { output: { message: { role: 'assistant', content } }, stopReason, usage })
    return
  }
  response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
  const tellEvent = (type: string, data: object) => response.write(amazonFrame(type, data))
  tellEvent('messageStart', { role: 'assistant' })
  if (toolUse) tellEvent('contentBlockStart', { contentBlockIndex: 0, start: { toolUse } })
  const delta =
    'text' in output ? { text: output.text } : { toolUse: { input: JSON.stringify(output.call.input) } }
  tellEvent('contentBlockDelta', { contentBlockIndex: 0, delta })
  tellEvent('contentBlockStop', { contentBlockIndex: 0 })
  tellEvent('messageStop', { stopReason })
  tellEvent('metadata', { usage, metrics: { latencyMs: 1 } })
  response.end()
}

function amazonFrame(eventType: string, data: object): Buffer {
  const reported = { ':event-type': eventType, ':content-type': 'application/json', ':message-type': 'event' }
  const headers = Buffer.concat(
    Object.entries(reported).map(([name, value]) => {
      const size = Buffer.alloc(2)
      size.writeUInt16BE(value.length)
      // Seven is the type of a string.
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([7]),
        size,
        Buffer.from(value),
      ])
    }),
  )
  const payload = Buffer.from(JSON.stringify(data))
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  // Besides both there are two lengths and two checksums, of four bytes each.
  const prelude = Buffer.concat([number(headers.length + payload.length + 16), number(headers.length)])
  const message = Buffer.concat([prelude, number(crc32(prelude)), headers, payload])
  return Buffer.concat([message, number(crc32(message))])
}
