/** The text of a file; null when it is none. UTF-8, UTF-16 with its mark, else Windows-1252 as old editors write it. */
export function decodeText(bytes: Uint8Array): string | null {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (utf16) return decoded(bytes, utf16)
  // No text has a NUL, and every binary format has one near its beginning.
  if (bytes.subarray(0, 64 * 1024).includes(0)) return null
  if (startsWith(bytes, '%PDF-') || startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, '{\\rtf'))
    return null
  return decoded(bytes, 'utf-8') ?? decoded(bytes, 'windows-1252')
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const startsWith = (bytes: Uint8Array, mark: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(mark.length, bytes.length)).toString('latin1') === mark

/** PostgreSQL stores no NUL, and JSON no half characters. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')
