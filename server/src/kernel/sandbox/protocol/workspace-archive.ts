/** A file of a workspace, or null where there is none any more. */
export type Change = readonly [path: string, bytes: Uint8Array | null]

// Used in place of a length where a file was deleted.
const deleted = -1

/** Files of a workspace as one piece of bytes: the length of an index in JSON, the index, the contents. */
export function packFiles(files: Iterable<Change>): Buffer {
  const all = [...files]
  const index = Buffer.from(JSON.stringify(all.map(([path, bytes]) => [path, bytes?.length ?? deleted])))
  return Buffer.concat([lengthOf(index), index, ...all.flatMap(([, bytes]) => bytes ?? [])])
}

export function unpackFiles(archive: Buffer): [path: string, bytes: Buffer | null][] {
  const indexEnd = 4 + archive.readUInt32LE(0)
  const index = JSON.parse(archive.toString('utf8', 4, indexEnd)) as [string, number][]
  let at = indexEnd
  return index.map(([path, length]) => {
    if (length === deleted) return [path, null]
    const bytes = archive.subarray(at, at + length)
    at += length
    return [path, bytes]
  })
}

/** Archives one upon the other: the files of the first, and what each of the others changed in them. */
export const packLayers = (archives: readonly Buffer[]): Buffer =>
  Buffer.concat(archives.flatMap((archive) => [lengthOf(archive), archive]))

export function unpackLayers(layers: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at < layers.length; ) {
    const end = at + 4 + layers.readUInt32LE(at)
    for (const [path, bytes] of unpackFiles(layers.subarray(at + 4, end))) {
      if (bytes === null) files.delete(path)
      else files.set(path, bytes)
    }
    at = end
  }
  return files
}

function lengthOf({ length }: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32LE(length)
  return bytes
}
