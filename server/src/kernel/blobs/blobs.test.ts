import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, it } from 'node:test'
import { type FakeS3, startFakeS3 } from '../../../test/fakes/s3.ts'
import { sizeOf } from '../../../test/size.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { type Blobs, createBlobs } from './blobs.ts'
import { parseBlobSettings } from './settings.ts'

const mebibyte = 1024 * 1024
const made: string[] = []
let fakeS3: FakeS3

before(async () => {
  fakeS3 = await startFakeS3()
})

after(async () => {
  await fakeS3.stop()
  await Promise.all(made.map((path) => rm(path, { recursive: true, force: true })))
})

async function newDataDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stoa-blobs-'))
  made.push(path)
  return path
}

const openDisk = async (): Promise<Blobs> =>
  createBlobs(parseBlobSettings('file:', { dataDir: await newDataDir() }))
const openS3 = async (): Promise<Blobs> =>
  createBlobs(parseBlobSettings(fakeS3.address, { dataDir: '/nowhere', ...fakeS3 }))

const failsWith = (code: ErrorCode) => (error: unknown) => {
  assert.ok(error instanceof AppError, `expected an AppError, got ${error}`)
  assert.equal(error.code, code)
  return true
}

async function read(
  blobs: Blobs,
  key: string,
  range?: { start: number; end?: number },
): Promise<Buffer | null> {
  const found = await blobs.get(key, { range })
  return found && Buffer.concat(await found.stream.toArray())
}

async function keysOf(blobs: Blobs, prefix?: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of blobs.list(prefix)) keys.push(key)
  return keys.sort((left, right) => (left < right ? -1 : 1))
}

/** Pieces of 64 KiB, made while they are read. */
async function* pieces(sizeBytes: number, onPiece = () => {}) {
  for (let left = sizeBytes; left > 0; left -= 65_536) {
    onPiece()
    yield Buffer.alloc(Math.min(65_536, left), left % 251)
  }
}

