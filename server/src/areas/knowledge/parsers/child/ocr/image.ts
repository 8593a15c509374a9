import type { Parsed } from '../parsed.ts'
import { broken, Refusal, tooLarge } from '../refusal.ts'
import { readImageHeader } from './image-size.ts'
import { type Ocr, UnreadableImage } from './ocr.ts'

/** Above what scanners and most cameras make. Larger ones do not fit into the memory of the process, several times decoded. */
export const maxPixels = 30_000_000
// The library counts lines and columns in 15 bits.
const maxSide = 32_000

/** The text in an image. */
export function parseImage(bytes: Buffer, ocr: Ocr): Parsed {
  const header = readImageHeader(bytes)
  if (!header) throw broken('The image is damaged.')
  const { width, height, orientation } = header
  if (width === 0 || height === 0) throw broken('The image is damaged.')
  if (width * height > maxPixels || Math.max(width, height) > maxSide)
    throw tooLarge(`The image has more than ${maxPixels / 1_000_000} million pixels; make it smaller.`)
  const text = textIn(bytes, orientation, ocr)
  if (text === '') throw new Refusal('empty_text', 'No text was found in the image.')
  return { text: `${text}\n`, title: null }
}

function textIn(bytes: Buffer, orientation: number, ocr: Ocr): string {
  try {
    return ocr.read(bytes, orientation)
  } catch (error) {
    if (error instanceof UnreadableImage) throw broken('The image is damaged.')
    throw error
  }
}
