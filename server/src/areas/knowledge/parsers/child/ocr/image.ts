import { maxScannedPages, type ScanOrder, scansPerTurn } from '../../protocol/messages.ts'
import type { Parsed } from '../parsed.ts'
import { maxPixels } from '../pdf.ts'
import { broken, tooLarge } from '../refusal.ts'
import { readImageHeader } from './image-size.ts'
import { type Ocr, UnreadableImage } from './ocr.ts'
import { joinPages } from './scans.ts'
import { isTiff, type TiffPage, tiffPages } from './tiff.ts'

// The library counts lines and columns in 15 bits.
const maxSide = 32_000

/** The text in an image, or in some pages of one that has several. */
export function readImage(bytes: Buffer, ocr: Ocr, { pages }: ScanOrder): Parsed {
  if (isTiff(bytes)) return readTiff(bytes, ocr, pages)
  const header = readImageHeader(bytes)
  if (!header) throw broken('The image is damaged.')
  refuseSize(header)
  return { text: textIn(bytes, header.orientation, ocr), title: null }
}

function readTiff(bytes: Buffer, ocr: Ocr, pages: ScanOrder['pages']): Parsed {
  const all = tiffPages(bytes, maxScannedPages + 1)
  if (all.length === 0) throw broken('The image is damaged.')
  if (all.length > maxScannedPages)
    throw tooLarge(`The image has more than ${maxScannedPages} pages; split it.`)
  const requested = pages.length > 0 ? pages : [...all.keys()]
  const now = requested.slice(0, scansPerTurn).flatMap((at) => all[at] ?? [])
  now.forEach(refuseSize)
  return {
    text: joinPages(now.map((page: TiffPage) => textIn(page.bytes(), page.orientation, ocr))),
    title: null,
    scans: requested.slice(scansPerTurn),
  }
}

function refuseSize({ width, height }: { width: number; height: number }): void {
  if (width === 0 || height === 0) throw broken('The image is damaged.')
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    throw tooLarge(`The image has more than ${maxPixels / 1_000_000} million pixels; make it smaller.`)
}

function textIn(bytes: Buffer, orientation: number, ocr: Ocr): string {
  try {
    return ocr.read(bytes, orientation)
  } catch (error) {
    if (error instanceof UnreadableImage) throw broken('The image is damaged.')
    throw error
  }
}
