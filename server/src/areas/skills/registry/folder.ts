import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { packageLimits } from '../package/limits.ts'
import { isIgnoredPath } from '../package/paths.ts'
import { invalidPackage } from '../package/refusal.ts'
import { unavailable } from './failures.ts'
import type { Snapshot, TreeEntry } from './snapshot.ts'

const maxEntries = 20_000

/** A folder on the disk of the server. Links in it are not followed. */
export async function openFolder(root: string): Promise<Snapshot> {
  const entries: TreeEntry[] = []
  try {
    for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
      if (entry.isDirectory()) continue
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
      if (isIgnoredPath(path)) continue
      entries.push({ path, kind: entry.isFile() ? 'file' : 'link', sizeBytes: null, id: path })
      if (entries.length > maxEntries) throw new Error(`more than ${maxEntries} files`)
    }
  } catch (cause) {
    throw unavailable('The folder of the registry cannot be read', cause)
  }
  return {
    ref: '',
    commitSha: null,
    entries: entries.sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: ({ path }, maxBytes) => readBounded(join(root, ...path.split('/')), path, maxBytes),
  }
}

async function readBounded(file: string, path: string, maxBytes: number): Promise<Buffer> {
  // The entry may have become a link since it was listed.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch((cause) => {
    throw invalidPackage(`${JSON.stringify(path.slice(0, 80))} cannot be read`, [], cause)
  })
  try {
    const { size } = await handle.stat()
    if (size > maxBytes)
      throw invalidPackage(
        `${JSON.stringify(path.slice(0, 80))} is larger than ${packageLimits.fileBytes} bytes`,
      )
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}
