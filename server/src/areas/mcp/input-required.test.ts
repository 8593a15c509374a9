import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { startTestApp, type TestProject } from '../../../test/harness.ts'

const app = await startTestApp({ hasPieces: false, allowPrivate: '127.0.0.1/32' })
after(() => app.stop())

type Params = { name: string; inputResponses?: unknown; requestState?: unknown }

const confirm = { method: 'elicitation/create', params: { message: 'Sure?', requestedSchema: {} } }
const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }
const asking: Record<string, object> = {
  delete: { inputRequests: { sure: confirm, where: { method: 'roots/list' } }, requestState: 'state 1' },
  later: { requestState: 'wait' },
  think: { inputRequests: { model: sampling } },
  endless: { inputRequests: { sure: confirm } },
}
const tools = Object.keys(asking).map((name) => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
}))
const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
const calls: { id: unknown; params: Params }[] = []

/** A server that asks although its client has offered nothing. */
function respond(method: string, id: unknown, params: Params): object {
  if (method === 'server/discover')
    return {
      ...complete,
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo: { name: 'asking', version: '1' },
    }
  if (method === 'tools/list') return { ...complete, tools }
  calls.push({ id, params })
  const hasInput = params.name !== 'endless' && (params.inputResponses ?? params.requestState) !== undefined
  if (!hasInput) return { resultType: 'input_required', ...asking[params.name] }
  const said = JSON.stringify([params.inputResponses ?? null, params.requestState ?? null])
  return { resultType: 'complete', content: [{ type: 'text', text: said }] }
}

const remote = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(await text(request))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: respond(method, id, params) }))
}).listen(0, '127.0.0.1')
after(() => remote.close())

let project: TestProject
before(async () => {
  if (!remote.listening) await once(remote, 'listening')
  project = await app.newProject()
  const url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/mcp`
  const imported = await project.admin.post('/api/v1/toolkits/import/mcp', { slug: 'asking', url })
  assert.equal(imported.status, 200, imported.text)
})

async function call(tool: string) {
  calls.length = 0
  const { body } = await project.admin.post(`/api/v1/tools/execute/asking_${tool}`, { arguments: {} })
  return body
}

it('questions of a server are cancelled, and its state goes back as it came', async () => {
  const { data } = await call('delete')
  const said = JSON.parse(data.data.content[0].text)
  assert.deepEqual(said, [{ sure: { action: 'cancel' }, where: { roots: [] } }, 'state 1'])
  assert.equal(new Set(calls.map(({ id }) => id)).size, 2)
})

it('a server without requests is called again', async () => {
  const { data } = await call('later')
  assert.deepEqual(JSON.parse(data.data.content[0].text), [null, 'wait'])
})

it('a server that requests a model, or requests input without end, fails', async () => {
  const thinking = await call('think')
  assert.match(JSON.stringify(thinking), /requests a model of its client/)
  assert.equal(calls.length, 1)
  const endless = await call('endless')
  assert.match(JSON.stringify(endless), /requests input again and again/)
  assert.equal(calls.length, 11)
})
