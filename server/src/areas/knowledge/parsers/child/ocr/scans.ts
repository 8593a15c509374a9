import { maxScannedPages } from '../../protocol/messages.ts'
import type { PdfPage } from '../libraries.ts'
import { tooLarge } from '../refusal.ts'
import { type Ocr, UnreadableImage } from './ocr.ts'
import { graymapOf, imagesOf } from './pdf-images.ts'

/** A page with fewer characters may be a scan with a stamp or a page number. */
const minCharacters = 50
const maxImagesOfPage = 10

/** Whether a page has an image where its text should be. */
export async function isScan(page: PdfPage, characters: number): Promise<boolean> {
  if (characters >= minCharacters) return false
  const images = await imagesOf(page).catch(() => [])
  return images.length > 0
}

/** Reads scanned pages, so many at most: each takes seconds. */
export function createScanReader(ocr: Ocr) {
  let pages = 0
  return async function read(page: PdfPage): Promise<string> {
    if (++pages > maxScannedPages)
      throw tooLarge(`The document has more than ${maxScannedPages} scanned pages; split it.`)
    const images = await imagesOf(page)
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
