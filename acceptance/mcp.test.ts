import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStage } from './harness/stage.ts'

const stage = createStage()
const { admin } = stage

type Listed = { jsonrpc: string; id: number; result: { tools: { name: string }[] } }
type Called = { result: { content: { text: string }[]; isError?: boolean } }

describe('MCP servers (4.13)', () => {
  it('list and call tools for clients of both eras at one URL', async () => {
    const { id } = await stage.newMcpServer('served')
    const path = `/api/v1/mcp/${id}`
    const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const { result } = (await admin.post(path, listing)).body as Listed
    assert.deepEqual(
      result.tools.map(({ name }) => name),
      ['text_slugify'],
    )
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { name: 'text_slugify', arguments: { text: 'Hello World' }, _meta }
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params }
    const headers = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'text_slugify',
    }
    const called = (await admin.send('POST', path, call, headers)).body as Called
    assert.match(called.result.content[0]!.text, /hello-world/)
  })
})
