import type { DocumentFormat, ScanOrder } from '../protocol/messages.ts'
import { parseDocx } from './docx.ts'
import { parseEpub } from './epub.ts'
import { parseHtml } from './html.ts'
import type { Libraries } from './libraries.ts'
import { readImage } from './ocr/image.ts'
import type { Ocr } from './ocr/ocr.ts'
import { readScans } from './ocr/scans.ts'
import { parseOdf } from './odf.ts'
import type { Parsed } from './parsed.ts'
import { type Progress, parsePdf } from './pdf.ts'
import { parsePptx } from './pptx.ts'
import { Refusal } from './refusal.ts'
import { parseXlsx } from './xlsx.ts'
import { openZip, type Zip } from './zip.ts'

export type ParseInput = {
  format: DocumentFormat
  bytes: Buffer
  url: string | undefined
  scan: ScanOrder | undefined
  onProgress: Progress
}

/** What a process can read with. Without OCR it leaves images to one that has it. */
export type Readers = Libraries & { ocr: Ocr | null }

export async function parseDocument(
  { format, bytes, url, scan, onProgress }: ParseInput,
  libraries: Readers,
): Promise<Parsed> {
  const { ocr } = libraries
  if (scan) {
    if (!ocr) throw new Refusal('unsupported_file', 'Images are not read in this process.')
    return format === 'pdf'
      ? readScans(new Uint8Array(bytes), libraries, ocr, scan)
      : readImage(bytes, ocr, scan)
  }
  if (format === 'image') throw new Refusal('unsupported_file', 'Images are not read in this process.')
  if (format === 'pdf') return parsePdf(new Uint8Array(bytes), libraries, onProgress)
  if (format === 'html') return parseHtml(bytes.toString('utf8'), url, libraries)
  return parseZip(openZip(bytes), libraries)
}

/** By what is inside: suffixes lie. */
function parseZip(zip: Zip, libraries: Libraries): Parsed {
  if (zip.has('word/document.xml')) return parseDocx(zip)
  if (zip.has('ppt/presentation.xml')) return parsePptx(zip)
  if (zip.has('xl/workbook.xml')) return parseXlsx(zip)
  if (zip.has('META-INF/container.xml') && zip.read('mimetype')?.trim() === 'application/epub+zip')
    return parseEpub(zip, libraries)
  if (
    zip.has('META-INF/manifest.xml') &&
    /<[^>]*encryption-data/.test(zip.read('META-INF/manifest.xml') ?? '')
  )
    throw new Refusal('encrypted_file', 'The document is protected with a password.')
  if (zip.has('content.xml')) return parseOdf(zip)
  throw new Refusal('unsupported_file', 'The file is an archive; upload the documents in it one by one.')
}
