import { z } from 'zod'
import { openObject, Uuid } from '../../../kernel/http/shapes.ts'
import { decodeText } from '../../../kernel/text/decode-text.ts'
import { type Thought, ThoughtShape, toThought } from './thought.ts'

/** What a message says, in one form whatever form it came in. A file is named by its id until its bytes are needed. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'file-id'; fileId: string }
  | { type: 'file'; mediaType: string; name: string | null; bytes: Uint8Array; fileId?: string }
  | { type: 'url'; mediaType: string; url: string }

export type ToolCall = {
  id: string
  name: string
  arguments: unknown
  /** Some vendors sign the call itself and want it back so. */
  signature?: string
}

export type Message =
  | { role: 'system'; text: string }
  | { role: 'user'; content: Content[] }
  | { role: 'assistant'; text: string; toolCalls: ToolCall[]; thoughts?: readonly Thought[] }
  | { role: 'tool'; toolCallId: string; toolName: string | null; text: string }

const isText = (mediaType: string): boolean => /^text\/|[/+](json|xml|yaml|csv)\b/.test(mediaType)

/** What a part says in words: every model reads text, few read files of text. Null for images and the like. */
export function wordsIn(part: Content): string | null {
  if (part.type === 'text') return part.text
  if (part.type !== 'file' || !isText(part.mediaType)) return null
  return decodeText(part.bytes) ?? Buffer.from(part.bytes).toString()
}

/** The same as it is sent to a model: a file of text with its name. */
export function textIn(part: Content): string | null {
  const words = wordsIn(part)
  if (words === null || part.type !== 'file') return words
  return `${part.name ?? 'Attached file'}:\n${words}`
}

const maxText = 400_000
const Text = z.string().max(maxText)

const Address = z
  .string()
  .max(8_000_000)
  .regex(/^(https?:\/\/|data:)/, 'must begin with https://, http:// or data:')

const ImageAddress = z.union([
  Address,
  z.strictObject({ url: Address, detail: z.string().max(20).optional() }),
])

/** A part of a message. Every form that clients are known to send is read; `fileId` names a file of the project. */
const Block = z.union([
  z.strictObject({ type: z.enum(['text', 'input_text', 'output_text']), text: Text }),
  z.strictObject({ type: z.enum(['image', 'file', 'document']), fileId: Uuid }),
  z.strictObject({ type: z.enum(['image', 'file', 'document']), file_id: Uuid }),
  z.strictObject({ type: z.enum(['image_url', 'input_image']), image_url: ImageAddress }),
  z.strictObject({ type: z.literal('image'), url: Address }),
  z.strictObject({
    type: z.enum(['image', 'file', 'document']),
    data: z.base64().max(8_000_000),
    mimeType: z.string().min(3).max(200),
    name: z.string().max(255).optional(),
  }),
])
type Block = z.output<typeof Block>

const Arguments = z.union([z.string().max(1_048_576), openObject()])

const Signature = z.string().max(1_048_576).describe('As returned with the response.')

/** Some gateways write a model's signature into the id of its call, and need it back. */
const maxCallId = 16_384
export const CallId = z.string().min(1).max(maxCallId)

const ToolCallInput = z.union([
  z.strictObject({
    id: CallId,
    name: z.string().min(1).max(200),
    arguments: Arguments,
    signature: Signature.optional(),
  }),
  z.strictObject({
    id: CallId,
    type: z.literal('function').optional(),
    signature: Signature.optional(),
    function: z.strictObject({ name: z.string().min(1).max(200), arguments: Arguments }),
  }),
])

const roles = ['user', 'assistant', 'system', 'tool', 'developer', 'human', 'ai'] as const

/** `role` with a text, or `type` with blocks: both are in use. */
export const ChatMessage = z
  .strictObject({
    role: z.enum(roles).optional(),
    type: z.enum(roles).optional().describe('Alias of `role`; `human` is the user, `ai` the assistant.'),
    content: z
      .union([Text, z.array(Block).max(200)])
      .nullable()
      .optional(),
    toolCalls: z.array(ToolCallInput).max(128).optional(),
    tool_calls: z.array(ToolCallInput).max(128).optional().meta({ 'x-alias-of': 'toolCalls' }),
    reasoning: Text.optional().describe('Reasoning of an earlier response, for models that use it.'),
    thoughts: z
      .array(ThoughtShape)
      .max(1000)
      .optional()
      .describe(
        'Reasoning parts of an earlier response, unchanged: reasoning models require them in a turn with tools.',
      ),
    toolCallId: z.string().max(maxCallId).optional(),
    tool_call_id: z.string().max(maxCallId).optional().meta({ 'x-alias-of': 'toolCallId' }),
    name: z.string().max(200).optional(),
  })
  .refine(({ role, type }) => (role ?? type) !== undefined, { message: 'requires a role', path: ['role'] })
  .refine(
    (message) => roleOf(message) !== 'tool' || (message.toolCallId ?? message.tool_call_id) !== undefined,
    { message: 'is required to match the tool call', path: ['toolCallId'] },
  )
  .transform(toMessage)

