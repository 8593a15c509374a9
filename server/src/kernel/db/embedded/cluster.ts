import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFault } from '../../start-fault.ts'
import { explainFileFailure, explainOutput, isErrno } from './failures.ts'
import { roleName } from './guard.ts'
import type { Account } from './machine/account.ts'
import { makePrivate } from './machine/directories.ts'
import { type EmbeddedPaths, postgresMajor } from './machine/paths.ts'
import { dataArgument, runProgram } from './machine/program.ts'

const unfinished = 'unfinished-'

/**
 * Written into the new files, where an operator can change them later. Without processes for reading ahead and for logical
 * replication the server has four processes less.
 */
const initialSettings = [
  'shared_buffers=40MB',
  'max_connections=100',
  'jit=off',
  'io_method=sync',
  'max_logical_replication_workers=0',
]

/** The major version of the files; null when there are none yet. */
export async function readMajor(cluster: string): Promise<number | null> {
  try {
    return Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim())
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

/** Refuses files that this server could not open, before it tries. */
export async function hasCluster(cluster: string): Promise<boolean> {
  const major = await readMajor(cluster)
  if (major === postgresMajor) return true
  if (major !== null)
    throw new StartFault(
      `${cluster} holds the data of PostgreSQL ${major}, and this release brings PostgreSQL ${postgresMajor}.`,
      'Move it away, or restore a backup that fits this release.',
    )
  const entries = await readdir(cluster).catch(() => [])
  if (entries.length > 0)
    throw new StartFault(
      `${cluster} is not empty, but it does not hold a complete database either.`,
      'Restore it from a backup, or move it away to begin with an empty database.',
    )
  return false
}

type InitializeOptions = { native: string; account: Account | null; onSpawn?: (() => void) | undefined }

/**
 * Makes the files of an empty database. They come into being elsewhere and are put in place when they are
 * complete and on the disk: whatever dies on the way, the next start starts again.
 */
export async function makeCluster(
  paths: EmbeddedPaths,
  { native, account, onSpawn }: InitializeOptions,
): Promise<void> {
  // Not a fixed name: an initdb that outlived its killed parent may still be writing.
  const work = join(paths.home, `${unfinished}${randomUUID()}`)
  try {
    await makePrivate(work, account)
    await initialize(work, { native, account, onSpawn })
    await rename(work, paths.cluster)
    await syncDirectory(paths.home)
    await syncDirectory(paths.dataDir)
  } catch (error) {
    await rm(work, { recursive: true, force: true })
    throw explainFileFailure(error, paths.dataDir)
  }
}

async function initialize(directory: string, { native, account, onSpawn }: InitializeOptions): Promise<void> {
  const args = [
    '-D',
    dataArgument(directory, account),
    '--username',
    roleName,
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--data-checksums',
    // Sorting must not change when the system's libraries do: indexes would silently be wrong.
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
    '--locale',
    'C',
    // One call for the whole file system is several times faster than one for each of a thousand files.
    ...(process.platform === 'linux' ? ['--sync-method', 'syncfs'] : []),
    ...initialSettings.flatMap((setting) => ['--set', setting]),
  ]
  const { code, output } = await runProgram(join(native, 'bin', 'initdb'), args, {
    directory,
    account,
    onSpawn,
  })
  if (code !== 0) throw explainOutput(output, 'create its files', 'Fix what it names and start again.')
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

/** Removes what unfinished attempts left. Only for the holder of the lock: no one else is at work then. */
export async function sweepUnfinished(paths: EmbeddedPaths): Promise<void> {
  for (const name of await readdir(paths.home)) {
    // An orphaned initdb may be adding files meanwhile; what cannot be removed now is removed another time.
    if (name.startsWith(unfinished))
      await rm(join(paths.home, name), { recursive: true, force: true }).catch(() => {})
  }
}
