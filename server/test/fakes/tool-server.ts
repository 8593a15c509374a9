import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type CallToolResult, createMcpHandler, Server, type Tool } from '@modelcontextprotocol/server'

/** An MCP server whose owner changes what it says about its tools, and what they return. */
export async function startToolServer(options: { legacy?: 'reject' } = {}) {
  const state: { tools: Tool[]; result: CallToolResult } = { tools: [], result: { content: [] } }
  const handler = createMcpHandler(() => {
    const server = new Server({ name: 'tools', version: '1.0.0' }, { capabilities: { tools: {} } })
    server.setRequestHandler('tools/list', () => ({ tools: state.tools }))
    server.setRequestHandler('tools/call', () => state.result)
    return server
  }, options)
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    const body = method === 'POST' ? await text(request) : null
    const result = await handler.fetch(new Request('http://tools/', { method, headers, body }))
    response.writeHead(result.status, Object.fromEntries(result.headers)).end(await result.text())
  }
  const listening = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`
  return Object.assign(state, {
    url,
    stop() {
      listening.closeAllConnections()
      listening.close()
    },
  })
}
