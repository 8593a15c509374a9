import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

const deflate = promisify<Buffer, Buffer>(deflateRaw)

// 1 January 1980, so that the same files are always the same archive.
const dosDate = 0x21
const utf8Names = 0x800
const version = 20
const unixHost = 3 << 8
const regularFile = 0o100644

/** An archive of these files below one folder. */
export async function writeZip(
  folder: string,
  files: readonly { path: string; bytes: Buffer }[],
): Promise<Buffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { path, bytes } of files) {
    const name = Buffer.from(`${folder}/${path}`)
    const packed = await deflate(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(version, 0)
    facts.writeUInt16LE(utf8Names, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt16LE(dosDate, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, packed)
    directory.push(entryOf(facts, name, at))
    at += 4 + facts.length + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  return Buffer.concat([...parts, entries, endOf(files.length, entries.length, at)])
}

function entryOf(facts: Buffer, name: Buffer, at: number): Buffer {
  const head = Buffer.alloc(6)
  head.write('PK\x01\x02', 'latin1')
  head.writeUInt16LE(version | unixHost, 4)
  const tail = Buffer.alloc(14)
  tail.writeUInt32LE((regularFile << 16) >>> 0, 6)
  tail.writeUInt32LE(at, 10)
  return Buffer.concat([head, facts, tail, name])
}

function endOf(count: number, directoryBytes: number, directoryAt: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directoryBytes, 12)
  end.writeUInt32LE(directoryAt, 16)
  return end
}
