import { maxScannedPages } from '../../protocol/messages.ts'
import type { PdfPage } from '../libraries.ts'
import { tooLarge } from '../refusal.ts'
import { type Ocr, UnreadableImage } from './ocr.ts'
import { graymapOf, imagesOf } from './pdf-images.ts'

/** A page with fewer characters may be a scan with a stamp or a page number. */
export const minCharacters = 50
const maxImagesOfPage = 10

/**
 * Whether a document has images at all, by what its bytes name: to find those of a page they are decoded, which can take more than a
 * process has.
 */
export function hasImages(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return text.includes('/Subtype/Image') || text.includes('/Subtype /Image')
}

/** Reads pages that may be scanned, so many at most: each takes seconds. Null for one without images. */
export function createScanReader(ocr: Ocr) {
  let pages = 0
  return async function read(page: PdfPage): Promise<string | null> {
    const images = await imagesOf(page).catch(() => [])
    if (images.length === 0) return null
    if (++pages > maxScannedPages)
      throw tooLarge(`The document has more than ${maxScannedPages} scanned pages; split it.`)
    const texts = images.slice(0, maxImagesOfPage).map((image) => textOf(graymapOf(image)))
    return texts.filter((text) => text !== '').join('\n\n')
  }

  function textOf(image: Buffer): string {
    try {
      return ocr.read(image, 1)
    } catch (error) {
      if (error instanceof UnreadableImage) return ''
      throw error
    }
  }
}

export type ScanReader = ReturnType<typeof createScanReader>
