import type { Server } from '@modelcontextprotocol/server'
import type { McpMessage } from '../schema/message.ts'

/** A request of a client, and what it is served by. */
export type Exchange = {
  headers: Readonly<Record<string, string | undefined>>
  body: McpMessage
  signal: AbortSignal
  url: string
  /** A new one for the request. */
  createServer(): Server
}
