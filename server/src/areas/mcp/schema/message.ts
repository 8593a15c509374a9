import { z } from 'zod'

const Message = z
  .looseObject({
    jsonrpc: z.string().optional(),
    method: z.string().max(200).optional(),
    params: z.unknown().optional(),
    id: z.unknown().optional(),
  })
  .describe('A JSON-RPC message. Without `jsonrpc` it is read as a request, by default `tools/list`.')

/** Batches are part of the protocol of 2025-03-26 alone. */
export const McpMessages = z.union([Message, z.array(Message).min(1).max(100)])
export type McpMessage = z.output<typeof Message>
export type McpMessages = z.output<typeof McpMessages>

export const McpResponse = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.unknown().optional(),
    result: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .meta({ id: 'McpResponse' })

export const ServerParams = z.object({
  serverId: z.string().min(1).max(100).describe('The id or name of a server.'),
})
