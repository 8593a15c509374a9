/** All files of a workspace as one piece of bytes: the length of an index in JSON, the index, the contents. */
export function packFiles(files: Iterable<readonly [path: string, bytes: Uint8Array]>): Buffer {
  const all = [...files]
  const index = Buffer.from(JSON.stringify(all.map(([path, bytes]) => [path, bytes.length])))
  const length = Buffer.allocUnsafe(4)
  length.writeUInt32LE(index.length)
  return Buffer.concat([length, index, ...all.map(([, bytes]) => bytes)])
}

export function unpackFiles(archive: Buffer): [path: string, bytes: Buffer][] {
  const indexEnd = 4 + archive.readUInt32LE(0)
  const index = JSON.parse(archive.toString('utf8', 4, indexEnd)) as [string, number][]
  let at = indexEnd
  return index.map(([path, length]) => {
    const bytes = archive.subarray(at, at + length)
    at += length
    return [path, bytes]
  })
}
