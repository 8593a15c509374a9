import { binaryExtensions, textTypes, zippedTypes } from '../catalogue/text-types.ts'
import { extensionOf } from './file-name.ts'

/** How much of the beginning is looked at. */
export const headBytes = 64 * 1024

export type Sniffed = {
  mimeType: string
  extension: string
  /** The name promises an image, a sound, an archive, but the content is text. */
  isMismatch: boolean
}

const unknownType = 'application/octet-stream'

/** Says what a file is by its first bytes. What the sender calls it decides only between kinds of text. */
export async function sniff(head: Buffer, name: string): Promise<Sniffed> {
  const claimed = extensionOf(name)
  const found = await byMagic(head)
  if (found !== null && found.mime !== 'application/xml') {
    const isUndecidedZip = found.mime === 'application/zip' && Object.hasOwn(zippedTypes, claimed)
    const mimeType = isUndecidedZip ? zippedTypes[claimed]! : found.mime
    return { mimeType, extension: claimed || found.ext, isMismatch: false }
  }
  const isNamedText = Object.hasOwn(textTypes, claimed)
  const text = textOf(head, 'utf-8') ?? (isNamedText ? textOf(head, 'windows-1252') : null)
  if (text === null) return { mimeType: found?.mime ?? unknownType, extension: claimed, isMismatch: false }
  const mimeType = markupOf(text) ?? (isNamedText ? textTypes[claimed]! : 'text/plain')
  return { mimeType, extension: claimed || 'txt', isMismatch: binaryExtensions.has(claimed) }
}

async function byMagic(head: Buffer): Promise<{ mime: string; ext: string } | null> {
  // Loaded with the first file: a start needs none of its dozens of modules.
  const { fileTypeFromBuffer } = await import('file-type')
  // A head that ends in the middle of what it announces makes the library give up; then nothing is known.
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  return found ? { mime: found.mime, ext: found.ext } : null
}

// Everything below a blank that no text has, whatever program wrote it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters distinguish bytes from text
const binary = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/

/** The head as text, or null when it is none. Any bytes are Windows-1252, as old editors write it: only what is named a text is read so. */
function textOf(head: Buffer, otherwise: 'utf-8' | 'windows-1252'): string | null {
  const encoding = head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : otherwise
  try {
    // As part of a stream: the head may end in the middle of a character.
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true })
    return binary.test(text) ? null : text
  } catch {
    return null
  }
}

const htmlForm = /^<(?:!doctype\s+html|html|head|body|script|iframe|style)\b/i

/** What a browser might run is known by its content, since its name may say anything. */
function markupOf(text: string): string | null {
  const start = text.trimStart().replace(/^(?:<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>|\s)+/i, '')
  if (/^<(?:\w+:)?svg\b/i.test(start)) return 'image/svg+xml'
  if (htmlForm.test(start)) return 'text/html'
  return /^\s*<\?xml\b/i.test(text) ? 'application/xml' : null
}
