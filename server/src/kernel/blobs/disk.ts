import { randomUUID } from 'node:crypto'
import { open, opendir, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeDirectories } from '../directories/make-directories.ts'
import { type BlobDriver, type BlobInfo, RangeNotSatisfiable } from './driver.ts'
import { isKey } from './key.ts'

/** Uploads in progress. The dot keeps it out of the keys, and it is on the same volume, so that a rename is atomic. */
const incomingName = '.incoming'

// Without a single write: a request has five minutes for all of its body, and no other source pauses for as long.
const unfinishedMs = 10 * 60_000

export function createDiskDriver(root: string): BlobDriver {
  const pathOf = (key: string) => join(root, key)
  const incoming = join(root, incomingName)

  async function* walk(prefix: string): AsyncIterable<BlobInfo> {
    const directory = await orNull(opendir(pathOf(prefix)))
    if (!directory) return
    for await (const entry of directory) {
      const key = `${prefix}${entry.name}`
      if (!isKey(key)) continue
      if (entry.isDirectory()) yield* walk(`${key}/`)
      else {
        const found = await orNull(stat(pathOf(key)))
        if (found) yield { key, sizeBytes: found.size, modifiedAt: found.mtime }
      }
    }
  }

  return {
    async store(key, content) {
      await makeDirectory(incoming)
      const temporary = join(incoming, randomUUID())
      try {
        await writeDurably(temporary, content)
        const target = pathOf(key)
        await makeDirectory(dirname(target))
        await rename(temporary, target)
        await syncDirectory(dirname(target))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    async read(key, range) {
      const file = await orNull(open(pathOf(key), 'r'))
      if (!file) return null
      try {
        const { size, isFile } = await file
          .stat()
          .then((found) => ({ size: found.size, isFile: found.isFile() }))
        if (isFile && range && range.start >= size) throw new RangeNotSatisfiable()
        if (isFile) return { stream: file.createReadStream(range ?? {}), sizeBytes: size }
      } catch (error) {
        await file.close()
        throw error
      }
      await file.close()
      return null
    },

    async head(key) {
      const found = await orNull(stat(pathOf(key)))
      return found?.isFile() ? { key, sizeBytes: found.size, modifiedAt: found.mtime } : null
    },

    async delete(key) {
      await orNull(unlink(pathOf(key)))
    },

    list: walk,

    unfinishedMs,

    async sweep(startedBefore) {
      let swept = 0
      for (const name of (await orNull(readdir(incoming))) ?? []) {
        const path = join(incoming, name)
        // Every write moves this time on, so an upload that is only slow is never taken.
        const found = await orNull(stat(path))
        if (!found || found.mtime >= startedBefore) continue
        await rm(path, { force: true })
        swept++
      }
      return swept
    },

    close: async () => {},
  }
}

async function writeDurably(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(content)
  await file.sync()
}

/** Makes the directory and those above it; each new name is on the disk before anything is put under it. */
async function makeDirectory(path: string): Promise<void> {
  const first = await makeDirectories(path, 0o700)
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}

/** Null when no file has that name: nothing has, a directory has, or something above it is a file. */
async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return null
    throw error
  }
}
