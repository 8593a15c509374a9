import { decodeText } from '../../../../kernel/text/decode-text.ts'
import type { DocumentFormat } from '../protocol/messages.ts'

export type Detected =
  | { kind: 'document'; format: DocumentFormat; bytes: Buffer }
  | { kind: 'text'; text: string }
  | { kind: 'refused'; code: 'unsupported_file' | 'encrypted_file'; message: string }

const oldOffice = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le')
const page = /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i

/** What to do with a file, by its bytes: its name only says which language a source code is in. */
export function detectFormat(
  bytes: Buffer,
  { name, mimeType }: { name: string; mimeType: string },
): Detected {
  const start = bytes.toString('latin1', 0, 1024)
  if (start.includes('%PDF-')) return { kind: 'document', format: 'pdf', bytes }
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06'))
    return { kind: 'document', format: 'zip', bytes }
  if (bytes.subarray(0, 8).equals(oldOffice))
    return bytes.includes(encryptedPackage)
      ? { kind: 'refused', code: 'encrypted_file', message: 'The document is protected with a password.' }
      : unsupported(
          'Documents of Office 2003 and earlier cannot be read; save it as docx, xlsx, pptx or PDF.',
        )
  const other = otherImage(start)
  if (other)
    return unsupported(`Images in the format ${other} cannot be read; convert it to PNG, JPEG or TIFF.`)
  if (isImage(bytes, start)) return { kind: 'document', format: 'image', bytes }
  const text = start.startsWith('{\\rtf') || /^image\//.test(mimeType) ? null : decodeText(bytes)
  if (text === null)
    return unsupported(
      `Files of the type ${mimeType} cannot be read; upload text, Markdown, HTML, PDF, an Office document, an image as PNG, JPEG, WebP, GIF, BMP or TIFF, or source code.`,
    )
  if (page.test(text.slice(0, 10_000)) || mimeType === 'text/html')
    return { kind: 'document', format: 'html', bytes: Buffer.from(text) }
  return { kind: 'text', text: fenced(text, name) }
}

/** Formats that are known and have no decoder here. */
function otherImage(start: string): string | null {
  if (start.startsWith('\0\0\0\x0cjP  \r\n') || start.startsWith('\xff\x4f\xff\x51')) return 'JPEG 2000'
  if (start.startsWith('\x97JB2\r\n')) return 'JBIG2'
  if (start.startsWith('II+\0') || start.startsWith('MM\0+')) return 'BigTIFF'
  const brand = /^[\s\S]{4}ftyp([\s\S]{4})/.exec(start)?.[1] ?? ''
  if (brand.startsWith('avi')) return 'AVIF'
  return /^(?:hei|hev|mif1|msf1)/.test(brand) ? 'HEIC' : null
}

const bmpHeaderSizes = [12, 40, 52, 56, 64, 108, 124]

function isImage(bytes: Buffer, start: string): boolean {
  if (start.startsWith('\x89PNG\r\n\x1a\n') || start.startsWith('\xff\xd8\xff')) return true
  if (/^GIF8[79]a/.test(start) || /^RIFF[\s\S]{4}WEBP/.test(start)) return true
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return true
  // Two letters that begin texts as well.
  return start.startsWith('BM') && bytes.length >= 26 && bmpHeaderSizes.includes(bytes.readUInt32LE(14))
}

const unsupported = (message: string): Detected => ({ kind: 'refused', code: 'unsupported_file', message })

const code =
  /\.(c|cc|cpp|cs|css|dart|ex|exs|go|h|hpp|hs|java|jl|js|json|jsonl|jsx|kt|lua|m|mjs|php|pl|ps1|py|r|rb|rs|scala|scss|sh|sql|swift|toml|ts|tsx|vue|xml|yaml|yml|zig)$/i

/** Source code in a fence: its comments are no headings, and its lines stay together. */
function fenced(text: string, name: string): string {
  const language = code.exec(name)?.[1]
  if (language === undefined || text.trim() === '') return text
  const longest = text.match(/^ {0,3}(`{3,})/gm)?.reduce((most, run) => Math.max(most, run.trim().length), 0)
  const fence = '`'.repeat(Math.max(3, (longest ?? 0) + 1))
  return `${fence}${language.toLowerCase()}\n${text.replace(/\n?$/, '\n')}${fence}\n`
}
