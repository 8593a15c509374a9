/** One page of a TIFF. */
export type TiffPage = {
  width: number
  height: number
  orientation: number
  /** A file of which it is the first page: the library reads no other. */
  bytes(): Buffer
}

const tags = { width: 256, height: 257, orientation: 274 } as const
const shortType = 3
const entryBytes = 12

/** The classic format in either byte order, not the one for files of more than 4 GB. */
export const isTiff = (bytes: Buffer): boolean =>
  ['49492a00', '4d4d002a'].includes(bytes.toString('hex', 0, 4))

/** The pages, each described by a directory that names the next one. A directory that was seen ends it. */
export function tiffPages(bytes: Buffer, max: number): TiffPage[] {
  const isLittle = bytes[0] === 0x49
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const pages: TiffPage[] = []
  const seen = new Set<number>()
  if (bytes.length < 8) return pages
  for (let at = long(4); at >= 8 && at + 2 <= bytes.length && !seen.has(at) && pages.length < max; ) {
    const start = at
    seen.add(start)
    const end = start + 2 + short(start) * entryBytes
    if (end > bytes.length) break
    const values = new Map<number, number>()
    for (let entry = start + 2; entry < end; entry += entryBytes)
      values.set(short(entry), short(entry + 2) === shortType ? short(entry + 8) : long(entry + 8))
    pages.push({
      width: values.get(tags.width) ?? 0,
      height: values.get(tags.height) ?? 0,
      orientation: orientationOf(values.get(tags.orientation)),
      bytes() {
        const page = Buffer.from(bytes)
        if (isLittle) page.writeUInt32LE(start, 4)
        else page.writeUInt32BE(start, 4)
        return page
      },
    })
    at = end + 4 <= bytes.length ? long(end) : 0
  }
  return pages
}

const orientationOf = (value = 1): number => (value >= 1 && value <= 8 ? value : 1)