type MessageInput = {
  role?: (typeof roles)[number] | undefined
  type?: (typeof roles)[number] | undefined
  content?: string | Block[] | null | undefined
  toolCalls?: z.output<typeof ToolCallInput>[] | undefined
  tool_calls?: z.output<typeof ToolCallInput>[] | undefined
  reasoning?: string | undefined
  thoughts?: ThoughtShape[] | undefined
  toolCallId?: string | undefined
  tool_call_id?: string | undefined
  name?: string | undefined
}

const canonical = { human: 'user', ai: 'assistant', developer: 'system' } as const

function roleOf({ role, type }: MessageInput): Message['role'] {
  const name = role ?? type ?? 'user'
  return name in canonical ? canonical[name as keyof typeof canonical] : (name as Message['role'])
}

function toMessage(input: MessageInput): Message {
  const content =
    typeof input.content === 'string' ? [textOf(input.content)] : (input.content ?? []).map(toContent)
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  switch (roleOf(input)) {
    case 'system':
      return { role: 'system', text }
    case 'assistant':
      return {
        role: 'assistant',
        text,
        toolCalls: (input.toolCalls ?? input.tool_calls ?? []).map(toToolCall),
        ...thoughtsOf(input.thoughts?.map(toThought) ?? plainThoughts(input.reasoning)),
      }
    case 'tool':
      return {
        role: 'tool',
        toolCallId: (input.toolCallId ?? input.tool_call_id)!,
        toolName: input.name ?? null,
        text,
      }
    default:
      return { role: 'user', content }
  }
}

const textOf = (text: string): Content => ({ type: 'text', text })

function toContent(block: Block): Content {
  if ('text' in block) return textOf(block.text)
  if ('fileId' in block) return { type: 'file-id', fileId: block.fileId }
  if ('file_id' in block) return { type: 'file-id', fileId: block.file_id }
  if ('data' in block)
    return {
      type: 'file',
      mediaType: block.mimeType,
      name: block.name ?? null,
      bytes: Buffer.from(block.data, 'base64'),
    }
  const source = 'url' in block ? block.url : block.image_url
  return atAddress(typeof source === 'string' ? source : source.url)
}

const dataForm = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=-]+)*?(;base64)?,/

/** The content of a URL; a `data:` URL is decoded immediately. */
export function atAddress(url: string): Content {
  const [head, mediaType, isBase64] = dataForm.exec(url) ?? []
  if (head === undefined) return { type: 'url', mediaType: 'image/*', url }
  const body = url.slice(head.length)
  const bytes = isBase64
    ? Buffer.from(body, 'base64')
    : Buffer.from(body.replace(/%([0-9a-f]{2})/gi, unescaped), 'latin1')
  return { type: 'file', mediaType: mediaType ?? 'text/plain', name: null, bytes }
}

const unescaped = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))

function toToolCall(call: z.output<typeof ToolCallInput>): ToolCall {
  const { name, arguments: args } = 'function' in call ? call.function : call
  return {
    id: call.id,
    name,
    arguments: typeof args === 'string' ? argumentsIn(args) : args,
    ...signatureOf(call.signature),
  }
}

/** A signature, where there is one. */
export const signatureOf = (signature: string | null | undefined): { signature?: string } =>
  signature ? { signature } : {}

export const thoughtsOf = (thoughts: readonly Thought[]): { thoughts?: readonly Thought[] } =>
  thoughts.length > 0 ? { thoughts } : {}

/** Thoughts of vendors that do not sign them. */
export const plainThoughts = (text: string | null | undefined): Thought[] =>
  text ? [{ text, place: 0, signature: null }] : []

/** The arguments of a call. What is no JSON is passed on as text: a model wrote it. */
export function argumentsIn(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
