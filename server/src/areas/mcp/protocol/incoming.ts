import type { Server } from '@modelcontextprotocol/server'
import type { McpBody, McpMessage } from '../schema/message.ts'

/** A request of a client, and what it is served by. */
export type Exchange = {
  headers: Readonly<Record<string, string | undefined>>
  body: McpMessage
  signal: AbortSignal
  url: string
  /** A new one for the request. */
  createServer(): Server
}

/** What may be several of them. */
export type IncomingExchange = Omit<Exchange, 'body'> & { body: McpBody }
