import { open } from 'node:fs/promises'

/** Without it a new name in the directory could be lost in a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}
