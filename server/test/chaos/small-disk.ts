import { execFile } from 'node:child_process'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const megabytes = 600
const ballastMegabytes = 8

/** A separate file system that can be full without the machine's being so. Null where this user may not mount one. */
export async function mountSmallDisk(directory: string) {
  const isMounted = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=755`,
    'tmpfs',
    directory,
  ])
    .then(() => true)
    .catch(() => false)
  if (!isMounted) return null
  const ballast = join(directory, 'ballast')
  return {
    async fill(): Promise<void> {
      const block = Buffer.alloc(ballastMegabytes * 1024 * 1024)
      await writeFile(ballast, '')
      for (;;) {
        const isFull = await appendFile(ballast, block).then(
          () => false,
          () => true,
        )
        if (isFull) return
      }
    },
    free: () => rm(ballast, { force: true }),
    // Lazily: a process that is about to end may still have a file open there.
    unmount: () => run('umount', ['-l', directory]),
  }
}

export type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>
