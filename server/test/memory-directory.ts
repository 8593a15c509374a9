import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const inMemory = '/dev/shm'
const tmpfsType = 0x01021994
// Containers often have one of 64 MB. One of this size is half of the memory of the machine or less.
const enoughBytes = 4 * 1024 ** 3

/**
 * Where the database of the tests is made: in memory where the machine has a file system there. Every test file copies a
 * database of more than a thousand small files, which takes seven times as long on a disk.
 */
export async function databaseParent(): Promise<string> {
  const found = await statfs(inMemory).catch(() => null)
  return found?.type === tmpfsType && found.bavail * found.bsize >= enoughBytes ? inMemory : tmpdir()
}
