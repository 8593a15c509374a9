import { z } from 'zod'
import { Timestamp } from '../../../../kernel/http/shapes.ts'
import { MimeType } from './resource.ts'

const maxMessageBytes = 512 * 1024

const PromptName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - and _')
  .describe('Clients request the prompt by this name.')
const Title = z.string().trim().min(1).max(200)
const Description = z.string().trim().max(2_000)

const PromptArgument = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z_][\w-]{0,63}$/, 'must be a letter or _, then up to 63 letters, digits, - and _'),
  title: Title.nullish(),
  description: Description.default(''),
  required: z.boolean().default(false),
  suggestions: z
    .array(z.string().max(200))
    .max(100)
    .default([])
    .describe('Values that a client completes the argument with. Others are accepted too.'),
})
export type PromptArgument = z.output<typeof PromptArgument>

const Template = z.string().min(1)
const Bytes = z.base64().min(1)
const Uri = Template.max(2_000)

const PromptContent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: Template }),
  z.strictObject({ type: z.literal('image'), data: Bytes, mimeType: MimeType }),
  z.strictObject({ type: z.literal('audio'), data: Bytes, mimeType: MimeType }),
  z.strictObject({
    type: z.literal('resource_link'),
    uri: Uri,
    name: Template.max(200),
    title: Title.optional(),
    description: Description.optional(),
    mimeType: MimeType.optional(),
  }),
  z.strictObject({
    type: z.literal('resource'),
    resource: z.strictObject({ uri: Uri, mimeType: MimeType.optional(), text: Template }),
  }),
])
export type PromptContent = z.output<typeof PromptContent>

const PromptMessage = z.strictObject({ role: z.enum(['user', 'assistant']), content: PromptContent })
export type PromptMessage = z.output<typeof PromptMessage>

const Arguments = z
  .array(PromptArgument)
  .max(20)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have different names')
const Messages = z
  .array(PromptMessage)
  .min(1)
  .max(50)
  .refine(
    (all) => Buffer.byteLength(JSON.stringify(all)) <= maxMessageBytes,
    `must be at most ${maxMessageBytes} bytes together`,
  )
  .describe(
    'Messages for the model of the client, in the form of the protocol. `{{topic}}` in a `text`, `uri` or `name` is replaced by the argument `topic`.',
  )

export const CreatePromptBody = z.strictObject({
  name: PromptName,
  title: Title.nullish(),
  description: Description.default(''),
  arguments: Arguments.default([]),
  messages: Messages,
})
export type CreatePromptBody = z.output<typeof CreatePromptBody>

export const UpdatePromptBody = z.strictObject({
  name: PromptName.optional(),
  title: Title.nullable().optional(),
  description: Description.optional(),
  arguments: Arguments.optional(),
  messages: Messages.optional(),
})
export type UpdatePromptBody = z.output<typeof UpdatePromptBody>

export const McpPromptSummary = z
  .object({
    id: z.uuid(),
    serverId: z.uuid(),
    name: z.string(),
    title: z.string().nullable(),
    description: z.string(),
    arguments: z.array(PromptArgument),
    version: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'McpPromptSummary' })
export type McpPromptSummary = z.output<typeof McpPromptSummary>

export const McpPrompt = McpPromptSummary.extend({ messages: z.array(PromptMessage) }).meta({
  id: 'McpPrompt',
})
export type McpPrompt = z.output<typeof McpPrompt>
