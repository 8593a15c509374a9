import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { makeDirectories } from '../../directories/make-directories.ts'
import { StartFault } from '../../start-fault.ts'
import type { ConnectionSettings } from '../postgres.ts'
import { faultFrom } from '../session.ts'
import { type Manifest, type ManifestTable, tableFile, writeManifest } from './manifest.ts'
import { type Snapshot, withSnapshot } from './snapshot.ts'

type DumpOptions = {
  /** Which build wrote it, for people who find the backup later. */
  productVersion?: string
  /** Called when a table has been written. */
  onTable?(name: string, rows: number): void
}

// The lowest level: several times as fast as the usual one and still close to it in size.
const gzipLevel = 1

/**
 * Writes the whole database, as it is at one instant, into a new directory. It is written beside its place and
 * renamed when everything is on the disk, so a directory of that name is always a complete backup.
 */
export async function dumpDatabase(
  settings: ConnectionSettings,
  directory: string,
  options: DumpOptions = {},
): Promise<Manifest> {
  const target = resolve(directory)
  const partial = `${target}.partial`
  await makeTarget(target, partial)
  try {
    const manifest = await withSnapshot(settings, async (snapshot) => {
      const tables = await writeTables(snapshot, partial, options)
      const { takenAt, serverVersion, history, sequences } = snapshot
      return writeManifest(partial, {
        productVersion: options.productVersion ?? 'unknown',
        serverVersion,
        createdAt: takenAt,
        migrations: history,
        tables,
        sequences,
      })
    })
    await sync(join(partial, 'tables'))
    await sync(partial)
    await rename(partial, target)
    await sync(dirname(target))
    return manifest
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw faultFrom(
      error,
      `The backup could not be written to ${target}`,
      'Fix what the message names and retry; nothing was written.',
    )
  }
}

async function makeTarget(target: string, partial: string): Promise<void> {
  const isTaken = await access(target).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new StartFault(`${target} exists already`, 'Name a directory that does not exist yet.')
  try {
    await makeDirectories(dirname(target))
  } catch (error) {
    throw faultFrom(error, `The directory ${dirname(target)} cannot be made`, 'Name another directory.')
  }
  try {
    // A backup holds everything the database holds, so no one else may read it.
    await mkdir(partial, { mode: 0o700 })
    await mkdir(join(partial, 'tables'), { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw faultFrom(error, `The directory ${partial} cannot be made`, 'Name another directory.')
    }
    throw new StartFault(
      `${partial} is left over from a backup that was broken off, or is being written right now`,
      'Remove it if no backup is running, or name another directory.',
    )
  }
}

async function writeTables(
  snapshot: Snapshot,
  directory: string,
  { onTable }: DumpOptions,
): Promise<ManifestTable[]> {
  const written: ManifestTable[] = []
  for (const { name, columns } of snapshot.tables) {
    const { streams, count } = snapshot.read(name)
    const hash = createHash('sha256')
    await pipeline([
      ...streams,
      createGzip({ level: gzipLevel }),
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      }),
      createWriteStream(tableFile(directory, name), { flags: 'wx', mode: 0o600, flush: true }),
    ])
    const rows = await count()
    written.push({ name, columns, rows, sha256: hash.digest('hex') })
    onTable?.(name, rows)
  }
  return written
}

/** Syncs a directory so that its names survive a power cut; Windows needs no such call. */
async function sync(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory)
  await handle.sync().finally(() => handle.close())
}
