import { z } from 'zod'
import { Uuid } from '../../../../kernel/http/shapes.ts'
import { CallId } from '../../schema/message.ts'
import { shapesOf } from '../refused-fields.ts'
import { refusedMessageFields } from './refused.ts'

const maxText = 400_000
const Text = z.string().max(maxText)

// What a vendor signed or sealed for itself; returned unchanged.
const Sealed = z.string().max(2_097_152)

const Source = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('base64'),
    media_type: z.string().min(3).max(200),
    data: z.base64().max(11_000_000),
  }),
  z.object({
    type: z.literal('url'),
    url: z
      .string()
      .max(8000)
      .regex(/^https?:\/\//, 'must begin with https:// or http://'),
  }),
  z.object({ type: z.literal('file'), file_id: Uuid.describe('A file of the project.') }),
  z.object({ type: z.literal('text'), data: Text }),
])
export type Source = z.output<typeof Source>

const TextBlock = z.object({ type: z.literal('text'), text: Text })
const ImageBlock = z.object({ type: z.literal('image'), source: Source })
const DocumentBlock = z.object({
  type: z.literal('document'),
  source: Source,
  title: z.string().max(500).nullish(),
})
const VisibleBlock = z.discriminatedUnion('type', [TextBlock, ImageBlock, DocumentBlock])
export type VisibleBlock = z.output<typeof VisibleBlock>

const Block = z.discriminatedUnion('type', [
  TextBlock,
  ImageBlock,
  DocumentBlock,
  z.object({
    type: z.literal('tool_use'),
    id: CallId,
    name: z.string().min(1).max(200),
    input: z.record(z.string(), z.unknown()),
    signature: Sealed.nullish(),
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: CallId,
    content: z.union([Text, z.array(VisibleBlock).max(200)]).nullish(),
    is_error: z.boolean().nullish(),
  }),
  z.object({ type: z.literal('thinking'), thinking: Text, signature: Sealed.nullish() }),
  z.object({ type: z.literal('redacted_thinking'), data: Sealed }),
])

export type Block = z.output<typeof Block>

const Turn = z.object({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([Text, z.array(Block).max(1000)]),
})
export type Turn = z.output<typeof Turn>

const OneCall = z
  .boolean()
  .nullish()
  .describe(
    '`true`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed.',
  )

export const Choice = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['auto', 'any', 'none']), disable_parallel_tool_use: OneCall }),
  z.object({ type: z.literal('tool'), name: z.string().min(1).max(128), disable_parallel_tool_use: OneCall }),
])

const AnthropicTool = z.object({
  type: z.string().max(100).nullish().describe('Only `custom`: tools are not run on the server.'),
  name: z.string().min(1).max(128),
  description: z.string().max(10_000).nullish(),
  input_schema: z.record(z.string(), z.unknown()).optional(),
  strict: z.boolean().nullish(),
})

const JsonFormat = z.object({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) })

const conversation = {
  model: z.string().min(1).max(200).describe('A model id, or the vendor’s model name if it is unique.'),
  messages: z.array(Turn).min(1).max(2000),
  system: z.union([Text, z.array(TextBlock).max(200)]).nullish(),
  tools: z.array(AnthropicTool).max(128).nullish(),
  tool_choice: Choice.nullish(),
  thinking: z
    .object({ type: z.string().max(50), budget_tokens: z.int().nullish() })
    .nullish()
    .describe('The budget is mapped to the nearest effort level of models that support it.'),
  output_config: z
    .object({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: JsonFormat.nullish(),
    })
    .nullish(),
  output_format: JsonFormat.nullish().describe('Deprecated alias of `output_config.format`.'),
}

export const CountTokensBody = z.strictObject(conversation)
export type CountTokensBody = z.output<typeof CountTokensBody>

/** What this server can do of the request. Other fields are left out and named in `x-ignored-fields`. */
export const MessagesBody = z.strictObject({
  ...conversation,
  max_tokens: z.int().min(1).max(1_000_000),
  stream: z.boolean().nullish(),
  temperature: z.number().min(0).max(1).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().min(1).max(1_000_000).nullish(),
  stop_sequences: z.array(z.string().max(200)).max(8).nullish(),
  thread: z.unknown().optional().describe('Not supported: conversations are not stored.'),
  ...shapesOf(refusedMessageFields),
})
export type MessagesBody = z.output<typeof MessagesBody>
