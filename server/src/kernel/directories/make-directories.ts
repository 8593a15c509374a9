import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it; returns the first that was missing, if any. `mkdir` with `recursive` never
 * settles where a parent exists and nothing can be made in it, as in /proc: it takes ENOENT for a missing parent each time.
 */
export async function makeDirectories(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    return await makeOne(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error
    const first = await makeDirectories(parent, mode)
    return (await makeOne(path, mode)) && (first ?? path)
  }
}

/** Undefined when it is there, because another process may have made it a moment ago. */
async function makeOne(path: string, mode: number): Promise<string | undefined> {
  try {
    await mkdir(path, { mode })
    return path
  } catch (error) {
    const found = await stat(path).catch(() => null)
    if (found?.isDirectory()) return undefined
    throw error
  }
}
