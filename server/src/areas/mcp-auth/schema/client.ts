import { z } from 'zod'
import { pageParams, Timestamp, textParam, Uuid, uuidParam } from '../../../kernel/http/shapes.ts'

export const McpClient = z
  .object({
    id: z.uuid(),
    name: z.string().describe('As the client calls itself. It is not verified unless `url` is set.'),
    url: z
      .string()
      .nullable()
      .describe('Of the metadata document that identifies the client; null if it registered itself.'),
    redirectUri: z.string(),
    serverId: z.uuid().nullable().describe('The MCP server that it may call; null for the default server.'),
    serverName: z.string(),
    externalUser: z.object({ id: z.uuid(), name: z.string() }).describe('The end user it acts as.'),
    scopes: z.array(z.string()),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
    expiresAt: Timestamp.describe('Later if the client refreshes its tokens before.'),
  })
  .meta({ id: 'McpClient' })
export type McpClient = z.output<typeof McpClient>

export const ClientQuery = z.strictObject({
  q: textParam(200).optional().describe('Substring of the name of the client or of the end user.'),
  serverId: uuidParam().optional(),
  ...pageParams,
})
export type ClientQuery = z.output<typeof ClientQuery>

export const RevokedClient = z.object({ id: Uuid })
