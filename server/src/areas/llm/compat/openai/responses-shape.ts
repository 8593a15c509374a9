import { z } from 'zod'
import { AppError } from '../../../../kernel/errors.ts'
import { openObject, Uuid } from '../../../../kernel/http/shapes.ts'
import { type CallRequest, noParameters, type SettingNames } from '../../schema/call-request.ts'
import { efforts, type ResponseFormat, strictly, type ToolChoice } from '../../schema/chat.ts'
import {
  argumentsIn,
  atAddress,
  CallId,
  type Content,
  type Message,
  signatureOf,
} from '../../schema/message.ts'
import { decodeSignature, type Thought } from '../../schema/thought.ts'
import { refuseFields, shapesOf } from '../refused-fields.ts'
import { looseUnlessStrict, toTool } from './chat-shape.ts'
import { fileContent, OpenAiFile, OpenAiText, OpenAiUrl, textContent } from './content.ts'
import { refusedResponseFields } from './refused.ts'
import { ExtraContent } from './thoughts.ts'

const Part = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['input_text', 'output_text']), text: OpenAiText }),
  z.object({ type: z.literal('refusal'), refusal: OpenAiText }),
  z.object({
    type: z.literal('input_image'),
    image_url: OpenAiUrl.nullish(),
    file_id: Uuid.nullish().describe('A file of the project.'),
  }),
  OpenAiFile.extend({ type: z.literal('input_file') }),
])
type Part = z.output<typeof Part>

const PartList = z.union([OpenAiText, z.array(Part).max(200)])

const Item = z.union([
  z.object({
    type: z.literal('function_call'),
    call_id: CallId,
    name: z.string().min(1).max(200),
    arguments: z.string().max(1_048_576),
    extra_content: ExtraContent.nullish(),
  }),
  z.object({ type: z.literal('function_call_output'), call_id: CallId, output: PartList }),
  z.object({
    type: z.literal('reasoning'),
    summary: z
      .array(z.object({ text: OpenAiText }))
      .max(1000)
      .nullish(),
    encrypted_content: z.string().max(2_097_152).nullish().describe('As returned with the response.'),
  }),
  z.object({
    type: z.literal('item_reference').describe('Not supported: responses are not stored.'),
    id: z.string().max(200),
  }),
  z.object({
    type: z.literal('message').optional(),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: PartList,
  }),
])
type Item = z.output<typeof Item>

const Format = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'json_object']) }),
  z.object({
    type: z.literal('json_schema'),
    name: z.string().max(64).optional(),
    schema: openObject(),
    strict: z.boolean().nullish(),
  }),
])

const Choice = z.union([
  z.enum(['auto', 'none', 'required']),
  z.object({ type: z.literal('function'), name: z.string().min(1).max(128) }),
])

const OpenAiTool = z.object({
  type: z.string().max(100).describe('Only `function`: tools are not run on the server.'),
  name: z.string().min(1).max(128).optional(),
  description: z.string().max(10_000).nullish(),
  parameters: openObject().nullish(),
  strict: z.boolean().nullish(),
})

/** What this server can do of the request. Other fields are left out and named in `x-ignored-fields`. */
export const ResponseBody = z.strictObject({
  model: z.string().min(1).max(200).describe('A model id, or the vendor’s model name if it is unique.'),
  input: z.union([OpenAiText.min(1), z.array(Item).min(1).max(2000)]),
  instructions: OpenAiText.nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(OpenAiTool).max(128).nullish(),
  tool_choice: Choice.nullish(),
  text: z.strictObject({ format: Format.optional() }).nullish(),
  max_output_tokens: z.int().min(1).max(1_000_000).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  reasoning: z.object({ effort: z.enum(efforts).nullish() }).nullish(),
  metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
  parallel_tool_calls: z
    .boolean()
    .nullish()
    .describe(
      '`false`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed.',
    ),
  ...shapesOf(refusedResponseFields),
})
export type ResponseBody = z.output<typeof ResponseBody>

export function responseRequest(body: ResponseBody, model: string): CallRequest {
  refuseFields(refusedResponseFields, body)
  const instructions: Message[] = body.instructions ? [{ role: 'system', text: body.instructions }] : []
  refuseReferences(body.input)
  const items = typeof body.input === 'string' ? [requested(body.input)] : toMessages(body.input)
  return {
    kind: 'chat',
    model,
    messages: [...instructions, ...items],
    parameters: {
      ...noParameters,
      temperature: body.temperature ?? null,
      topP: body.top_p ?? null,
      maxTokens: body.max_output_tokens ?? null,
      tools: (body.tools ?? []).map((tool, index) => ofFunction(tool, index)),
      toolChoice: choiceOf(body.tool_choice ?? null),
      parallelToolCalls: body.parallel_tool_calls ?? null,
      responseFormat: formatOf(body.text?.format),
      reasoningEffort: body.reasoning?.effort ?? null,
    },
    fallbackModels: [],
    dropsUnsupported: false,
    isStreamed: body.stream ?? false,
    holdId: null,
    metadata: body.metadata ?? {},
    names,
  }
}

