import { maxPages } from '../protocol/messages.ts'
import type { Libraries, PdfDocument, TextItem } from './libraries.ts'
import { createTextWriter, type Parsed, pageBreak } from './parsed.ts'
import { type Line, linesOf, repeatedLines, usualHeight, withoutRepeated } from './pdf-lines.ts'
import { markdownOfLines } from './pdf-markdown.ts'
import { broken, Refusal, tooLarge } from './refusal.ts'

const maxItems = 2_000_000

/** A page with fewer characters may be a scan with a stamp or a page number. */
const minCharacters = 50
/** Above what scanners and most cameras make. Larger ones do not fit into the memory of the process, several times decoded. */
export const maxPixels = 30_000_000

export type Progress = (done: number, total: number) => void

/** A page is short when its text may be in its images. */
type ReadPages = { pages: Line[][]; short: number[] }

/** PDF documents by their text; scripts and forms in them are never run. */
export async function parsePdf(
  bytes: Uint8Array,
  libraries: Pick<Libraries, 'getDocumentProxy'>,
  onProgress: Progress = () => {},
): Promise<Parsed> {
  // Opening it takes the bytes.
  const mayHaveScans = hasImages(bytes)
  const document = await openPdf(bytes, libraries)
  try {
    if (document.numPages > maxPages) throw tooLarge(`The document has more than ${maxPages} pages.`)
    const { pages, short } = await readPages(document, onProgress)
    const [usual, repeated] = [usualHeight(pages), repeatedLines(pages)]
    const writer = createTextWriter()
    pages.forEach((lines, i) => {
      if (i > 0) writer.add(pageBreak)
      writer.add(markdownOfLines(withoutRepeated(lines, repeated), usual))
    })
    return { text: writer.text(), title: await titleOf(document), scans: mayHaveScans ? short : [] }
  } finally {
    await document.loadingTask.destroy()
  }
}

export async function openPdf(
  bytes: Uint8Array,
  { getDocumentProxy }: Pick<Libraries, 'getDocumentProxy'>,
): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(bytes, {
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      verbosity: 0,
      maxImageSize: maxPixels,
    })
  } catch (error) {
    if ((error as Error).name === 'PasswordException')
      throw new Refusal('encrypted_file', 'The document is protected with a password.')
    throw broken('The document is damaged or is no PDF.')
  }
}

async function readPages(document: PdfDocument, onProgress: Progress): Promise<ReadPages> {
  const pages: Line[][] = []
  const short: number[] = []
  let items = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(() => null)
    const content = await page?.getTextContent().catch(() => null)
    const texts = (content?.items ?? []).filter((item): item is TextItem => 'str' in item)
    items += texts.length
    if (items > maxItems) throw tooLarge('The document has too much text.')
    pages.push(linesOf(texts))
    const characters = texts.reduce((sum, { str }) => sum + str.trim().length, 0)
    if (page && characters < minCharacters) short.push(number - 1)
    page?.cleanup()
    onProgress(number, document.numPages)
  }
  return { pages, short }
}

/**
 * Whether a document has images at all, by what its bytes name: to find those of a page they are decoded, which can take more than a
 * process has.
 */
function hasImages(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return text.includes('/Subtype/Image') || text.includes('/Subtype /Image')
}

async function titleOf(document: PdfDocument): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }))
  return typeof info.Title === 'string' ? info.Title.trim().slice(0, 200) || null : null
}
