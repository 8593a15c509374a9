import { z } from 'zod'
import { openObject } from '../../../../kernel/http/shapes.ts'
import { type CallRequest, noParameters, type SettingNames } from '../../schema/call-request.ts'
import { efforts, type ResponseFormat, strictly, type Tool, type ToolChoice } from '../../schema/chat.ts'
import {
  argumentsIn,
  atAddress,
  CallId,
  type Content,
  type Message,
  plainThoughts,
  signatureOf,
  thoughtsOf,
} from '../../schema/message.ts'
import { refuseFields, shapesOf } from '../refused-fields.ts'
import { fileContent, OpenAiFile, OpenAiText, OpenAiUrl, textContent } from './content.ts'
import { refusedCompletionFields } from './refused.ts'
import { ExtraContent, ReasoningDetail, thoughtIn } from './thoughts.ts'

const audioTypes: Readonly<Record<string, string>> = { wav: 'audio/wav', mp3: 'audio/mpeg' }

const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: OpenAiText }),
  z.object({ type: z.literal('refusal'), refusal: OpenAiText }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: OpenAiUrl }) }),
  z.object({ type: z.literal('file'), file: OpenAiFile }),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: z.base64().max(11_000_000), format: z.enum(['wav', 'mp3']) }),
  }),
])
type Part = z.output<typeof Part>

const MessageContent = z.union([OpenAiText, z.array(Part).max(200)])

const OpenAiMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer', 'user']), content: MessageContent }),
  z.object({
    role: z.literal('assistant'),
    content: MessageContent.nullish(),
    reasoning_content: OpenAiText.nullish(),
    reasoning_details: z
      .array(ReasoningDetail)
      .max(1000)
      .nullish()
      .describe(
        'Reasoning parts of an earlier response, unchanged: reasoning models require them in a turn with tools.',
      ),
    tool_calls: z
      .array(
        z.object({
          id: CallId,
          function: z.object({ name: z.string().min(1).max(200), arguments: z.string().max(1_048_576) }),
          extra_content: ExtraContent.nullish(),
        }),
      )
      .max(128)
      .nullish(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: CallId, content: MessageContent }),
])
type OpenAiMessage = z.output<typeof OpenAiMessage>

const FunctionTool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().min(1).max(128),
    description: z.string().max(10_000).nullish(),
    parameters: openObject().nullish(),
    strict: z.boolean().nullish(),
  }),
})

const Choice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: z.string().min(1).max(128) }) }),
])

const Format = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'json_object']) }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().max(64).nullish(),
      schema: openObject(),
      strict: z.boolean().nullish(),
    }),
  }),
])

