import { z } from 'zod'
import { openObject, Uuid } from '../../../../kernel/http/shapes.ts'
import { CallId } from '../../schema/message.ts'
import { shapesOf } from '../refused-fields.ts'
import { refusedMessageFields } from './refused.ts'

const maxText = 400_000
const Text = z.string().max(maxText)

// What a vendor signed or sealed for itself; returned unchanged.
const Sealed = z.string().max(2_097_152)

const Source = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('base64'),
    media_type: z.string().min(3).max(200),
    data: z.base64().max(11_000_000),
  }),
  z.looseObject({
    type: z.literal('url'),
    url: z
      .string()
      .max(8000)
      .regex(/^https?:\/\//, 'must begin with https:// or http://'),
  }),
  z.looseObject({ type: z.literal('file'), file_id: Uuid.describe('A file of the project.') }),
  z.looseObject({ type: z.literal('text'), data: Text }),
])
export type Source = z.output<typeof Source>

const TextBlock = z.looseObject({ type: z.literal('text'), text: Text })
const ImageBlock = z.looseObject({ type: z.literal('image'), source: Source })
const DocumentBlock = z.looseObject({
  type: z.literal('document'),
  source: Source,
  title: z.string().max(500).nullish(),
  citations: z
    .looseObject({ enabled: z.boolean().nullish() })
    .nullish()
    .describe('Only with a model of Anthropic.'),
})
const VisibleBlock = z.discriminatedUnion('type', [TextBlock, ImageBlock, DocumentBlock])
export type VisibleBlock = z.output<typeof VisibleBlock>

const OtherBlock = z.looseObject({
  type: z
    .string()
    .regex(
      /^(?!(?:text|image|document|tool_use|tool_result|thinking|redacted_thinking)$)[a-z][a-z0-9_]{0,99}$/,
      // Aborts, or a union would report this alone where a block of another form is invalid.
      { error: 'must be a type of block', abort: true },
    )
    .describe('Any other block of Anthropic; only with a model of Anthropic.'),
})
type OtherBlock = z.output<typeof OtherBlock>

const KnownBlock = z.discriminatedUnion('type', [
  TextBlock,
  ImageBlock,
  DocumentBlock,
  z.looseObject({
    type: z.literal('tool_use'),
    id: CallId,
    name: z.string().min(1).max(200),
    input: openObject(),
    signature: Sealed.nullish(),
  }),
  z.looseObject({
    type: z.literal('tool_result'),
    tool_use_id: CallId,
    content: z.union([Text, z.array(z.union([VisibleBlock, OtherBlock])).max(200)]).nullish(),
    is_error: z.boolean().nullish(),
  }),
  z.looseObject({ type: z.literal('thinking'), thinking: Text, signature: Sealed.nullish() }),
  z.looseObject({ type: z.literal('redacted_thinking'), data: Sealed }),
])
export type Block = z.output<typeof KnownBlock>

const knownTypes: ReadonlySet<string> = new Set(
  KnownBlock.options.flatMap(({ shape }) => [...shape.type.values]),
)

export const isKnownBlock = <B extends Block | VisibleBlock>(block: B | OtherBlock): block is B =>
  knownTypes.has(block.type)

const Turn = z.looseObject({
  role: z.enum(['user', 'assistant', 'system']),
  content: z.union([Text, z.array(z.union([KnownBlock, OtherBlock])).max(1000)]),
})
export type Turn = z.output<typeof Turn>

const OneCall = z
  .boolean()
  .nullish()
  .describe(
    '`true`: at most one tool call in the response; others are dropped and listed in `x-llm-warnings` unless the response is streamed.',
  )

export const Choice = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['auto', 'any', 'none']), disable_parallel_tool_use: OneCall }),
  z.looseObject({
    type: z.literal('tool'),
    name: z.string().min(1).max(128),
    disable_parallel_tool_use: OneCall,
  }),
])

// The client executes them. Tools that Anthropic executes have separate prices.
const clientTool = /^(custom|(bash|text_editor|computer|memory)_\d{8})$/

export const isClientTool = (type: string | null | undefined): boolean => !type || clientTool.test(type)

/** A tool that comes with its schema; the schemas of others only Anthropic knows. */
export const isOwnTool = (type: string | null | undefined): boolean => !type || type === 'custom'

const AnthropicTool = z.looseObject({
  type: z
    .string()
    .max(100)
    .nullish()
    .describe(
      '`custom`; with a model of Anthropic also its tools that the client executes: `bash_…`, `text_editor_…`, `computer_…`, `memory_…`.',
    ),
  name: z.string().min(1).max(128),
  description: z.string().max(100_000).nullish(),
  input_schema: openObject().optional(),
  strict: z.boolean().nullish(),
})

const JsonFormat = z.looseObject({
  type: z.literal('json_schema'),
  schema: openObject(),
})

const conversation = {
  model: z.string().min(1).max(200).describe('A model id, or the vendor’s model name if it is unique.'),
  messages: z.array(Turn).min(1).max(2000),
  system: z.union([Text, z.array(TextBlock).max(200)]).nullish(),
  tools: z.array(AnthropicTool).max(1000).nullish(),
  tool_choice: Choice.nullish(),
  thinking: z
    .looseObject({ type: z.string().max(50), budget_tokens: z.int().nullish() })
    .nullish()
    .describe('Models of other providers get the nearest effort level that they support.'),
  output_config: z
    .looseObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: JsonFormat.nullish(),
    })
    .nullish(),
  output_format: JsonFormat.nullish().describe('Deprecated alias of `output_config.format`.'),
}

const Others = z
  .unknown()
  .describe(
    'For a model of Anthropic, which gets them unchanged; of other providers `x-ignored-fields` names them.',
  )

export const CountTokensBody = z.object(conversation).catchall(Others)
export type CountTokensBody = z.output<typeof CountTokensBody>

export const MessagesBody = z
  .object({
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
  .catchall(Others)
export type MessagesBody = z.output<typeof MessagesBody>
