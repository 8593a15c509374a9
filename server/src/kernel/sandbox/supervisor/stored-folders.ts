import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { locatePackage } from './packages.ts'

export type FolderToMake = {
  /** Where it may be, the preferred location first. */
  roots: readonly string[]
  name: string
  isWhole(folder: string): boolean
  fill(draft: string): Promise<void>
}

/**
 * A folder that takes long to make and is then only read. It is made beside its place and moved there: no one sees half
 * of it, and of several who make it at the same time one wins.
 */
export async function findOrMake({ roots, name, isWhole, fill }: FolderToMake): Promise<string> {
  const found = roots.map((root) => join(root, name)).find(isWhole)
  if (found !== undefined) return found
  const folder = join(roots.find(canWrite) ?? roots.at(-1)!, name)
  const draft = `${folder}.${process.pid}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  try {
    await fill(draft)
    renameSync(draft, folder)
  } catch (error) {
    // Another process may have been faster.
    if (!isWhole(folder)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return folder
}

function canWrite(root: string): boolean {
  try {
    mkdirSync(root, { recursive: true })
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The place for what every data directory of this installation can share; null unless the installation is our own. That
 * of someone else is left as it is: what we made there could not be removed with it.
 */
export function sharedFolder(): string | null {
  const packages = dirname(locatePackage('pyodide').folder)
  return statSync(packages).uid === process.getuid?.() ? join(packages, '.cache', 'stoa') : null
}

const hourMs = 60 * 60 * 1000
const unusedMs = 7 * 24 * hourMs

/**
 * Removes what no one started from for a week, and what builders left behind that were killed. Folders of another
 * version may still be in use by a node that has not been upgraded yet.
 */
export function removeOutdated(roots: readonly string[], used: readonly string[]): void {
  const now = new Date()
  for (const path of used) utimesSync(path, now, now)
  for (const path of roots.flatMap(childrenOf)) {
    const form = /(?:programs|python)-[0-9a-f]{16}(\.\d+\.draft)?$/.exec(path)
    if (form === null) continue
    const retentionMs = form[1] === undefined ? unusedMs : hourMs
    // Several servers may clean up concurrently.
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: now.getTime() }
    if (now.getTime() - mtimeMs > retentionMs) rmSync(path, { recursive: true, force: true })
  }
}

function childrenOf(root: string): string[] {
  try {
    return readdirSync(root).map((name) => join(root, name))
  } catch {
    return []
  }
}
