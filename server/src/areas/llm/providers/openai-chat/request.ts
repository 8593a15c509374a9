import { type Message, textIn } from '../../schema/message.ts'
import type { ModelCall } from '../port.ts'

/** Whether all parts are text. Images, videos and audio have a different format with every provider. */
export const isInWords = (messages: readonly Message[]): boolean =>
  messages.every(
    (message) => message.role !== 'user' || message.content.every((part) => textIn(part) !== null),
  )

/**
 * The body of a request to OpenAI's Chat Completions API; omitted parameters are left to the model. Compatible servers
 * take thoughts back, and some models continue only with them; OpenAI itself does not.
 */
export function chatBody(
  { vendorId, messages, parameters }: ModelCall,
  { isStreamed, returnsThoughts }: { isStreamed: boolean; returnsThoughts: boolean },
) {
  const { temperature, topP, maxTokens, stop, seed, tools, toolChoice, responseFormat, reasoningEffort } =
    parameters
  return JSON.stringify({
    model: vendorId,
    max_tokens: maxTokens ?? undefined,
    temperature: temperature ?? undefined,
    top_p: topP ?? undefined,
    response_format: formatThere(responseFormat),
    stop: stop.length > 0 ? stop : undefined,
    seed: seed ?? undefined,
    top_k: parameters.topK ?? undefined,
    frequency_penalty: parameters.frequencyPenalty ?? undefined,
    presence_penalty: parameters.presencePenalty ?? undefined,
    min_p: parameters.minP,
    top_a: parameters.topA,
    repetition_penalty: parameters.repetitionPenalty,
    logit_bias: parameters.logitBias,
    reasoning_effort: reasoningEffort ?? undefined,
    messages: messagesThere(messages, returnsThoughts),
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, parameters: schema, strict }) => ({
            type: 'function',
            function: { name, description: description ?? undefined, parameters: schema, strict },
          })),
          tool_choice: choiceThere(toolChoice),
          // Servers that do not know the field may refuse it, so it is sent only where it changes something.
          parallel_tool_calls: parameters.parallelToolCalls === false ? false : undefined,
        }
      : {}),
    ...(isStreamed ? { stream: true, stream_options: { include_usage: true } } : {}),
  })
}

type Parameters = ModelCall['parameters']

function formatThere(format: Parameters['responseFormat']) {
  if (format.type === 'text') return undefined
  const { schema, name, strict = true } = format
  if (schema === null) return { type: 'json_object' }
  return { type: 'json_schema', json_schema: { schema, strict, name: name ?? 'response' } }
}

const choiceThere = (choice: Parameters['toolChoice']) =>
  choice === null || typeof choice === 'string'
    ? (choice ?? undefined)
    : { type: 'function', function: { name: choice.name } }

/** System texts are joined at the front: some servers take one, and only there. */
function messagesThere(messages: readonly Message[], returnsThoughts: boolean): object[] {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.text] : [])).join('\n\n')
  const converted = messages.flatMap((message) => messageThere(message, returnsThoughts) ?? [])
  return system === '' ? converted : [{ role: 'system', content: system }, ...converted]
}

function messageThere(message: Message, returnsThoughts: boolean): object | null {
  switch (message.role) {
    case 'user': {
      const texts = message.content.map((part) => textIn(part)!)
      const content = texts.length === 1 ? texts[0] : texts.map((text) => ({ type: 'text', text }))
      return { role: 'user', content }
    }
    case 'assistant': {
      const { text, toolCalls, thoughts = [] } = message
      // What another vendor has signed is for its eyes.
      const plain = thoughts.flatMap((thought) => (thought.signature ? [] : [thought.text])).join('')
      const thought = returnsThoughts && plain !== '' ? { reasoning_content: plain } : {}
      if (toolCalls.length === 0) return { role: 'assistant', content: text, ...thought }
      const calls = toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(args ?? {}) },
      }))
      return { role: 'assistant', content: text || null, ...thought, tool_calls: calls }
    }
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.text }
    default:
      return null
  }
}