/** What this server can do of the request. Other fields are left out and named in `x-ignored-fields`. */
export const CompletionBody = z.strictObject({
  model: z.string().min(1).max(200).describe('A model id, or the vendor’s model name if it is unique.'),
  messages: z.array(OpenAiMessage).min(1).max(2000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_completion_tokens: z.int().min(1).max(1_000_000).nullish(),
  max_tokens: z.int().min(1).max(1_000_000).nullish(),
  stop: z.union([z.string().max(200), z.array(z.string().max(200)).max(8)]).nullish(),
  seed: z.int().nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  tools: z.array(FunctionTool).max(128).nullish(),
  parallel_tool_calls: z
    .boolean()
    .nullish()
    .describe(
      '`false`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed.',
    ),
  tool_choice: Choice.nullish(),
  response_format: Format.nullish(),
  reasoning_effort: z.enum(efforts).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  n: z.literal(1).nullish().describe('One choice per call.'),
  ...shapesOf(refusedCompletionFields),
})
export type CompletionBody = z.output<typeof CompletionBody>

export function completionRequest(body: CompletionBody, model: string): CallRequest {
  refuseFields(refusedCompletionFields, body)
  return {
    kind: 'chat',
    model,
    messages: body.messages.map(toMessage),
    parameters: {
      ...noParameters,
      temperature: body.temperature ?? null,
      topP: body.top_p ?? null,
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
      stop: [body.stop ?? []].flat(),
      seed: body.seed ?? null,
      frequencyPenalty: body.frequency_penalty ?? null,
      presencePenalty: body.presence_penalty ?? null,
      parallelToolCalls: body.parallel_tool_calls ?? null,
      tools: (body.tools ?? []).map((tool) => toTool(tool.function)),
      toolChoice: choiceOf(body.tool_choice ?? null),
      responseFormat: formatOf(body.response_format),
      reasoningEffort: body.reasoning_effort ?? null,
    },
    fallbackModels: [],
    dropsUnsupported: false,
    isStreamed: body.stream ?? false,
    holdId: null,
    metadata: body.metadata ?? {},
    names: namesOf(body),
  }
}

const namesOf = ({ max_completion_tokens }: CompletionBody): SettingNames => ({
  topP: 'top_p',
  maxTokens: typeof max_completion_tokens === 'number' ? 'max_completion_tokens' : 'max_tokens',
  frequencyPenalty: 'frequency_penalty',
  presencePenalty: 'presence_penalty',
  parallelToolCalls: 'parallel_tool_calls',
  toolChoice: 'tool_choice',
  responseFormat: 'response_format',
  reasoningEffort: 'reasoning_effort',
})

export const toTool = (tool: {
  name: string
  description?: string | null | undefined
  parameters?: Record<string, unknown> | null | undefined
  strict?: boolean | null | undefined
}): Tool => ({
  name: tool.name,
  description: tool.description ?? null,
  parameters: tool.parameters ?? { type: 'object', properties: {} },
  ...strictly(tool.strict),
})

function formatOf(format: CompletionBody['response_format']): ResponseFormat {
  if (!format || format.type === 'text') return { type: 'text' }
  if (format.type !== 'json_schema') return { type: 'json', schema: null, name: null }
  const { name = null, schema, strict } = format.json_schema
  return looseUnlessStrict({ type: 'json', schema, name, ...strictly(strict) })
}

/** On this interface a schema is held to exactly only where the caller says so. */
export const looseUnlessStrict = (format: ResponseFormat): ResponseFormat =>
  format.type === 'json' && format.schema !== null ? { ...format, strict: format.strict ?? false } : format

const choiceOf = (choice: z.output<typeof Choice> | null): ToolChoice | null =>
  choice === null || typeof choice === 'string' ? choice : { name: choice.function.name }

function toMessage(message: OpenAiMessage): Message {
  const content = contentOf(message.content ?? '')
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  switch (message.role) {
    case 'user':
      return { role: 'user', content }
    case 'assistant':
      return {
        role: 'assistant',
        text,
        toolCalls: (message.tool_calls ?? []).map(({ id, function: called, extra_content }) => ({
          id,
          name: called.name,
          arguments: argumentsIn(called.arguments),
          ...signatureOf(extra_content?.google?.thought_signature),
        })),
        ...thoughtsOf(message.reasoning_details?.map(thoughtIn) ?? plainThoughts(message.reasoning_content)),
      }
    case 'tool':
      return { role: 'tool', toolCallId: message.tool_call_id, toolName: null, text }
    default:
      return { role: 'system', text }
  }
}

const contentOf = (content: string | Part[]): Content[] =>
  typeof content === 'string' ? [textContent(content)] : content.flatMap((part) => toContent(part) ?? [])

function toContent(part: Part): Content | null {
  switch (part.type) {
    case 'text':
      return textContent(part.text)
    case 'refusal':
      return textContent(part.refusal)
    case 'image_url':
      return atAddress(part.image_url.url)
    case 'file':
      return fileContent(part.file)
    default: {
      const { data, format } = part.input_audio
      return { type: 'file', mediaType: audioTypes[format]!, name: null, bytes: Buffer.from(data, 'base64') }
    }
  }
}
