/**
 * A program that speaks MCP over standard input and output, of one era alone. `modern` knows no `initialize`, `strict` exits at
 * a request before it, as some programs of 2025 do, and `silent` never responds to one.
 */
import { createInterface } from 'node:readline'

const [era] = process.argv.slice(2)
const tools = [{ name: 'era', description: 'Says its era.', inputSchema: { type: 'object' } }]
const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
let isOpen = false

const results = {
  'server/discover': () => ({ ...hints, supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }),
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: era, version: '1.0.0' },
  }),
  'tools/list': () => ({ ...hints, tools }),
  'tools/call': () => ({ resultType: 'complete', content: [{ type: 'text', text: era }] }),
}
const unknown = era === 'modern' ? 'initialize' : 'server/discover'

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  if (method === unknown && era === 'strict' && !isOpen) process.exit(1)
  if (method === unknown && era === 'silent') return
  isOpen = true
  const answer = method === unknown ? null : results[method]
  const body = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `Method not found: ${method}` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`)
})
