import assert from 'node:assert/strict'
import { createServer as createTcpServer } from 'node:net'
import { after, describe, it } from 'node:test'
import { LargeContent } from '../../kernel/compute/large-content.ts'
import type { LoadedPiece } from './service/perform.ts'
import { json, openPieces, pieceFrom, scopeOf, startService } from './testing.ts'

const project = '22222222-2222-4222-8222-222222222222'

type ActOptions = {
  projectId?: string
  timeoutMs?: number
  arguments?: Record<string, unknown>
  signal?: AbortSignal
}

async function act(pieces: ReturnType<typeof openPieces>, piece: LoadedPiece, options: ActOptions = {}) {
  const tool = piece.entry.tools[0]!
  return pieces.provider.execute({
    scope: scopeOf(options.projectId ?? project),
    toolkit: piece.entry.toolkit,
    tool,
    arguments: options.arguments ?? {},
    credentials: null,
    timeoutMs: options.timeoutMs ?? 60_000,
    signal: options.signal ?? new AbortController().signal,
    idempotencyKey: 'call-1',
    saveFile: async ({ name, bytes }) => `${name} of ${bytes.length}`,
  })
}

/** Runs the body of one action in a separate process. */
async function run(
  t: Parameters<typeof openPieces>[0],
  body: string,
  more: Parameters<typeof pieceFrom>[1] & ActOptions = {},
) {
  const piece = pieceFrom(body, more)
  return act(openPieces(t, [piece]), piece, more)
}

const tried = (code: string) =>
  `try { return await (async () => { ${code} })() } catch (e) { return 'no: ' + e.code }`

describe('a hostile bundle', () => {
  it('finds no file, no variable, no program, no thread', async (t) => {
    const outcome = await run(
      t,
      `const fs = require('fs'), r = {}
       for (const path of ['/etc/passwd', '/proc/self/environ', '/proc/1/cmdline', process.execPath])
         try { fs.readFileSync(path); r[path] = 'read' } catch (e) { r[path] = 'no' }
       try { fs.writeFileSync('/tmp/stoa-piece', 'x'); r.write = 'wrote' } catch { r.write = 'no' }
       try { r.spawn = require('child_process').spawnSync('/bin/true').error ? 'no' : 'ran' } catch { r.spawn = 'no' }
       try { process.dlopen({ exports: {} }, '/lib/x.so'); r.addon = 'loaded' } catch { r.addon = 'no' }
       try { process.kill(process.ppid, 0); r.kill = 'signalled' } catch { r.kill = 'no' }
       return { ...r, env: Object.keys(process.env), root: process.getuid() === 0 }`,
    )
    assert.ok(outcome.successful, JSON.stringify(outcome))
    const { env, root, ...rest } = outcome.data as Record<string, unknown>
    assert.deepEqual(new Set(Object.values(rest)), new Set(['no']), JSON.stringify(rest))
    assert.deepEqual(env, ['TZ'])
    assert.equal(root, false)
  })

  it('opens no connection, not even before it gets any work', async (t) => {
    let connections = 0
    const server = createTcpServer(() => connections++).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    after(() => void server.close())
    const { port } = server.address() as { port: number }
    const top = `
      const { Socket } = require('net')
      const open = () => new Promise((resolve) => {
        const socket = new Socket()
        socket.on('error', () => resolve('no')); socket.on('connect', () => resolve('connected'))
        try { Socket.prototype.connect.call(socket, ${port}, '127.0.0.1') } catch { resolve('no') }
      })
      const early = open()`
    const outcome = await run(t, 'return [await early, await open()]', { top })
    assert.deepEqual(outcome.successful && outcome.data, ['no', 'no'], JSON.stringify(outcome))
    assert.equal(connections, 0)
  })

  it('is stopped when it does not end', async (t) => {
    const piece = pieceFrom('while (true);')
    const pieces = openPieces(t, [piece])
    const late = await act(pieces, piece, { timeoutMs: 1500 })
    assert.deepEqual([late.successful, !late.successful && late.errorCode], [false, 'timeout'])
    assert.equal(pieces.pool.state().running, 0)
    const controller = new AbortController()
    const waiting = act(pieces, piece, { signal: controller.signal })
    setTimeout(() => controller.abort(), 200)
    assert.equal((await waiting.catch(() => ({ successful: false }))).successful, false)
  })

  it('takes only the memory it may have', async (t) => {
    const outcome = await run(t, `const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))`)
    assert.ok(!outcome.successful)
    assert.equal(outcome.errorCode, 'script_error')
  })

  it('cannot flood, forge or overtax the line to the server', async (t) => {
    const bodies = [
      `const fs = require('fs'); for (;;) fs.writeSync(1, Buffer.alloc(65536, 120))`,
      `for (let i = 0; i < 5000; i++) ctx.store.get('k' + i).catch(() => {}); await new Promise(() => {})`,
      `process.exit(0)`,
    ]
    for (const body of bodies) {
      const outcome = await run(t, body)
      assert.ok(!outcome.successful, body)
      assert.equal(outcome.errorCode, 'script_error', body)
    }
    const large = await run(t, `return 'x'.repeat(9 * 1024 * 1024)`)
    assert.equal(!large.successful && large.errorCode, 'output_too_large')
  })

  it('has the main thread read little of what it says', async (t) => {
    const lists = await run(t, `return Array.from({ length: 2_000_000 }, () => [])`)
    assert.ok(lists.successful && lists.data instanceof LargeContent)
    assert.equal(lists.data.bytes.byteLength, 6_000_001)
    const stored = await run(t, `await ctx.store.put('k', 'x'.repeat(600_000))`)
    assert.match(stored.successful ? '' : stored.error, /524288 bytes at most/)
    const failed = await run(t, `throw { message: 'no', status: 400, body: 'x'.repeat(600_000) }`)
    assert.deepEqual([failed.successful, !failed.successful && failed.error], [false, 'no'])
    const forged = `const header = Buffer.from(JSON.stringify({ t: 'done', ok: true, value: 'x'.repeat(600_000) }))
      const prefix = Buffer.alloc(8); prefix.writeUInt32LE(header.length, 0)
      require('fs').writeSync(1, Buffer.concat([prefix, header])); await new Promise(() => {})`
    const outcome = await run(t, forged)
    assert.match(outcome.successful ? '' : outcome.error, /what no tool may do/)
  })
})

