import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { AppError } from '../errors.ts'
import { type Blobs, createBlobs } from './blobs.ts'
import { translateStorageFailure } from './failures.ts'

const run = promisify(execFile)
const made: string[] = []

after(() => Promise.all(made.map((path) => rm(path, { recursive: true, force: true }))))

async function openDisk(): Promise<{ blobs: Blobs; directory: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'stoa-disk-'))
  made.push(parent)
  const directory = join(parent, 'blobs')
  return { blobs: createBlobs({ kind: 'disk', directory }), directory }
}

async function until(isSo: () => Promise<boolean>) {
  for (let tries = 0; !(await isSo()); tries++) {
    if (tries > 1000) throw new Error('it never came to be')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const isFull = (error: unknown) => error instanceof AppError && error.code === 'storage_full'

describe('files on disk', () => {
  it('are for their owner only', async () => {
    const { blobs, directory } = await openDisk()
    await blobs.put('a/b/c', Buffer.from('x'))
    assert.equal((await stat(join(directory, 'a/b/c'))).mode & 0o777, 0o600)
    for (const path of ['', '.incoming', 'a', 'a/b']) {
      assert.equal((await stat(join(directory, path))).mode & 0o777, 0o700, path)
    }
  })

  it('leave nothing behind when an upload fails', async () => {
    const { blobs, directory } = await openDisk()
    const broken = new Readable({ read() {} })
    broken.push('begin')
    const pending = blobs.put('a', broken)
    await until(async () => (await readdir(join(directory, '.incoming')).catch(() => [])).length === 1)
    assert.equal(await blobs.head('a'), null)
    broken.destroy(new Error('gone'))
    await assert.rejects(pending, /gone/)
    assert.deepEqual(await readdir(join(directory, '.incoming')), [])
  })

  it('show nothing of an upload whose process was killed, and the sweep removes it', async (t) => {
    const { blobs, directory } = await openDisk()
    const script = `
      import { Readable } from 'node:stream'
      import { createBlobs } from ${JSON.stringify(new URL('./blobs.ts', import.meta.url).href)}
      const content = new Readable({ read() {} })
      content.push(Buffer.alloc(100_000))
      setInterval(() => {}, 1000)
      await createBlobs({ kind: 'disk', directory: process.argv[1] }).put('a', content)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, directory], {
      stdio: 'inherit',
    })
    t.after(() => child.kill('SIGKILL'))
    const incoming = join(directory, '.incoming')
    const sizeOfFirst = async () => {
      const [name] = await readdir(incoming).catch(() => [])
      return name === undefined ? 0 : (await stat(join(incoming, name))).size
    }
    await until(async () => (await sizeOfFirst()) === 100_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    assert.equal(await blobs.head('a'), null)
    assert.deepEqual(await Readable.from(blobs.list()).toArray(), [])
    assert.equal(await blobs.sweep(), 0)
    const [left] = await readdir(incoming)
    const longAgo = new Date(Date.now() - 11 * 60_000)
    await utimes(join(incoming, left!), longAgo, longAgo)
    assert.equal(await blobs.sweep(), 1)
    assert.deepEqual(await readdir(incoming), [])
  })

  it('take several concurrent puts to one key, and one of them wins', async () => {
    const { blobs } = await openDisk()
    const contents = Array.from({ length: 12 }, (_, i) => Buffer.alloc(200_000, i))
    await Promise.all(contents.map((content) => blobs.put('deep/er/a', content)))
    const stored = Buffer.concat(await (await blobs.get('deep/er/a'))!.stream.toArray())
    assert.ok(contents.some((content) => content.equals(stored)))
  })

  it('that are no blobs are passed over', async () => {
    const { blobs, directory } = await openDisk()
    assert.deepEqual(await Readable.from(blobs.list()).toArray(), [])
    assert.equal(await blobs.sweep(0), 0)
    await blobs.put('a', Buffer.from('x'))
    await writeFile(join(directory, 'README.txt'), 'put here by somebody')
    assert.deepEqual(
      (await Readable.from(blobs.list()).toArray()).map(({ key }) => key),
      ['a'],
    )
  })

  it('do not load the SDK of S3', async () => {
    const { directory } = await openDisk()
    const script = `
      import { createRequire } from 'node:module'
      import { createBlobs } from ${JSON.stringify(new URL('./blobs.ts', import.meta.url).href)}
      const isLoaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes('@aws-sdk'))
      await createBlobs({ kind: 'disk', directory: process.argv[1] }).check()
      const before = isLoaded()
      await import('@aws-sdk/client-s3')
      console.log(before, isLoaded())`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, directory], {
      cwd: import.meta.dirname,
    })
    assert.equal(stdout.trim(), 'false true')
  })
})

describe('a full disk', () => {
  it('is reported as such', { skip: process.platform !== 'linux' }, async () => {
    const device = await open('/dev/full', 'w')
    const error = await device.write('x').catch((failure: Error) => failure)
    await device.close()
    assert.ok(isFull(translateStorageFailure(error)))
  })

  it('refuses what does not fit, serves the rest, and heals by itself', async (t) => {
    const mountPoint = await mkdtemp(join(tmpdir(), 'stoa-full-'))
    made.push(mountPoint)
    try {
      await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mountPoint])
    } catch {
      return t.skip('this user may not mount')
    }
    try {
      const blobs = createBlobs({ kind: 'disk', directory: join(mountPoint, 'blobs') })
      const mebibyte = Buffer.alloc(1024 * 1024, 'a')
      await blobs.put('first', mebibyte)
      await assert.rejects(blobs.put('second', Readable.from([mebibyte, mebibyte])), isFull)
      assert.equal(await blobs.head('second'), null)
      assert.deepEqual(await readdir(join(mountPoint, 'blobs/.incoming')), [])
      assert.deepEqual(Buffer.concat(await (await blobs.get('first'))!.stream.toArray()), mebibyte)
      await blobs.put('filler', Buffer.alloc(900 * 1024))
      await writeFile(join(mountPoint, 'rest'), Buffer.alloc(1024 * 1024)).catch(() => {})
      await assert.rejects(blobs.check(), isFull)
      await rm(join(mountPoint, 'rest'))
      await blobs.delete('filler')
      await blobs.check()
      await blobs.put('second', Buffer.from('fits'))
    } finally {
      await run('umount', [mountPoint])
    }
  })
})
