import { z } from 'zod'
import { openObject, Uuid } from '../../../kernel/http/shapes.ts'
import { ChatMessage } from './message.ts'
import { ThoughtShape } from './thought.ts'

const JsonSchema = openObject().describe('A JSON Schema.')
const Name = z.string().regex(/^[\w.:-]{1,128}$/, 'must be letters, digits, _ . : and -, at most 128')

const ToolFields = z.strictObject({
  name: Name,
  description: z.string().max(10_000).optional(),
  parameters: JsonSchema.optional(),
  inputSchema: JsonSchema.optional().describe('Alias of `parameters`.'),
  strict: z
    .boolean()
    .nullable()
    .optional()
    .describe(
      'Whether the arguments must match the schema exactly; defaults to the setting of the provider.',
    ),
})

export type Tool = {
  name: string
  description: string | null
  parameters: Record<string, unknown>
  strict?: boolean
}

/** What the caller said of it, where it said something. */
export const strictly = (strict: boolean | null | undefined): { strict?: boolean } =>
  typeof strict === 'boolean' ? { strict } : {}

export const ToolInput = z
  .union([ToolFields, z.strictObject({ type: z.literal('function'), function: ToolFields })])
  .transform((input): Tool => {
    const { name, description, parameters, inputSchema, strict } =
      'function' in input ? input.function : input
    return {
      name,
      description: description ?? null,
      parameters: parameters ?? inputSchema ?? { type: 'object', properties: {} },
      ...strictly(strict),
    }
  })

export type ToolChoice = 'auto' | 'none' | 'required' | { name: string }

export const ToolChoiceInput = z
  .union([
    z.enum(['auto', 'none', 'required']),
    z.strictObject({ name: Name }),
    z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: Name }) }),
  ])
  .transform(
    (input): ToolChoice =>
      typeof input === 'string' ? input : { name: 'name' in input ? input.name : input.function.name },
  )

export type ResponseFormat =
  | { type: 'text' }
  | { type: 'json'; schema: Record<string, unknown> | null; name: string | null; strict?: boolean }

const NamedSchema = z.strictObject({
  name: z.string().max(64).optional(),
  description: z.string().max(2000).optional(),
  schema: JsonSchema,
  strict: z.boolean().nullable().optional(),
})

export const ResponseFormatInput = z
  .union([
    z.enum(['text', 'json']),
    z.strictObject({ type: z.enum(['text', 'json', 'json_object']) }),
    NamedSchema.extend({ type: z.enum(['json', 'json_schema']) }),
    z.strictObject({ type: z.literal('json_schema'), json_schema: NamedSchema }),
    z.strictObject({ type: z.literal('json_schema'), jsonSchema: NamedSchema }),
  ])
  .transform((input): ResponseFormat => {
    if (typeof input === 'string')
      return input === 'text' ? { type: 'text' } : { type: 'json', schema: null, name: null }
    if (input.type === 'text') return { type: 'text' }
    const named =
      'json_schema' in input ? input.json_schema : 'jsonSchema' in input ? input.jsonSchema : input
    const {
      schema = null,
      name = null,
      strict,
    } = named as { schema?: Record<string, unknown>; name?: string; strict?: boolean | null }
    return { type: 'json', schema, name, ...strictly(strict) }
  })

export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof efforts)[number]

const ModelName = z.string().min(1).max(200)

const maxMetadata = 16

// The reference promises both for a text that is generated without them.
export const defaultTemperature = 0.7
export const generatedTokens = 4096