describe('requests of a bundle', () => {
  it('go to the hosts of the piece and to no other, by whatever client', async (t) => {
    const service = await startService(t, (_, response) => json(response, { fine: true }))
    const clients = [
      `const r = await fetch(url, { method: 'POST', body: 'a' }); return r.json()`,
      `return new Promise((resolve, reject) => {
         const q = require('http').request(url, { method: 'POST' }, (r) => {
           let text = ''; r.on('data', (d) => (text += d)); r.on('end', () => resolve(JSON.parse(text))) })
         q.on('error', reject); q.end('a') })`,
    ]
    for (const client of clients) {
      const body = `const url = '${service.url}/x'; ${client}`
      const fine = await run(t, body, { hosts: ['127.0.0.1'] })
      assert.deepEqual(fine.successful && fine.data, { fine: true }, JSON.stringify(fine))
      const before = service.requests.length
      const refused = await run(t, body, { hosts: ['api.example.com'] })
      assert.ok(!refused.successful)
      assert.equal(refused.errorCode, 'host_not_allowed', JSON.stringify(refused))
      assert.equal(service.requests.length, before)
    }
    assert.deepEqual(
      service.requests.map(({ method, body }) => [method, body]),
      [
        ['POST', 'a'],
        ['POST', 'a'],
      ],
    )
  })

  it('cannot speak anything but HTTP', async (t) => {
    const outcome = await run(
      t,
      `return new Promise((resolve, reject) => {
         const s = require('net').connect(3306, '127.0.0.1'); s.on('error', reject); s.write('\\x00\\x01hello') })`,
      { hosts: ['127.0.0.1'] },
    )
    assert.match(outcome.successful ? '' : outcome.error, /only use HTTP/)
  })
})

describe('a process', () => {
  it('serves one project, and is used again for it alone', async (t) => {
    const piece = pieceFrom('globalThis.count = (globalThis.count ?? 0) + 1; return globalThis.count')
    const pieces = openPieces(t, [piece], { callsPerProcess: 3 })
    const counts = []
    for (const projectId of [project, project, '33333333-3333-4333-8333-333333333333', project, project]) {
      const outcome = await act(pieces, piece, { projectId })
      counts.push(outcome.successful && outcome.data)
    }
    assert.deepEqual(counts, [1, 2, 1, 3, 1])
  })

  it('reports in a message what the platform does not offer', async (t) => {
    const outcome = await run(t, 'return ctx.run.createWaitpoint({})')
    assert.match(outcome.successful ? '' : outcome.error, /context\.run\.createWaitpoint/)
  })

  it('hands files over and takes them', async (t) => {
    const piece = pieceFrom(
      `return [ctx.propsValue.file.data.toString(), await ctx.files.write({ fileName: 'a.txt', data: Buffer.from('abc') })]`,
    )
    const options = { arguments: { file: 'data:text/plain;base64,aGVsbG8=' } }
    const outcome = await act(openPieces(t, [piece]), piece, options)
    assert.deepEqual(outcome.successful && outcome.data, ['hello', 'a.txt of 3'], JSON.stringify(outcome))
  })

  it('is not there where it cannot be sealed', async (t) => {
    const piece = pieceFrom(tried('return 1'))
    await assert.rejects(act(openPieces(t, [piece], { command: null }), piece), {
      code: 'sandbox_unavailable',
    })
  })
})
