import type { Libraries, PdfDocument, TextItem } from './libraries.ts'
import { maxPixels } from './ocr/image.ts'
import { hasImages, minCharacters, type ScanReader } from './ocr/scans.ts'
import { createTextWriter, type Parsed, pageBreak } from './parsed.ts'
import { type Line, linesOf, repeatedLines, usualHeight, withoutRepeated } from './pdf-lines.ts'
import { markdownOfLines } from './pdf-markdown.ts'
import { broken, Refusal, tooLarge } from './refusal.ts'

const maxPages = 2_000
const maxItems = 2_000_000

export type Progress = (done: number, total: number) => void

/** Without a reader of scans it is only noted that there are some. */
export type PdfOptions = { onProgress?: Progress; readScan?: ScanReader | null }

/** A page is short when its text may be in its images; `scans` has that, where it was read. */
type ReadPages = { pages: Line[][]; scans: Map<number, string>; hasShort: boolean }

/** PDF documents by their text; scripts and forms in them are never run. */
export async function parsePdf(
  bytes: Uint8Array,
  { getDocumentProxy }: Pick<Libraries, 'getDocumentProxy'>,
  { onProgress = () => {}, readScan = null }: PdfOptions = {},
): Promise<Parsed> {
  // Opening it takes the bytes.
  const mayHaveScans = readScan === null && hasImages(bytes)
  const document = await open()
  try {
    if (document.numPages > maxPages) throw tooLarge(`The document has more than ${maxPages} pages.`)
    const { pages, scans, hasShort } = await readPages(document, onProgress, readScan)
    const [usual, repeated] = [usualHeight(pages), repeatedLines(pages)]
    const writer = createTextWriter()
    pages.forEach((lines, i) => {
      if (i > 0) writer.add(pageBreak)
      writer.add(scans.get(i) ?? markdownOfLines(withoutRepeated(lines, repeated), usual))
    })
    return { text: writer.text(), title: await titleOf(document), hasScans: mayHaveScans && hasShort }
  } finally {
    await document.loadingTask.destroy()
  }

  async function open(): Promise<PdfDocument> {
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
}

async function readPages(
  document: PdfDocument,
  onProgress: Progress,
  readScan: ScanReader | null,
): Promise<ReadPages> {
  const pages: Line[][] = []
  const scans = new Map<number, string>()
  let hasShort = false
  let items = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(() => null)
    const content = await page?.getTextContent().catch(() => null)
    const texts = (content?.items ?? []).filter((item): item is TextItem => 'str' in item)
    items += texts.length
    if (items > maxItems) throw tooLarge('The document has too much text.')
    pages.push(linesOf(texts))
    const characters = texts.reduce((sum, { str }) => sum + str.trim().length, 0)
    if (page && characters < minCharacters) {
      hasShort = true
      const text = readScan === null ? null : await readScan(page)
      if (text !== null && text.length > characters) scans.set(number - 1, text)
    }
    page?.cleanup()
    onProgress(number, document.numPages)
  }
  return { pages, scans, hasShort }
}

async function titleOf(document: PdfDocument): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }))
  return typeof info.Title === 'string' ? info.Title.trim().slice(0, 200) || null : null
}
