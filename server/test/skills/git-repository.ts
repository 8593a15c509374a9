import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { gitHash, type ObjectKind } from '../../src/areas/skills/registry/git/objects.ts'

/** The content of a file, or the target of a link. */
export type Files = Record<string, string | { link: string }>

/** A bare repository as git writes it, without git: tests must run where it is not installed. */
export async function createGitRepository() {
  const root = await mkdtemp(join(tmpdir(), 'stoa-git-'))
  await mkdir(join(root, 'objects'))
  await writeFile(join(root, 'HEAD'), 'ref: refs/heads/main\n')

  async function write(path: string, content: string | Buffer): Promise<void> {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }

  async function put(kind: ObjectKind, bytes: Buffer): Promise<string> {
    const id = gitHash(kind, bytes)
    const whole = Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes])
    await write(`objects/${id.slice(0, 2)}/${id.slice(2)}`, deflateSync(whole))
    return id
  }

  async function putTree(files: Files): Promise<string> {
    const names = [...new Set(Object.keys(files).map((path) => path.split('/')[0]!))].sort()
    const entries = await Promise.all(
      names.map(async (name) => {
        const own = files[name]
        const [mode, id] =
          own === undefined
            ? ['40000', await putTree(below(files, name))]
            : typeof own === 'string'
              ? ['100644', await put('blob', Buffer.from(own))]
              : ['120000', await put('blob', Buffer.from(own.link))]
        return Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
      }),
    )
    return put('tree', Buffer.concat(entries))
  }

  return {
    root,
    write,
    /** Replaces everything on the branch. */
    async commit(files: Files, branch = 'main'): Promise<string> {
      const who = 'Ada <ada@example.com> 1767225600 +0000'
      const text = `tree ${await putTree(files)}\nauthor ${who}\ncommitter ${who}\n\nmessage\n`
      const id = await put('commit', Buffer.from(text))
      await write(`refs/heads/${branch}`, `${id}\n`)
      return id
    },
    remove: () => rm(root, { recursive: true, force: true }),
  }
}

const below = (files: Files, folder: string): Files =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(`${folder}/`))
      .map(([path, file]) => [path.slice(folder.length + 1), file]),
  )

export type PackEntry =
  | { id: string; type: 1 | 2 | 3 | 4; bytes: Buffer }
  | { id: string; type: 6 | 7; base: string; bytes: Buffer }

/** A pack and its index, with deltas where an entry names a base. */
export function packOf(entries: readonly PackEntry[]): { pack: Buffer; index: Buffer } {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  head.writeUInt32BE(entries.length, 8)
  const parts = [head]
  const offsets = new Map<string, number>()
  const checksums = new Map<string, number>()
  let at = head.length
  for (const entry of entries) {
    const base =
      entry.type === 6
        ? distanceBytes(at - offsets.get(entry.base)!)
        : entry.type === 7
          ? Buffer.from(entry.base, 'hex')
          : Buffer.alloc(0)
    const part = Buffer.concat([sizeBytes(entry.type, entry.bytes.length), base, deflateSync(entry.bytes)])
    offsets.set(entry.id, at)
    checksums.set(entry.id, crc32(part))
    parts.push(part)
    at += part.length
  }
  const body = Buffer.concat(parts)
  const trailer = createHash('sha1').update(body).digest()
  return { pack: Buffer.concat([body, trailer]), index: indexOf(offsets, checksums, trailer) }
}

function sizeBytes(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)]
  for (let rest = size >> 4; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1]! |= 0x80
    bytes.push(rest & 0x7f)
  }
  return Buffer.from(bytes)
}

function distanceBytes(distance: number): Buffer {
  const bytes = [distance & 0x7f]
  for (let rest = distance >> 7; rest > 0; rest >>= 7) bytes.unshift(0x80 | (--rest & 0x7f))
  return Buffer.from(bytes)
}

function indexOf(offsets: Map<string, number>, checksums: Map<string, number>, trailer: Buffer): Buffer {
  const ids = [...offsets.keys()].sort()
  const numbers = (values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, i * 4)
    return bytes
  }
  const fanout = Array.from(
    { length: 256 },
    (_, byte) => ids.filter((id) => Number.parseInt(id.slice(0, 2), 16) <= byte).length,
  )
  return Buffer.concat([
    Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]),
    numbers(fanout),
    ...ids.map((id) => Buffer.from(id, 'hex')),
    numbers(ids.map((id) => checksums.get(id)!)),
    numbers(ids.map((id) => offsets.get(id)!)),
    trailer,
    Buffer.alloc(20),
  ])
}
