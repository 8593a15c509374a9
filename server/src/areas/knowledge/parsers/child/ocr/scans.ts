import { maxScannedPages, type ScanOrder, scansPerTurn } from '../../protocol/messages.ts'
import type { Libraries, PdfPage } from '../libraries.ts'
import type { Parsed } from '../parsed.ts'
import { openPdf } from '../pdf.ts'
import { tooLarge } from '../refusal.ts'
import { type Ocr, UnreadableImage } from './ocr.ts'
import { graymapOf, imagesOf } from './pdf-images.ts'

const maxImagesOfPage = 10

/** Reads pages of a PDF that may be scanned, as many as a turn has. Those without images have no text. */
export async function readScans(
  bytes: Uint8Array,
  libraries: Pick<Libraries, 'getDocumentProxy'>,
  ocr: Ocr,
  { pages, scansLeft }: ScanOrder,
): Promise<Parsed> {
  const document = await openPdf(bytes, libraries)
  try {
    const texts: string[] = []
    let scans = 0
    while (texts.length < pages.length && scans < scansPerTurn) {
      const page = await document.getPage(pages[texts.length]! + 1).catch(() => null)
      const text = page && (await textOfPage(page, ocr))
      page?.cleanup()
      texts.push(text ?? '')
      if (text !== null && ++scans > scansLeft)
        throw tooLarge(`The document has more than ${maxScannedPages} scanned pages; split it.`)
    }
    return { text: joinPages(texts), title: null, scans: pages.slice(texts.length) }
  } finally {
    await document.loadingTask.destroy()
  }
}

/** Null for one without images. */
async function textOfPage(page: PdfPage, ocr: Ocr): Promise<string | null> {
  const images = await imagesOf(page).catch(() => [])
  if (images.length === 0) return null
  const texts = images.slice(0, maxImagesOfPage).map((image) => textOf(graymapOf(image), ocr))
  return texts.filter((text) => text !== '').join('\n\n')
}

function textOf(image: Buffer, ocr: Ocr): string {
  try {
    return ocr.read(image, 1)
  } catch (error) {
    if (error instanceof UnreadableImage) return ''
    throw error
  }
}

export const joinPages = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('\f', '\n')).join('\f')
