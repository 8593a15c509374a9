import { ProtocolError, ProtocolErrorCode, type Tool } from '@modelcontextprotocol/server'
import { pageOf } from './lists/paging.ts'
import type { Recorder } from './recorded.ts'
import type { CallRequest, Surface } from './surface.ts'
import type { CallEnd } from './to-result.ts'

export type ToolCallParams = { name: string; arguments?: Record<string, unknown> | undefined }

/** What responds to requests about tools, whether they come by the protocol's server or past it. */
export type ToolHandlers = {
  list(cursor?: string): Promise<{ tools: Tool[]; nextCursor?: string }>
  call(params: ToolCallParams, request: CallRequest): Promise<CallEnd>
}

export const createToolHandlers = ({ shown, recorded }: Recorder, surface: Surface): ToolHandlers => ({
  async list(cursor) {
    const { items, next } = pageOf(await shown(() => surface.list()), ({ name }) => name, cursor)
    return { tools: items, ...next }
  },
  call: ({ name, arguments: given = {} }, request) =>
    recorded(
      request,
      name,
      async () => {
        const called = await surface.call(name, given, request)
        if (called) return called
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`)
      },
      ({ error, logId, isLogged }) => ({ error, logId, isLogged: isLogged === true }),
    ),
})
