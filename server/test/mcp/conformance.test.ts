import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestApp } from '../harness.ts'
import { inLongRun } from '../size.ts'
import { createConformanceServer } from './conformance-project.ts'

const app = await startTestApp({ hasPieces: false })
const product = new URL(await app.listen())
after(() => app.stop())

/** The suites send no credentials: they call this, which adds a key and nothing else. */
let path = ''
let key = ''
const proxy = createServer((incoming, response) => {
  const { hostname: host, port } = product
  const headers = { ...incoming.headers, 'x-api-key': key }
  const outgoing = request({ host, port, path, method: incoming.method, headers }, (result) => {
    response.writeHead(result.statusCode!, result.headers)
    result.pipe(response)
  })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}).listen(0, '127.0.0.1')

before(async () => {
  const project = await app.newProject()
  key = project.adminKey
  path = `/api/v1/mcp/${await createConformanceServer(project)}`
  if (!proxy.listening) await once(proxy, 'listening')
})
after(() => {
  proxy.closeAllConnections()
  proxy.close()
})

const expected = (name: string) => fileURLToPath(new URL(`expected-failures/${name}.yml`, import.meta.url))

/** Fails for a scenario that fails and is not in the list, and for one of the list that passes. */
async function runSuite(suite: string, failures: string, ...options: string[]): Promise<void> {
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
  const args = [suite, 'server', '--url', url, '--expected-failures', expected(failures), ...options]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  const [code] = await once(child, 'close')
  const text = Buffer.concat(printed).toString()
  assert.equal(code, 0, text.slice(-6_000))
  assert.match(text, /tools-call-simple-text: \d+ passed, 0 failed/)
}

const current = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
const earlier = fileURLToPath(import.meta.resolve('conformance-2025/dist/index.js'))

describe('the official conformance suites', () => {
  it('pass for 2026-07-28', () => runSuite(current, '2026-07-28', '--requirements', '2026-07-28'))
  it('pass for 2025-11-25', inLongRun, () =>
    runSuite(current, '2025-11-25', '--suite', 'all', '--spec-version', '2025-11-25'),
  )
  it('pass in their first version', inLongRun, () => runSuite(earlier, 'first-version'))
})
