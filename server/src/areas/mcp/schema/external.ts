import { z } from 'zod'
import { openObject, Timestamp, Uuid } from '../../../kernel/http/shapes.ts'
import type { ToolkitShapes } from '../../toolkits/index.ts'

export const remoteStatuses = ['unknown', 'healthy', 'auth_required', 'unreachable'] as const
export type RemoteStatus = (typeof remoteStatuses)[number]

export const RemoteUrl = z
  .url({ protocol: /^(https?|stdio)$/ })
  .max(2_000)
  .describe('The endpoint of the MCP server; `stdio:name` for a program that the operator has listed.')
export const RemoteHeaders = z
  .record(z.string().min(1).max(200), z.string().max(8_192))
  .describe('Sent with every request to the server, stored encrypted, and never returned.')
export const RemoteTools = z
  .array(z.string().min(1).max(200))
  .max(500)
  .describe('Names of tools of the server; all without it.')

const maxExternal = 20

const ExternalConfig = z.strictObject({
  name: z
    .string()
    .min(3)
    .max(100)
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'must be lower-case letters, digits, - and _, and not begin with a mark')
    .describe('The slug of the toolkit that its tools become.'),
  url: RemoteUrl,
  headers: RemoteHeaders.optional(),
  tools: RemoteTools.nullish(),
})
export type ExternalConfig = z.output<typeof ExternalConfig>

export const ExternalConfigs = z
  .array(ExternalConfig)
  .max(maxExternal)
  .refine(
    (configs) => new Set(configs.map(({ name }) => name)).size === configs.length,
    'must have different names',
  )
  .describe(
    'Other MCP servers whose tools the server offers too. Each becomes a toolkit of the project: what it says about its tools is approved as it is now. Headers that are left out stay as they are. Requires `toolkits:write`.',
  )

const remoteState = {
  status: z.enum(remoteStatuses).describe('When the server was last called.'),
  lastCheckedAt: Timestamp.nullable(),
}

export const ExternalServer = z
  .object({
    name: z.string(),
    url: z.string(),
    headersMasked: z.record(z.string(), z.string()),
    tools: z.array(z.string()).nullable().describe('Names of tools at the other server; null for all.'),
    ...remoteState,
  })
  .meta({ id: 'McpExternalServer' })
export type ExternalServer = z.output<typeof ExternalServer>

const RemoteTool = z.object({
  name: z.string().describe('At the other server.'),
  description: z.string(),
  inputSchema: openObject(),
})

export const ExternalTools = z
  .object({
    name: z.string(),
    ...remoteState,
    tools: z.array(
      RemoteTool.extend({
        slug: z.string().describe('Under which it is executed, and offered to clients.'),
        isOffered: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'McpExternalTools' })
export type ExternalTools = z.output<typeof ExternalTools>

export const ExternalParams = z.object({ id: Uuid, name: z.string().min(1).max(100) })

export const TestExternalBody = z.strictObject({ url: RemoteUrl, headers: RemoteHeaders.optional() })
export type TestExternalBody = z.output<typeof TestExternalBody>

export const ExternalTest = z
  .object({
    status: z.enum(remoteStatuses),
    serverName: z.string().nullable(),
    transport: z.enum(['http', 'sse', 'stdio']).nullable(),
    tools: z.array(RemoteTool),
    error: z.string().nullable(),
  })
  .meta({ id: 'McpExternalTest' })
export type ExternalTest = z.output<typeof ExternalTest>

export const StdioServer = z
  .object({
    name: z.string(),
    url: z.string().describe('With which it is imported.'),
    description: z.string(),
  })
  .meta({ id: 'McpStdioServer' })

export const refreshExternalBody = ({ ReviewedHash }: Pick<ToolkitShapes, 'ReviewedHash'>) =>
  z.strictObject({
    dryRun: z.boolean().default(false).describe('Return what has changed without approving it.'),
    sha256: ReviewedHash.optional(),
  })
export type RefreshExternalBody = z.output<ReturnType<typeof refreshExternalBody>>
