import { constants } from 'node:fs'
import { access, chmod, chown, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectories } from '../../../directories/make-directories.ts'
import { StartFault } from '../../../start-fault.ts'
import { explainFileFailure, isErrno, useDatabaseUrl } from '../failures.ts'
import type { Account } from './account.ts'
import {
  clusterIn,
  type EmbeddedPaths,
  embeddedPaths,
  fitsSocketAddress,
  isSocketInside,
  postgresMajor,
} from './paths.ts'

/**
 * Opens the data directory and the server's home in it. Of the data directory itself nothing is changed: it is
 * the operator's.
 */
export async function openHome(dataDir: string): Promise<EmbeddedPaths> {
  try {
    await makeDirectories(dataDir, 0o700)
    const paths = embeddedPaths(dataDir)
    await refuseOtherMajors(paths)
    await mkdir(paths.home, { recursive: true })
    const ownUid = process.getuid!()
    // Only root can write to the home, so that no other user can plant links in it, but the server's account may
    // traverse it to its own directories.
    if ((await stat(paths.home)).uid === ownUid) await chmod(paths.home, ownUid === 0 ? 0o711 : 0o700)
    await access(paths.home, constants.R_OK | constants.W_OK | constants.X_OK)
    return paths
  } catch (error) {
    throw explainFileFailure(error, dataDir)
  }
}

async function refuseOtherMajors(paths: EmbeddedPaths): Promise<void> {
  if (await isDirectory(paths.cluster)) return
  for (const name of await readdir(paths.dataDir)) {
    const major = Number(/^postgres-(\d+)$/.exec(name)?.[1] ?? postgresMajor)
    const home = join(paths.dataDir, name)
    if (major === postgresMajor || !(await isDirectory(clusterIn(home)))) continue
    throw new StartFault(
      `${home} holds the data of PostgreSQL ${major}, and this release brings PostgreSQL ${postgresMajor}.`,
      major > postgresMajor
        ? 'Install the release that made it.'
        : `Export the data with the release that made it, move ${home} away and import the data here.`,
    )
  }
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Makes a directory that belongs to the server's account and to no one else. */
export async function makePrivate(path: string, account: Account | null): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await chmod(path, 0o700)
  if (account) await chown(path, account.uid, account.gid)
}

/**
 * The socket's directory may be in the directory for temporary files, where anyone can create it first. What
 * is found there is used only if no one else can have put a socket into it.
 */
export async function openSocketDir(paths: EmbeddedPaths, account: Account | null): Promise<void> {
  const { socketDir } = paths
  if (!fitsSocketAddress(paths.socket))
    throw new StartFault(
      `The path of the socket would be too long: ${paths.socket}`,
      `Choose a data directory with a shorter path, or ${useDatabaseUrl}.`,
    )
  try {
    await makePrivate(socketDir, account)
    return
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw explainFileFailure(error, socketDir)
  }
  const owner = account?.uid ?? process.getuid!()
  let found = await lstat(socketDir)
  if (isSocketInside(paths) && found.isDirectory() && found.uid !== owner) {
    // A process that died before it could give its new directory away left it behind.
    await rm(socketDir, { recursive: true })
    await makePrivate(socketDir, account)
    found = await lstat(socketDir)
  }
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0)
    throw new StartFault(
      `${socketDir} exists and is open to other users, so no socket is put there.`,
      `Remove ${socketDir}, or choose a data directory with a shorter path.`,
    )
}
