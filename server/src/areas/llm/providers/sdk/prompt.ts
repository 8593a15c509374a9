import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
} from '@ai-sdk/provider'
import { strictly } from '../../schema/chat.ts'
import { type Content, type Message, textIn } from '../../schema/message.ts'
import { inPlace } from '../../schema/thought.ts'
import type { ModelCall } from '../port.ts'
import { providerOptionsOf, takesStrictTools } from './call-options.ts'
import { callReasoningSignature, type Dialect, knownThoughts, optionsOf } from './signatures.ts'

export type Download = (
  url: string,
  maxBytes: number,
  signal: AbortSignal,
) => Promise<{ mediaType: string; bytes: Uint8Array }>

// Of all images of a call together: they are in memory until it ends.
const maxImageBytes = 20 * 1024 * 1024

/** Which URLs the provider fetches by itself; others are fetched here. */
export type SupportedUrls = Record<string, RegExp[]>

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart

/** The call in the words of the packages. */
export async function toCallOptions(
  { messages, parameters, signal }: ModelCall,
  dialect: Dialect,
  supported: SupportedUrls,
  download: Download,
): Promise<LanguageModelV4CallOptions> {
  const { temperature, topP, maxTokens, stop, seed, tools, toolChoice, responseFormat, reasoningEffort } =
    parameters
  let capacity = maxImageBytes
  const downloadWithinBudget = async (url: string) => {
    const found = await download(url, capacity, signal)
    capacity -= found.bytes.length
    return found
  }
  return {
    prompt: await toPrompt(messages, dialect, (part) => toPart(part, supported, downloadWithinBudget)),
    abortSignal: signal,
    ...providerOptionsOf(dialect, parameters),
    ...(temperature === null ? {} : { temperature }),
    ...(topP === null ? {} : { topP }),
    ...(maxTokens === null ? {} : { maxOutputTokens: maxTokens }),
    ...(stop.length === 0 ? {} : { stopSequences: [...stop] }),
    ...(seed === null ? {} : { seed }),
    ...(parameters.topK === null ? {} : { topK: parameters.topK }),
    ...(parameters.frequencyPenalty === null ? {} : { frequencyPenalty: parameters.frequencyPenalty }),
    ...(parameters.presencePenalty === null ? {} : { presencePenalty: parameters.presencePenalty }),
    ...(reasoningEffort === null ? {} : { reasoning: reasoningEffort }),
    ...(responseFormat.type === 'text' ? {} : { responseFormat: jsonFormat(responseFormat) }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters: inputSchema, strict }) => ({
            type: 'function' as const,
            name,
            inputSchema,
            ...(description === null ? {} : { description }),
            ...strictly(takesStrictTools(dialect.kind) ? strict : null),
          })),
        }),
    ...(toolChoice === null || tools.length === 0
      ? {}
      : {
          toolChoice:
            typeof toolChoice === 'string'
              ? { type: toolChoice }
              : { type: 'tool' as const, toolName: toolChoice.name },
        }),
  }
}

const jsonFormat = ({ schema, name }: { schema: Record<string, unknown> | null; name: string | null }) => ({
  type: 'json' as const,
  ...(schema === null ? {} : { schema }),
  ...(name === null ? {} : { name }),
})

/** System texts are joined at the front: some providers take one, and only there. */
async function toPrompt(
  messages: readonly Message[],
  dialect: Dialect,
  convert: (part: Content) => Promise<UserPart>,
): Promise<LanguageModelV4Message[]> {
  const system = messages.flatMap((message) => (message.role === 'system' ? [message.text] : [])).join('\n\n')
  const names = new Map<string, string>()
  const prompt: LanguageModelV4Message[] = system === '' ? [] : [{ role: 'system', content: system }]
  for (const message of messages) {
    if (message.role === 'user') {
      const content: UserPart[] = []
      // One after the other: each has the capacity that those before it have left.
      for (const part of message.content) content.push(await convert(part))
      prompt.push({ role: 'user', content })
    } else if (message.role === 'assistant') {
      for (const call of message.toolCalls) names.set(call.id, call.name)
      prompt.push({ role: 'assistant', content: assistantParts(message, dialect) })
    } else if (message.role === 'tool') {
      const { toolCallId, text } = message
      const toolName = message.toolName ?? names.get(toolCallId) ?? 'tool'
      const result = {
        type: 'tool-result' as const,
        toolCallId,
        toolName,
        output: { type: 'text' as const, value: text },
      }
      const last = prompt.at(-1)
      // The results of one step belong together, or providers miss those that come second.
      if (last?.role === 'tool') last.content.push(result)
      else prompt.push({ role: 'tool', content: [result] })
    }
  }
  return prompt
}

function assistantParts(
  { text, toolCalls, thoughts = [] }: Extract<Message, { role: 'assistant' }>,
  dialect: Dialect,
) {
  const known = knownThoughts(dialect, thoughts)
  // What Google signed beside its text goes back there.
  const ofText =
    dialect.vendor === 'google' && text !== ''
      ? known.findLast((thought) => thought.text === '' && thought.place === 1)
      : undefined
  const others = [
    ...(text === ''
      ? []
      : [{ type: 'text' as const, text, ...optionsOf(dialect, ofText?.signature ?? null) }]),
    ...toolCalls.map(({ id, name, arguments: input, signature }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
      ...optionsOf(dialect, callReasoningSignature(dialect, signature)),
    })),
  ]
  const rest = known.filter((thought) => thought !== ofText)
  return inPlace(rest, others).map((part) =>
    'other' in part
      ? part.other
      : {
          type: 'reasoning' as const,
          text: part.thought.text,
          ...optionsOf(dialect, part.thought.signature),
        },
  )
}

async function toPart(
  part: Content,
  supported: SupportedUrls,
  download: (url: string) => ReturnType<Download>,
): Promise<UserPart> {
  const text = textIn(part)
  if (text !== null) return { type: 'text', text }
  if (part.type === 'file')
    return {
      type: 'file',
      mediaType: part.mediaType,
      data: { type: 'data', data: part.bytes },
      ...(part.name === null ? {} : { filename: part.name }),
    }
  if (part.type !== 'url') throw new Error('a file was not resolved')
  if (isSupported(part.url, supported))
    return { type: 'file', mediaType: part.mediaType, data: { type: 'url', url: new URL(part.url) } }
  const { mediaType, bytes } = await download(part.url)
  return { type: 'file', mediaType, data: { type: 'data', data: bytes } }
}

const isSupported = (url: string, supported: SupportedUrls): boolean =>
  Object.entries(supported).some(
    ([pattern, forms]) => /^(image|\*)\//.test(pattern) && forms.some((form) => form.test(url)),
  )
