import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readMajor } from './cluster.ts'
import { embeddedPaths, postgresMajor } from './machine/paths.ts'
import { findPostmaster } from './postmaster.ts'

type EmbeddedStatus = {
  state: 'absent' | 'stopped' | 'running'
  pid?: number
  major: number
  sizeBytes?: number
}

/** Looks only: nothing is made, started or fixed. */
export async function embeddedStatus(dataDir: string): Promise<EmbeddedStatus> {
  const paths = embeddedPaths(dataDir)
  const major = await readMajor(paths.cluster)
  if (major === null) return { state: 'absent', major: postgresMajor }
  const [server, sizeBytes] = await Promise.all([findPostmaster(paths), measure(paths.cluster)])
  return server
    ? { state: 'running', pid: server.pid, major, sizeBytes }
    : { state: 'stopped', major, sizeBytes }
}

/** Files come and go while a server runs, so what has vanished counts nothing. */
async function measure(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => [])
  let total = 0
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) total += await measure(path)
    else if (entry.isFile()) total += (await stat(path).catch(() => null))?.size ?? 0
  }
  return total
}
