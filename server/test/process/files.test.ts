import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, utimes } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { createBlobs } from '../../src/kernel/blobs/blobs.ts'
import { sizeOf } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { apiKey, makeInstallation, type Server } from './stoa.ts'

const mib = 1024 * 1024
const limitMb = 64
// Several times what may stay in memory.
const uploadMib = sizeOf({ short: 144, long: 195 })

async function memoryMb(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)![1]) / 1024
}

/** A video of that many MiB, sent no faster than it is taken. */
function startUpload(server: Server, sizeMib: number) {
  const url = new URL(`${server.line.api}/file/upload/single/video`)
  const call = request(url, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=b' },
  })
  const reply = once(call, 'response')
  reply.catch(() => undefined)
  call.on('error', () => undefined)
  const hash = createHash('sha256')
  const send = async (bytes: Buffer) => {
    hash.update(bytes)
    if (!call.write(bytes)) await once(call, 'drain')
  }
  call.write('--b\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n')
  return {
    call,
    async sendAll(onMib: () => Promise<void>) {
      await send(Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'))
      for (let i = 0; i < sizeMib; i++) {
        await send(Buffer.alloc(mib, i))
        await onMib()
      }
    },
    async finish() {
      call.end('\r\n--b--\r\n')
      const [response] = await reply
      const body = JSON.parse(Buffer.concat(await response.toArray()).toString())
      return { status: response.statusCode as number, body, sha256: hash.digest('hex') }
    },
  }
}

async function digestOf(server: Server, path: string, onChunk = async () => {}): Promise<string> {
  const response = await fetch(new URL(path, server.line.api), { headers: { 'x-api-key': apiKey } })
  const hash = createHash('sha256')
  for await (const chunk of response.body!) {
    hash.update(chunk)
    await onChunk()
  }
  return hash.digest('hex')
}

test('a video of many megabytes passes through without being buffered in memory, and comes out whole', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async (t) => {
  const installation = await makeInstallation(t)
  const server = await installation.start({
    ...(await externalSettings()),
    STOA_DATA_DIR: installation.dataDir,
    LOG_LEVEL: 'fatal',
  })
  // What the process loads, and the bytes that were used and not yet given back, come with an upload of any size.
  const small = startUpload(server, 24)
  await small.sendAll(async () => undefined)
  const first = await small.finish()
  assert.equal(await digestOf(server, first.body.data.url), first.sha256)
  const before = await memoryMb(server.pid)
  let most = 0
  const large = startUpload(server, uploadMib)
  await large.sendAll(async () => {
    most = Math.max(most, await memoryMb(server.pid))
  })
  const { status, body, sha256 } = await large.finish()
  assert.equal(status, 200)
  assert.equal(body.data.sha256, sha256)
  const afterUpload = most
  const digest = await digestOf(server, body.data.url, async () => {
    most = Math.max(most, await memoryMb(server.pid))
  })
  assert.equal(digest, sha256)
  t.diagnostic(
    `${before.toFixed(0)} MB before, ${afterUpload.toFixed(0)} MB uploading, ${most.toFixed(0)} MB in all`,
  )
  assert.ok(most - before < limitMb, `${(most - before).toFixed(0)} MB more`)
  await server.stop()
})

test('kill -9 in the middle of an upload: nothing shows, what was there stays, and the bytes are removed', async (t) => {
  const installation = await makeInstallation(t)
  const env = { ...(await externalSettings()), STOA_DATA_DIR: installation.dataDir, LOG_LEVEL: 'fatal' }
  const server = await installation.start(env)
  const storedItems = startUpload(server, 1)
  await storedItems.sendAll(async () => undefined)
  const { body, sha256 } = await storedItems.finish()
  const broken = startUpload(server, 20)
  await broken.sendAll(async () => undefined)
  const incoming = join(installation.dataDir, 'blobs', '.incoming')
  await until(async () => (await readdir(incoming)).length === 1, 'the bytes to arrive')
  await server.stop('SIGKILL')
  broken.call.destroy()

  const again = await installation.start(env)
  const list = await again.call('GET', '/file')
  assert.deepEqual(
    list.body.data.map((file: { id: string; sha256: string }) => [file.id, file.sha256]),
    [[body.data.id, sha256]],
  )
  const stored = await again.call('GET', '/file/storage-breakdown')
  assert.equal(Math.round(stored.body.data.projectUsedKb), Math.round(body.data.sizeBytes / 1024))
  await again.stop()
  // The sweep of every server, as if ten minutes had passed.
  const [left] = await readdir(incoming)
  const before = new Date(Date.now() - 11 * 60_000)
  await utimes(join(incoming, left!), before, before)
  const blobs = createBlobs({ kind: 'disk', directory: join(installation.dataDir, 'blobs') })
  assert.equal(await blobs.sweep(), 1)
  assert.deepEqual(await readdir(incoming), [])
  const kept = await Array.fromAsync(blobs.list())
  assert.ok(kept.some(({ sizeBytes }) => sizeBytes === body.data.sizeBytes))
})