for (const [name, open] of [
  ['disk', openDisk],
  ['S3', openS3],
] as const) {
  describe(`blobs on ${name}`, () => {
    // Each case has its own folder, because all share one bucket.
    let nextCase = 0
    const folder = () => `case-${++nextCase}`
    let blobs: Blobs
    before(async () => {
      blobs = await open()
    })
    after(() => blobs.close())

    it('gives back what was put, with its size and hash', async () => {
      const at = folder()
      const content = randomBytes(100_000)
      const sha256 = createHash('sha256').update(content).digest('hex')
      const fromBuffer = await blobs.put(`${at}/a`, content, { contentType: 'image/png' })
      assert.deepEqual(fromBuffer, { sizeBytes: 100_000, sha256 })
      const inChunks = Readable.from([content.subarray(0, 10), content.subarray(10)])
      assert.deepEqual(await blobs.put(`${at}/b`, inChunks, { contentLength: 100_000 }), fromBuffer)
      assert.deepEqual(await read(blobs, `${at}/a`), content)
      assert.deepEqual(await read(blobs, `${at}/b`), content)
      assert.equal((await blobs.head(`${at}/a`))!.sizeBytes, 100_000)
    })

    it('stores empty content, and text that is streamed', async () => {
      const at = folder()
      assert.equal((await blobs.put(`${at}/empty`, Buffer.alloc(0))).sizeBytes, 0)
      assert.deepEqual(await read(blobs, `${at}/empty`), Buffer.alloc(0))
      await blobs.put(`${at}/none`, Readable.from([]), { contentLength: 0 })
      assert.deepEqual(await read(blobs, `${at}/none`), Buffer.alloc(0))
      assert.equal((await blobs.put(`${at}/text`, Readable.from(['grüße', '!']))).sizeBytes, 8)
      assert.equal(String(await read(blobs, `${at}/text`)), 'grüße!')
    })

    it('reads ranges, and returns the whole size with them', async () => {
      const at = folder()
      await blobs.put(`${at}/a`, Buffer.from('0123456789'))
      assert.equal(String(await read(blobs, `${at}/a`, { start: 2, end: 4 })), '234')
      assert.equal(String(await read(blobs, `${at}/a`, { start: 7 })), '789')
      assert.equal(String(await read(blobs, `${at}/a`, { start: 8, end: 999 })), '89')
      const found = await blobs.get(`${at}/a`, { range: { start: 2, end: 4 } })
      found!.stream.destroy()
      assert.equal(found!.sizeBytes, 10)
      await assert.rejects(blobs.get(`${at}/a`, { range: { start: 10 } }), failsWith('invalid_parameter'))
      for (const range of [{ start: -1 }, { start: 3, end: 2 }, { start: 0.5 }, { start: Number.NaN }]) {
        await assert.rejects(blobs.get(`${at}/a`, { range }), /not a range/)
      }
    })

    it('has nothing under a key that was never put or is deleted', async () => {
      const at = folder()
      assert.equal(await blobs.get(`${at}/a`), null)
      assert.equal(await blobs.get(`${at}/a`, { range: { start: 1 } }), null)
      assert.equal(await blobs.head(`${at}/a`), null)
      await blobs.delete(`${at}/a`)
      await blobs.put(`${at}/a/b`, Buffer.from('deep'))
      assert.equal(await blobs.get(`${at}/a`), null)
      assert.equal(await blobs.head(`${at}/a`), null)
      await blobs.delete(`${at}/a`)
      await blobs.delete(`${at}/a/b`)
      assert.equal(await blobs.head(`${at}/a/b`), null)
    })

    it('replaces what was there', async () => {
      const at = folder()
      await blobs.put(`${at}/a`, Buffer.from('a long first content'))
      await blobs.put(`${at}/a`, Buffer.from('second'))
      assert.equal(String(await read(blobs, `${at}/a`)), 'second')
      assert.deepEqual(await keysOf(blobs, `${at}/`), [`${at}/a`])
    })

    it('shows nothing of content that was cut short, and leaves the previous content in place', async () => {
      const at = folder()
      await blobs.put(`${at}/old`, Buffer.from('old'))
      for (const sizeBytes of [1000, 12 * mebibyte]) {
        const broken = () =>
          Readable.from(
            (async function* () {
              yield* pieces(sizeBytes)
              throw Object.assign(new Error('the client disconnected'), { code: 'ECONNRESET' })
            })(),
          )
        await assert.rejects(blobs.put(`${at}/new`, broken()), /the client disconnected/)
        await assert.rejects(blobs.put(`${at}/old`, broken()), /the client disconnected/)
      }
      const closing = new Readable({ read() {} })
      closing.push('begin')
      const pending = blobs.put(`${at}/new`, closing)
      setImmediate(() => closing.destroy())
      await assert.rejects(pending, /Premature close/)
      assert.deepEqual(await keysOf(blobs, `${at}/`), [`${at}/old`])
      assert.equal(String(await read(blobs, `${at}/old`)), 'old')
    })

    it('refuses content of another length than announced', async () => {
      const at = folder()
      for (const contentLength of [3, 5]) {
        await assert.rejects(
          blobs.put(`${at}/a`, Buffer.from('four'), { contentLength }),
          failsWith('invalid_parameter'),
        )
      }
      assert.equal(await blobs.head(`${at}/a`), null)
    })

    it('lists by whole folders', async () => {
      const at = folder()
      const keys = [`${at}/a`, `${at}/b/c`, `${at}/b/d/e`, `${at}/bc`, `${at}x/f`]
      for (const key of keys) await blobs.put(key, Buffer.from(key))
      assert.deepEqual(await keysOf(blobs, `${at}/`), keys.slice(0, 4))
      assert.deepEqual(await keysOf(blobs, `${at}/b/`), keys.slice(1, 3))
      assert.deepEqual(await keysOf(blobs, `${at}/nothing/`), [])
      assert.ok((await keysOf(blobs)).includes(`${at}x/f`))
      for await (const info of blobs.list(`${at}/b/d/`)) {
        assert.equal(info.sizeBytes, info.key.length)
        assert.ok(info.modifiedAt.getTime() > 0)
      }
    })

    it('deletes many, including those that do not exist', async () => {
      const at = folder()
      const keys = Array.from({ length: 30 }, (_, i) => `${at}/${i}`)
      for (const key of keys) await blobs.put(key, Buffer.from('x'))
      await blobs.deleteMany([...keys.slice(0, 29), `${at}/gone`])
      assert.deepEqual(await keysOf(blobs, `${at}/`), [keys[29]])
      await blobs.deleteMany([])
    })

    it('refuses keys that are not made by us', async () => {
      const bad = [
        '',
        '/',
        '/a',
        'a/',
        'a//b',
        '.',
        '..',
        'a/../b',
        'a/./b',
        'A',
        'a.b',
        'a b',
        'a\\b',
        'a\0',
        'ä',
        '%2e%2e',
      ]
      for (const key of [...bad, 'x'.repeat(129), 'x/'.repeat(256)]) {
        for (const use of [
          () => blobs.put(key, Buffer.from('x')),
          () => blobs.get(key),
          () => blobs.head(key),
          () => blobs.delete(key),
          () => blobs.deleteMany([key]),
        ]) {
          await assert.rejects(use, /is not a/, JSON.stringify(key))
        }
      }
      for (const prefix of ['a', '/', 'a//', '../', '.incoming/', 'A/', '/a/']) {
        await assert.rejects(keysOf(blobs, prefix), /is not a prefix/, prefix)
      }
      const unused = new Readable({ read() {} })
      await assert.rejects(blobs.put('..', unused))
      assert.equal(unused.destroyed, true)
    })

    it('proves that it works, and leaves no trace of that', async () => {
      await blobs.check()
      assert.deepEqual(await keysOf(blobs, 'probes/'), [])
    })

    const largeMb = sizeOf({ short: 120, long: 200 })
    it(`moves ${largeMb} MB with little memory, and gives back the same`, async () => {
      const at = folder()
      const sizeBytes = largeMb * 1000 * 1000
      const expected = createHash('sha256')
      for await (const piece of pieces(sizeBytes)) expected.update(piece)
      const start = process.memoryUsage.rss()
      let peak = start
      const sample = () => {
        peak = Math.max(peak, process.memoryUsage.rss())
      }
      const stored = await blobs.put(`${at}/big`, Readable.from(pieces(sizeBytes, sample)))
      sample()
      assert.equal(stored.sizeBytes, sizeBytes)
      assert.equal(stored.sha256, expected.digest('hex'))
      const back = createHash('sha256')
      for await (const chunk of (await blobs.get(`${at}/big`))!.stream) {
        back.update(chunk)
        sample()
      }
      assert.equal(back.digest('hex'), stored.sha256)
      assert.ok(peak - start < 64 * mebibyte, `memory grew by ${Math.round((peak - start) / mebibyte)} MiB`)
      await blobs.delete(`${at}/big`)
    })
  })
}

describe('copyAll', () => {
  it('carries everything from disk to S3 and back', async () => {
    const [from, over, back] = [await openDisk(), await openS3(), await openDisk()]
    const before = await keysOf(over)
    await over.deleteMany(before)
    const contents = new Map(
      Array.from({ length: 12 }, (_, i) => [`p${i % 3}/files/${i}`, randomBytes(i * 1000)]),
    )
    contents.set('p0/large', randomBytes(6 * mebibyte))
    for (const [key, content] of contents) await from.put(key, content)
    const sizeBytes = [...contents.values()].reduce((sum, content) => sum + content.length, 0)
    assert.deepEqual(await from.copyAll(over), { count: 13, sizeBytes })
    assert.deepEqual(await over.copyAll(back), { count: 13, sizeBytes })
    for (const [key, content] of contents) assert.deepEqual(await read(back, key), content)
    await over.close()
  })
})
