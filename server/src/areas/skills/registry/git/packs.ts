import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lazily } from '../../../../kernel/async/lazily.ts'

const headBytes = 8
const fanoutBytes = 256 * 4
const version2 = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])

/** Where objects are in the packs of a repository, by their index files (version 2). */
export function openPacks(gitDirectory: string) {
  const folder = join(gitDirectory, 'objects', 'pack')
  const indexes = lazily(async () => {
    const names = await readdir(folder).catch(() => [])
    return Promise.all(
      names
        .filter((name) => name.endsWith('.idx'))
        .map(async (name) => ({
          pack: join(folder, name.replace(/\.idx$/, '.pack')),
          index: await readFile(join(folder, name)),
        })),
    )
  })
  return {
    async locate(id: string): Promise<{ pack: string; at: number } | null> {
      for (const { pack, index } of await indexes()) {
        const at = offsetIn(index, Buffer.from(id, 'hex'))
        if (at !== null) return { pack, at }
      }
      return null
    },
  }
}

function offsetIn(index: Buffer, id: Buffer): number | null {
  if (!index.subarray(0, headBytes).equals(version2))
    throw new Error('the index of a pack has another version')
  const fanout = (byte: number) => (byte < 0 ? 0 : index.readUInt32BE(headBytes + byte * 4))
  const count = fanout(255)
  const ids = headBytes + fanoutBytes
  const offsets = ids + count * 24
  let low = fanout(id[0]! - 1)
  let high = fanout(id[0]!) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = index.compare(id, 0, 20, ids + middle * 20, ids + middle * 20 + 20)
    if (order === 0) {
      const offset = index.readUInt32BE(offsets + middle * 4)
      if (offset < 0x80000000) return offset
      return Number(index.readBigUInt64BE(offsets + count * 4 + (offset - 0x80000000) * 8))
    }
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return null
}
