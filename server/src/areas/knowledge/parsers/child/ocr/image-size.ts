export type ImageHeader = {
  width: number
  height: number
  /** How the camera was held, as EXIF numbers it; 1 is upright. */
  orientation: number
}

type Reader = (bytes: Buffer) => Omit<ImageHeader, 'orientation'> | null

/**
 * The size of an image by its header alone. A few bytes can declare an image that fills the memory, so this comes before anything is decoded.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  for (const read of [png, gif, bmp, webp, jpeg]) {
    const size = read(bytes)
    if (size) return { ...size, orientation: orientationOf(bytes) }
  }
  return null
}

const startsWith = (bytes: Buffer, mark: string, at = 0) =>
  bytes.length >= at + mark.length && bytes.toString('latin1', at, at + mark.length) === mark

const png: Reader = (bytes) =>
  startsWith(bytes, '\x89PNG\r\n\x1a\n') && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null

/** The larger of the screen and of the first frame: decoders allocate either. */
const gif: Reader = (bytes) => {
  if (!startsWith(bytes, 'GIF8') || bytes.length < 13) return null
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  let at = 13 + (bytes[10]! & 0x80 ? 3 * 2 ** ((bytes[10]! & 7) + 1) : 0)
  // Extensions come before the first frame, each a list of blocks.
  while (bytes[at] === 0x21) {
    at += 2
    while (bytes[at]) at += bytes[at]! + 1
    at++
  }
  if (bytes[at] !== 0x2c || bytes.length < at + 10) return size
  return {
    width: Math.max(size.width, bytes.readUInt16LE(at + 5)),
    height: Math.max(size.height, bytes.readUInt16LE(at + 7)),
  }
}

const bmp: Reader = (bytes) =>
  startsWith(bytes, 'BM') && bytes.length >= 26
    ? { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }
    : null

const webp: Reader = (bytes) => {
  if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30) return null
  if (startsWith(bytes, 'VP8X', 12))
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (startsWith(bytes, 'VP8L', 12)) {
    const packed = bytes.readUInt32LE(21)
    return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
  }
  if (startsWith(bytes, 'VP8 ', 12))
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  return null
}

/** The frame header comes after segments of any length; all of its kinds have the same layout. */
const jpeg: Reader = (bytes) => {
  if (!startsWith(bytes, '\xff\xd8')) return null
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xff) at++
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    else at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

// The entry 0x0112 of EXIF with one short, in either byte order; the value follows.
const bigEndian = Buffer.from('011200030000000100', 'hex')
const littleEndian = Buffer.from('1201030001000000', 'hex')

function orientationOf(bytes: Buffer): number {
  const start = bytes.subarray(0, 4096)
  if (!start.includes('Exif\0\0')) return 1
  for (const entry of [bigEndian, littleEndian]) {
    const at = start.indexOf(entry)
    const value = at === -1 ? undefined : start[at + entry.length]
    if (value !== undefined && value >= 1 && value <= 8) return value
  }
  return 1
}
