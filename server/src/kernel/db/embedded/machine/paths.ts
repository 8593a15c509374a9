import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Files of one major version cannot be read by another, so it is part of the directory's name. */
export const postgresMajor = 18

/** Only names the socket file: the server does not listen on the network. */
export const socketPort = 5432

const socketName = `.s.PGSQL.${socketPort}`

/** A socket path holds 103 bytes on macOS and 107 on Linux. */
const maxSocketPathLength = 100

export type EmbeddedPaths = {
  dataDir: string
  /** The root directory of the embedded server; it contains everything below, except perhaps the socket. */
  home: string
  cluster: string
  /** Who may connect is decided by who may enter this directory. */
  socketDir: string
  socket: string
  logFile: string
  lock: string
  /** Binaries, when those of the installation cannot be used where they are. */
  binaries: string
}

export function embeddedPaths(dataDir: string): EmbeddedPaths {
  const real = realPath(dataDir)
  const home = join(real, homeName(postgresMajor))
  const socketDir = chooseSocketDir(home)
  return {
    dataDir: real,
    home,
    cluster: clusterIn(home),
    socketDir,
    socket: join(socketDir, socketName),
    logFile: join(home, 'server.log'),
    lock: join(home, 'lock'),
    binaries: join(home, 'binaries'),
  }
}

export const homeName = (major: number): string => `postgres-${major}`

export const clusterIn = (home: string): string => join(home, 'data')

export const isSocketInside = (paths: EmbeddedPaths): boolean => paths.socketDir.startsWith(paths.home)

export const fitsSocketAddress = (path: string): boolean => Buffer.byteLength(path) <= maxSocketPathLength

/** Two spellings of one directory must lead to the same socket. */
function realPath(dataDir: string): string {
  try {
    return realpathSync(dataDir)
  } catch {
    return resolve(dataDir)
  }
}

function chooseSocketDir(home: string): string {
  const inside = join(home, 'socket')
  if (fitsSocketAddress(join(inside, socketName))) return inside
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return join(tmpdir(), `stoa-${digest}`)
}
