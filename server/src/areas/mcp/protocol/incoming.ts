import type { Implementation, Server } from '@modelcontextprotocol/server'
import type { McpBody, McpMessage } from '../schema/message.ts'
import type { ToolHandlers } from './tool-handlers.ts'

/** A request of a client, and what it is served by. */
export type Exchange = {
  headers: Readonly<Record<string, string | undefined>>
  body: McpMessage
  signal: AbortSignal
  url: string
  serverInfo: Implementation
  tools: ToolHandlers
  /** A new one for the request. */
  createServer(tools: ToolHandlers): Server
}

/** What may be several of them. */
export type IncomingExchange = Omit<Exchange, 'body'> & { body: McpBody }
