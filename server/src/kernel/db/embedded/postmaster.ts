import { readFile, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isErrno } from './failures.ts'
import { findProcess, isPidTaken, type LiveProcess } from './machine/live-process.ts'
import type { EmbeddedPaths } from './machine/paths.ts'

/** What the server writes about itself into its directory. */
type PostmasterFile = { pid: number | null; isReady: boolean }

const postmasterFile = (paths: EmbeddedPaths): string => join(paths.cluster, 'postmaster.pid')

/** Null when no server has claimed the directory. */
export async function readPostmasterFile(paths: EmbeddedPaths): Promise<PostmasterFile | null> {
  const text = await readClaim(postmasterFile(paths))
  if (text === null) return null
  // The eighth line is how pg_ctl, too, learns that connections are accepted.
  return { pid: parsePid(text), isReady: text.split('\n')[7]?.trim() === 'ready' }
}

async function readClaim(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return null
    throw error
  }
}

function parsePid(text: string): number | null {
  const [first = ''] = text.split('\n')
  return /^\d{1,10}$/.test(first.trim()) ? Number(first) : null
}

/** The running server of this directory; null when there is none, whatever its files claim. */
export async function findPostmaster(paths: EmbeddedPaths): Promise<LiveProcess | null> {
  const file = await readPostmasterFile(paths)
  return file?.pid ? findServer(paths, file.pid) : null
}

async function findServer(paths: EmbeddedPaths, pid: number): Promise<LiveProcess | null> {
  const [found, cluster] = await Promise.all([findProcess(pid), stat(paths.cluster).catch(() => null)])
  if (!found || !cluster || found.name !== 'postgres') return null
  // The pid is read from a file that the server's own user can write, and will be sent signals, perhaps by root.
  if (found.uid !== undefined && found.uid !== cluster.uid) return null
  const { directory } = found
  return !directory || (directory.dev === cluster.dev && directory.ino === cluster.ino) ? found : null
}

/**
 * Whether a server responds on the socket. A server in another container that shares the directory is known
 * here by nothing else, and starting a second one on the same files would destroy them.
 */
export function isListening(paths: EmbeddedPaths): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(paths.socket)
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => settle(true)).once('error', () => settle(false))
  })
}

/**
 * Removes claims that PostgreSQL would take for a running server, because their pid now belongs to another process
 * or to a zombie. Claims of plainly dead pids stay: PostgreSQL replaces them itself, and first makes sure that
 * no process of the old server is left.
 */
export async function clearStaleClaims(paths: EmbeddedPaths): Promise<void> {
  for (const path of [postmasterFile(paths), `${paths.socket}.lock`]) {
    const text = await readClaim(path)
    if (text === null) continue
    const pid = parsePid(text)
    const isStale = pid === null || (isPidTaken(pid) && (await findServer(paths, pid)) === null)
    if (isStale) await rm(path, { force: true })
  }
}

/** False when the server did not even give in to the second, immediate demand. */
export async function stopPostmaster(
  server: LiveProcess,
  { graceMs = 8_000, forceMs = 3_000 } = {},
): Promise<boolean> {
  signal(server, 'SIGINT')
  if (await exitsWithin(server, graceMs)) return true
  signal(server, 'SIGQUIT')
  return exitsWithin(server, forceMs)
}

function signal(server: LiveProcess, name: NodeJS.Signals): void {
  try {
    process.kill(server.pid, name)
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error
  }
}

async function exitsWithin(server: LiveProcess, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs
  while (Date.now() < deadline) {
    if ((await findProcess(server.pid))?.birth !== server.birth) return true
    await pause(10)
  }
  return false
}
