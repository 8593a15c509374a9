import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { type HttpRequest, requestToCurl, requestToFetch } from './request-snippets.ts'

const run = promisify(execFile)
const origin = 'http://127.0.0.1:4400'

const nasty = `{"name": "it's \\"$HOME\\" \`id\` \\\\ \\n end", "big": 12345678901234567890}`
const nastyRequest = (target: string): HttpRequest => ({
  method: 'POST',
  url: `${target}/api/v1/things`,
  headers: [
    { name: 'x-api-key', variable: 'STOA_API_KEY' },
    { name: 'idempotency-key', value: "o'clock $(id)" },
    { name: 'content-type', value: 'application/json' },
  ],
  body: { kind: 'json', text: nasty },
})

describe('a request as curl', () => {
  it('means to a shell exactly what the request is', { skip: process.platform === 'win32' }, async () => {
    // A function replaces curl and prints its arguments, each ended by a separate line.
    const script = `curl() { printf '%s\\n--\\n' "$@"; }\n${requestToCurl(nastyRequest(origin))}`
    const { stdout } = await run('/bin/sh', ['-c', script], { env: { STOA_API_KEY: 'stoa_key' } })
    assert.deepEqual(stdout.split('\n--\n').slice(0, -1), [
      '-X',
      'POST',
      `${origin}/api/v1/things`,
      '-H',
      'x-api-key: stoa_key',
      '-H',
      "idempotency-key: o'clock $(id)",
      '-H',
      'content-type: application/json',
      '--data-raw',
      nasty,
    ])
  })

  it('keeps brackets from being expanded, streams events and reads files', () => {
    const parts = [
      { name: 'file', fileName: 'path/to/file' },
      { name: 'note', value: '@home' },
    ]
    const text = requestToCurl({
      method: 'PUT',
      url: 'http://[::1]:4400/api/v1/things/1/files/2',
      headers: [],
      body: { kind: 'form', parts },
      responseKind: 'events',
    })
    assert.match(text, /^curl -g -N -X PUT 'http:\/\/\[::1\]:4400/)
    assert.match(text, /-F 'file=@path\/to\/file'/)
    assert.match(text, /--form-string 'note=@home'/)
  })
})

describe('a request as JavaScript', () => {
  it('runs and sends the request', async (test) => {
    const received: { method?: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const part of request) body += part
      received.push({ method: request.method, headers: request.headers, body })
      response.setHeader('content-type', 'application/json').end('{"success":true,"message":"Made"}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const folder = await mkdtemp(join(tmpdir(), 'stoa-snippet-'))
    test.after(async () => {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true })
    })
    const file = join(folder, 'snippet.mjs')
    await writeFile(
      file,
      requestToFetch(nastyRequest(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    )
    await run(process.execPath, [file], { env: { ...process.env, STOA_API_KEY: 'stoa_key' } })
    assert.equal(received.length, 1)
    const [call] = received
    assert.equal(call!.method, 'POST')
    assert.equal(call!.headers['x-api-key'], 'stoa_key')
    assert.equal(call!.headers['idempotency-key'], "o'clock $(id)")
    assert.deepEqual(JSON.parse(call!.body), JSON.parse(nasty))
  })

  it('shows text that is not JSON as it will be sent', () => {
    const body = { kind: 'json', text: "{oops: 'x'}" } as const
    assert.match(requestToFetch({ ...nastyRequest(origin), body }), /body: '\{oops: \\'x\\'\}',/)
  })
})
