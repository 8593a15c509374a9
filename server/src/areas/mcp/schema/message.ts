import { z } from 'zod'

export const McpMessage = z
  .strictObject({
    jsonrpc: z.string().optional().meta({ default: '2.0' }),
    method: z.string().max(200).optional().meta({ default: 'tools/list' }),
    params: z.unknown().optional(),
    id: z.unknown().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  })
  .describe('A JSON-RPC message. Without `jsonrpc` it is read as a request, by default `tools/list`.')
export type McpMessage = z.output<typeof McpMessage>

const maxBatch = 20

export const McpBody = z
  .union([McpMessage, z.array(McpMessage).min(1).max(maxBatch)], {
    // A union alone would not say which of its rules was broken.
    error: ({ input }) =>
      Array.isArray(input) && input.length > maxBatch
        ? `must be one message or a batch of 1 to ${maxBatch} messages`
        : undefined,
  })
  .describe(`A JSON-RPC message; clients of 2025-03-26 may send up to ${maxBatch} of them as a batch.`)
export type McpBody = z.output<typeof McpBody>

export const McpResponse = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.unknown().optional(),
    result: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .meta({ id: 'McpResponse' })

export const McpReply = z.union([McpResponse, z.array(McpResponse)])

export const ServerParams = z.object({
  serverId: z.string().min(1).max(100).describe('The id or name of a server.'),
})
