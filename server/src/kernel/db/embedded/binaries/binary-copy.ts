import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, copyFile, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFault } from '../../../start-fault.ts'
import { isErrno, useDatabaseUrl } from '../failures.ts'
import { postgresMajor } from '../machine/paths.ts'

type CopyOptions = {
  source: string
  copyDir: string
  /** Adds what a plain copy lacks, before the copy is put in its place. */
  finish(copy: string): Promise<unknown>
}

const unfinished = 'unfinished-'

/** Longer than any copy takes, so that an unfinished one of this age belongs to a process that died over it. */
const abandonedAfterMs = 60 * 60_000

/** Enough to keep a disk busy without holding every file open at the same time. */
const maxConcurrentFiles = 16

/**
 * A copy that every user can read and execute. It appears under its name only when it is complete, equal to
 * its source and on the disk, so that finding it is proof enough on later starts.
 */
export async function copyBinaries({ source, copyDir, finish }: CopyOptions): Promise<string> {
  const target = join(copyDir, `postgres-${postgresMajor}-${await digestOf(join(source, 'bin', 'postgres'))}`)
  const work = join(copyDir, `${unfinished}${randomUUID()}`)
  try {
    await openDirectory(copyDir)
    if (await exists(target)) return target
    await sweep(copyDir)
    await copyTree(source, work)
    await finish(work)
    await rename(work, target).catch((error: unknown) => {
      // Another process was faster; its copy is as good.
      if (!isErrno(error, 'ENOTEMPTY', 'EEXIST')) throw error
    })
    return target
  } catch (error) {
    throw explainCopyFailure(error, copyDir)
  } finally {
    await rm(work, { recursive: true, force: true }).catch(() => {})
  }
}

/** What is executed from here must not be replaceable by anyone but this user. */
async function openDirectory(copyDir: string): Promise<void> {
  const isNew = (await mkdir(copyDir, { recursive: true, mode: 0o755 })) !== undefined
  if (isNew) await chmod(copyDir, 0o755)
  const found = await lstat(copyDir)
  if (!found.isDirectory() || found.uid !== process.getuid!() || (found.mode & 0o022) !== 0)
    throw new StartFault(
      `${copyDir} could be changed by other users, so no binaries are executed from it.`,
      `Remove ${copyDir}; it will be recreated.`,
    )
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target)
  await chmod(target, 0o755)
  const files: string[] = []
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (entry.isDirectory()) await copyTree(join(source, entry.name), join(target, entry.name))
    else if (entry.isFile()) files.push(entry.name)
  }
  const copyNext = async () => {
    for (let name = files.pop(); name !== undefined; name = files.pop())
      await copyVerified(join(source, name), join(target, name))
  }
  await Promise.all(Array.from({ length: maxConcurrentFiles }, copyNext))
}

async function copyVerified(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  const isExecutable = ((await lstat(source)).mode & 0o100) !== 0
  await chmod(target, isExecutable ? 0o755 : 0o644)
  const file = await open(target, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  if ((await digestOf(source)) !== (await digestOf(target)))
    throw new Error(`the copy of ${source} differs from it`)
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  return hash.digest('hex').slice(0, 16)
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

async function sweep(copyDir: string): Promise<void> {
  for (const name of await readdir(copyDir)) {
    if (!name.startsWith(unfinished)) continue
    const path = join(copyDir, name)
    const found = await lstat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true })
  }
}

function explainCopyFailure(error: unknown, copyDir: string): unknown {
  if (isErrno(error, 'ENOSPC', 'EDQUOT'))
    return new StartFault(
      `${copyDir} has no space for the binaries of PostgreSQL.`,
      'Free 100 MB of disk space.',
    )
  if (isErrno(error, 'EACCES', 'EPERM', 'EROFS'))
    return new StartFault(
      `The binaries of PostgreSQL cannot be executed where npm put them, and cannot be copied to ${copyDir}.`,
      `Install where other users can read, allow writing to ${copyDir}, or ${useDatabaseUrl}.`,
    )
  return error
}
