import { z } from 'zod'
import {
  anyCaseChoiceParam,
  choiceParam,
  openObject,
  pageParams,
  sortOrders,
  Timestamp,
  textParam,
  Uuid,
} from '../../../kernel/http/shapes.ts'
import { ExternalConfigs, ExternalServer } from './external.ts'

export const modes = ['NORMAL', 'META'] as const
export type Mode = (typeof modes)[number]

/** Vendors of models take no more. */
export const maxNormalTools = 128
/** Models choose badly among more, and their schemas fill the context. */
export const advisedTools = 40

const maxConfigBytes = 16_384

const Name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters and digits, separated by hyphens')
const Description = z.string().trim().max(2_000)
const SelectedTools = z
  .array(z.string().min(1).max(100))
  .max(1_000)
  .describe(`Slugs of tools; at most ${maxNormalTools} in mode \`NORMAL\`.`)
const Whitelist = z
  .boolean()
  .describe('In mode `META`: only `selectedTools` can be found, where there are any.')
const Config = openObject()
  .refine(
    (value) => Buffer.byteLength(JSON.stringify(value)) <= maxConfigBytes,
    `must be at most ${maxConfigBytes} bytes`,
  )
  .describe('Free-form. The text `instructions` is given to clients.')
const CallbackUrl = z.url({ protocol: /^https?$/ }).max(2_048)
const IsPublic = z
  .boolean()
  .describe(
    'Without credentials, for tools that need no account; mode `NORMAL` and the admin role are required.',
  )

export const CreateServerBody = z.strictObject({
  name: Name,
  description: Description.default(''),
  mode: z.enum(modes).default('META'),
  selectedTools: SelectedTools.default([]),
  discoveryToolsWhitelist: Whitelist.default(true),
  isPublic: IsPublic.default(false),
  config: Config.default({}),
  connectionCallbackUrl: CallbackUrl.nullish(),
  externalMcpConfigs: ExternalConfigs.default([]),
})
export type CreateServerBody = z.output<typeof CreateServerBody>

export const UpdateServerBody = z.strictObject({
  name: Name.optional(),
  description: Description.optional(),
  mode: z.enum(modes).optional(),
  selectedTools: SelectedTools.optional(),
  discoveryToolsWhitelist: Whitelist.optional(),
  isPublic: IsPublic.optional(),
  config: Config.optional(),
  connectionCallbackUrl: CallbackUrl.nullable().optional(),
  externalMcpConfigs: ExternalConfigs.optional(),
})
export type UpdateServerBody = z.output<typeof UpdateServerBody>

export const SetAuthConfigBody = z.strictObject({
  toolkitSlug: z.string().min(1).max(128),
  authConfigId: Uuid,
})
export const ClearAuthConfigBody = z.strictObject({ toolkitSlug: z.string().min(1).max(128) })

export const McpServer = z
  .object({
    id: z.uuid(),
    name: z.string(),
    description: z.string(),
    mode: z.enum(modes),
    selectedTools: z.array(z.string()),
    discoveryToolsWhitelist: z.boolean(),
    isPublic: z.boolean(),
    config: openObject(),
    connectionCallbackUrl: z.string().nullable(),
    externalMcpConfigs: z.array(ExternalServer),
    authConfigs: z.record(z.string(), z.string()).describe('Toolkit → auth config whose accounts are used.'),
    url: z.string().describe('The MCP endpoint.'),
    publicUrl: z.string().nullable().describe('The endpoint without credentials; null unless public.'),
    toolCount: z.int().describe('Tools that a client sees.'),
    warnings: z
      .array(z.string())
      .describe('Tools that are offered under another name, because names would be equal.'),
    version: z.int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'McpServer' })
export type McpServer = z.output<typeof McpServer>

export const ServerQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the name or description.'),
  mode: choiceParam(modes).optional(),
  sortBy: choiceParam(['createdAt', 'updatedAt', 'name'], 'createdAt').default('createdAt'),
  sortOrder: anyCaseChoiceParam(sortOrders, 'DESC').default('DESC'),
  ...pageParams,
})
export type ServerQuery = z.output<typeof ServerQuery>

export const McpClientSnippet = z.object({
  client: z.enum(['claude-desktop', 'claude-code', 'cursor', 'vscode', 'codex', 'inspector']),
  title: z.string(),
  file: z.string().nullable().describe('Where the text belongs; null for a command.'),
  language: z.enum(['json', 'toml', 'shell']),
  text: z.string(),
})
export type McpClientSnippet = z.output<typeof McpClientSnippet>

export const McpServerConfig = z
  .object({
    name: z.string(),
    url: z.string(),
    headers: z.record(z.string(), z.string()).describe('With a placeholder for the API key.'),
    mode: z.enum(modes),
    tools: z.array(
      z.object({
        name: z.string(),
        title: z.string().optional(),
        description: z.string().optional(),
        inputSchema: openObject(),
        outputSchema: openObject().optional(),
        annotations: openObject().optional(),
      }),
    ),
    warnings: z.array(z.string()),
    clients: z.array(McpClientSnippet),
  })
  .meta({ id: 'McpServerConfig' })
export type McpServerConfig = z.output<typeof McpServerConfig>