/** The parameters of a call beside its messages. */
const settings = {
  model: ModelName.optional().describe(
    'A model id such as `openai/gpt-5`; defaults to the default model of the project.',
  ),
  systemPrompt: z.string().max(400_000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().min(0).max(1).optional(),
  maxTokens: z.int().min(1).max(1_000_000).optional(),
  stop: z.union([z.string().max(200), z.array(z.string().max(200)).max(8)]).optional(),
  seed: z.int().optional(),
  topK: z.int().min(1).max(1_000_000).optional(),
  frequencyPenalty: z.number().min(-2).max(2).optional(),
  presencePenalty: z.number().min(-2).max(2).optional(),
  responseFormat: ResponseFormatInput.optional(),
  reasoningEffort: z.enum(efforts).optional(),
  fallbackModels: z
    .array(ModelName)
    .max(5)
    .optional()
    .describe('Tried in order if a model fails before its first token.'),
  dropUnsupported: z
    .boolean()
    .optional()
    .describe('Drop parameters that the model does not support instead of rejecting the request.'),
  stream: z.boolean().optional(),
  holdId: Uuid.optional().describe(
    'From `POST /api/v1/ai/llm/quote`: limits the price of the call to the quote.',
  ),
  metadata: z
    .record(z.string().max(64), z.string().max(512))
    .refine(
      (metadata) => Object.keys(metadata).length <= maxMetadata,
      `must have at most ${maxMetadata} entries`,
    )
    .optional()
    .describe('Stored with the call.'),
}

export const ChatBody = z.strictObject({
  messages: z.array(ChatMessage).min(1).max(2000),
  ...settings,
  tools: z.array(ToolInput).max(128).optional(),
  toolChoice: ToolChoiceInput.optional(),
  parallelToolCalls: z
    .boolean()
    .optional()
    .describe(
      '`false`: at most one tool call in the response. Others are dropped with a warning in `warnings`.',
    ),
})
export type ChatBody = z.output<typeof ChatBody>

export const GenerateBody = z.strictObject({
  prompt: z.string().min(1).max(400_000),
  ...settings,
  temperature: settings.temperature.meta({
    default: defaultTemperature,
    description: 'The default is for models that take one and do not reason.',
  }),
  maxTokens: settings.maxTokens.meta({ default: generatedTokens }),
})
export type GenerateBody = z.output<typeof GenerateBody>

export const finishReasons = ['stop', 'length', 'tool_calls', 'content_filter', 'error', 'budget'] as const
export type FinishReason = (typeof finishReasons)[number]

export const Usage = z
  .object({
    promptTokens: z.int().describe('All prompt tokens, including cache reads and writes.'),
    completionTokens: z.int().describe('All output tokens, including reasoning.'),
    cachedInputTokens: z.int(),
    cacheCreationInputTokens: z.int(),
    reasoningTokens: z.int(),
    credits: z.number(),
    usd: z.number(),
    estimated: z
      .boolean()
      .describe(
        'The provider reported no usage, and tokens were counted locally; or more than the call can have had, and the most that is possible was charged (`usage_capped` in `warnings`).',
      ),
    unpriced: z.boolean().describe('The model has no price, so the call was free.'),
  })
  .meta({ id: 'LlmUsage' })
export type Usage = z.output<typeof Usage>

const ToolCallOut = z.object({
  id: z.string(),
  name: z.string(),
  arguments: openObject(),
  signature: z.string().optional().describe('Provider signature; send it back unchanged.'),
})

export const ChatReply = z
  .object({
    id: z.uuid(),
    text: z.string(),
    message: z.object({
      role: z.literal('assistant'),
      content: z.string(),
      reasoning: z.string().optional(),
      thoughts: z
        .array(ThoughtShape)
        .optional()
        .describe('Signed reasoning parts of the provider. Send them back with the message.'),
      toolCalls: z.array(ToolCallOut).optional(),
    }),
    finishReason: z.enum(finishReasons),
    stopSequence: z
      .string()
      .optional()
      .describe('Which of `stop` ended the text, where the provider reports it.'),
    model: z.string().describe('The model that generated the response.'),
    provider: z.string(),
    usage: Usage,
    latencyMs: z.int(),
    fallbackFrom: z.string().optional().describe('The requested model, if another one responded.'),
    warnings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .optional()
      .describe('Parts of the request that were ignored or changed, and `usage_capped`.'),
  })
  .meta({ id: 'LlmReply' })
export type ChatReply = z.output<typeof ChatReply>