const names: SettingNames = {
  messages: 'input',
  topP: 'top_p',
  maxTokens: 'max_output_tokens',
  parallelToolCalls: 'parallel_tool_calls',
  toolChoice: 'tool_choice',
  responseFormat: 'text.format',
  reasoningEffort: 'reasoning.effort',
}

function ofFunction({ type, name, ...tool }: z.output<typeof OpenAiTool>, index: number) {
  if (type !== 'function')
    throw unsupported(`/tools/${index}/type`, `Tools of type ${type.slice(0, 50)} are not supported`)
  if (name === undefined) throw unsupported(`/tools/${index}/name`, 'A function needs a name')
  return toTool({ name, ...tool })
}

/** The AI SDK refers to what it has received before, unless a call says that nothing is stored. */
function refuseReferences(input: ResponseBody['input']): void {
  const at = typeof input === 'string' ? -1 : input.findIndex((item) => item.type === 'item_reference')
  if (at < 0) return
  const message = 'item_reference is not supported: responses are not stored'
  throw new AppError('unsupported_parameter', message, {
    details: [{ in: 'body', path: `/input/${at}/type`, rule: 'supported', message }],
    hint: 'Send the items themselves. The AI SDK does with providerOptions: { openai: { store: false } }, or with .chat(model).',
  })
}

const unsupported = (path: string, message: string) =>
  new AppError('unsupported_parameter', message, {
    details: [{ in: 'body', path, rule: 'supported', message }],
    hint: 'Send the whole conversation as input, and functions as tools.',
  })

const choiceOf = (choice: z.output<typeof Choice> | null): ToolChoice | null =>
  choice === null || typeof choice === 'string' ? choice : { name: choice.name }

function formatOf(format: z.output<typeof Format> | undefined): ResponseFormat {
  if (!format || format.type === 'text') return { type: 'text' }
  return format.type === 'json_schema'
    ? looseUnlessStrict({
        type: 'json',
        schema: format.schema,
        name: format.name ?? null,
        ...strictly(format.strict),
      })
    : { type: 'json', schema: null, name: null }
}

const requested = (text: string): Message => ({ role: 'user', content: [textContent(text)] })

type Turn = Extract<Message, { role: 'assistant' }> & { thoughts: Thought[] }

/** The text and the tool calls of the model are separate items; here they are one message. */
function toMessages(items: readonly Item[]): Message[] {
  const messages: Message[] = []
  const turn = (): Turn => {
    const last = messages.at(-1)
    if (last?.role === 'assistant') return last as Turn
    const started: Turn = { role: 'assistant', text: '', toolCalls: [], thoughts: [] }
    messages.push(started)
    return started
  }
  for (const item of items) {
    if ('role' in item) {
      const last = messages.at(-1)
      // Thoughts before a text belong to it.
      if (
        item.role === 'assistant' &&
        last?.role === 'assistant' &&
        last.text === '' &&
        !last.toolCalls.length
      )
        last.text = textIn(contentOf(item.content))
      else messages.push(toMessage(item))
    } else if (item.type === 'reasoning') {
      const { text, toolCalls, thoughts } = turn()
      const place = Number(text !== '') + toolCalls.length
      const words = (item.summary ?? []).map((part) => part.text).join('')
      thoughts.push({ text: words, place, signature: decodeSignature(item.encrypted_content) })
    } else if (item.type === 'function_call')
      turn().toolCalls.push({
        id: item.call_id,
        name: item.name,
        arguments: argumentsIn(item.arguments),
        ...signatureOf(item.extra_content?.google?.thought_signature),
      })
    else if (item.type === 'function_call_output')
      messages.push({
        role: 'tool',
        toolCallId: item.call_id,
        toolName: null,
        text: textIn(contentOf(item.output)),
      })
  }
  return messages
}

function toMessage({ role, content }: Extract<Item, { role: string }>): Message {
  const parts = contentOf(content)
  if (role === 'user') return { role, content: parts }
  return role === 'assistant'
    ? { role, text: textIn(parts), toolCalls: [], thoughts: [] }
    : { role: 'system', text: textIn(parts) }
}

const textIn = (content: readonly Content[]): string =>
  content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')

const contentOf = (content: string | Part[]): Content[] =>
  typeof content === 'string' ? [textContent(content)] : content.flatMap((part) => toContent(part) ?? [])

function toContent(part: Part): Content | null {
  switch (part.type) {
    case 'refusal':
      return textContent(part.refusal)
    case 'input_file':
      return fileContent(part)
    case 'input_image':
      if (part.file_id) return { type: 'file-id', fileId: part.file_id }
      return part.image_url ? atAddress(part.image_url) : null
    default:
      return textContent(part.text)
  }
}
