import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInflate } from 'node:zlib'
import { applyDelta } from './delta.ts'
import { openPacks } from './packs.ts'

export type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag'
export type GitObject = { kind: ObjectKind; bytes: Buffer }

const maxObjectBytes = 32 * 1024 * 1024
const maxChain = 100
const kinds: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
const offsetDelta = 6
const referenceDelta = 7

/**
 * Reads objects of a git repository on disk, loose or packed, without running git. Each is checked against its id, so that a
 * pinned commit is what it was when it was pinned.
 */
export function openObjects(gitDirectory: string) {
  const packs = openPacks(gitDirectory)

  async function loose(id: string): Promise<GitObject | null> {
    const file = join(gitDirectory, 'objects', id.slice(0, 2), id.slice(2))
    const found = await stat(file).catch(() => null)
    if (!found?.isFile()) return null
    const content = await inflateFrom(file, 0)
    const end = content.indexOf(0)
    const kind = content.subarray(0, end).toString('latin1').split(' ')[0] as ObjectKind
    return { kind, bytes: content.subarray(end + 1) }
  }

  async function packed(pack: string, at: number, depth: number): Promise<GitObject> {
    if (depth > maxChain) throw new Error('a chain of deltas is too long')
    const { type, bytes: length, from } = await readHeader(pack, at)
    const plain = kinds[type]
    if (plain) return { kind: plain, bytes: await inflateFrom(pack, from) }
    if (type === offsetDelta) {
      const { distance, next } = await readDistance(pack, from)
      const base = await packed(pack, at - distance, depth + 1)
      return { kind: base.kind, bytes: applyDelta(base.bytes, await inflateFrom(pack, next), maxObjectBytes) }
    }
    if (type !== referenceDelta) throw new Error(`an object of ${length} bytes has an unknown type`)
    const base = await find((await readAt(pack, from, 20)).toString('hex'), depth + 1)
    return {
      kind: base.kind,
      bytes: applyDelta(base.bytes, await inflateFrom(pack, from + 20), maxObjectBytes),
    }
  }

  async function find(id: string, depth: number): Promise<GitObject> {
    const found = await loose(id)
    if (found) return found
    const location = await packs.locate(id)
    if (!location) throw new Error(`there is no object ${id}`)
    return packed(location.pack, location.at, depth)
  }

  return {
    async read(id: string, kind: ObjectKind): Promise<Buffer> {
      const object = await find(id, 0)
      if (object.kind !== kind) throw new Error(`${id} is a ${object.kind}, not a ${kind}`)
      if (gitHash(object.kind, object.bytes) !== id) throw new Error(`the object ${id} is damaged`)
      return object.bytes
    },
    kindOf: async (id: string): Promise<ObjectKind> => (await find(id, 0)).kind,
  }
}

export const gitHash = (kind: ObjectKind, bytes: Buffer): string =>
  createHash('sha1').update(`${kind} ${bytes.length}\0`).update(bytes).digest('hex')

/** What is compressed from this byte on; the format ends itself. */
async function inflateFrom(file: string, start: number): Promise<Buffer> {
  const source = createReadStream(file, { start })
  const inflated = source.pipe(createInflate())
  source.once('error', (error) => inflated.destroy(error))
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of inflated) {
      length += chunk.length
      if (length > maxObjectBytes) throw new Error('an object is too large')
      chunks.push(chunk as Buffer)
    }
  } finally {
    source.destroy()
  }
  return Buffer.concat(chunks)
}

async function readAt(file: string, start: number, length: number): Promise<Buffer> {
  const chunks = await createReadStream(file, { start, end: start + length - 1 }).toArray()
  return Buffer.concat(chunks as Buffer[])
}

/** Type and length of an entry, seven bits in each byte after the first. */
async function readHeader(pack: string, at: number): Promise<{ type: number; bytes: number; from: number }> {
  const head = await readAt(pack, at, 16)
  const type = (head[0]! >> 4) & 7
  let bytes = head[0]! & 15
  let used = 1
  for (let shift = 4; (head[used - 1]! & 0x80) !== 0 && used < 10; shift += 7)
    bytes += (head[used++]! & 0x7f) * 2 ** shift
  return { type, bytes, from: at + used }
}

async function readDistance(pack: string, at: number): Promise<{ distance: number; next: number }> {
  const head = await readAt(pack, at, 16)
  let distance = head[0]! & 0x7f
  let used = 1
  while ((head[used - 1]! & 0x80) !== 0 && used < 10) distance = (distance + 1) * 128 + (head[used++]! & 0x7f)
  return { distance, next: at + used }
}
