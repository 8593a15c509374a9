import type { Libraries, PdfDocument, TextItem } from './libraries.ts'
import { createTextWriter, type Parsed, pageBreak } from './parsed.ts'
import { type Line, linesOf, repeatedLines, usualHeight, withoutRepeated } from './pdf-lines.ts'
import { markdownOfLines } from './pdf-markdown.ts'
import { broken, Refusal, tooLarge } from './refusal.ts'

const maxPages = 2_000
const maxItems = 2_000_000

export type Progress = (done: number, total: number) => void

/** PDF documents by their text; scripts and forms in them are never run. */
export async function parsePdf(
  bytes: Uint8Array,
  { getDocumentProxy }: Pick<Libraries, 'getDocumentProxy'>,
  onProgress: Progress = () => {},
): Promise<Parsed> {
  const document = await open()
  try {
    if (document.numPages > maxPages) throw tooLarge(`The document has more than ${maxPages} pages.`)
    const pages = await readPages(document, onProgress)
    const [usual, repeated] = [usualHeight(pages), repeatedLines(pages)]
    const writer = createTextWriter()
    pages.forEach((lines, i) => {
      if (i > 0) writer.add(pageBreak)
      writer.add(markdownOfLines(withoutRepeated(lines, repeated), usual))
    })
    return { text: writer.text(), title: await titleOf(document) }
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
      })
    } catch (error) {
      if ((error as Error).name === 'PasswordException')
        throw new Refusal('encrypted_file', 'The document is protected with a password.')
      throw broken('The document is damaged or is no PDF.')
    }
  }
}

async function readPages(document: PdfDocument, onProgress: Progress): Promise<Line[][]> {
  const pages: Line[][] = []
  let items = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number).catch(() => null)
    const content = await page?.getTextContent().catch(() => null)
    const texts = (content?.items ?? []).filter((item): item is TextItem => 'str' in item)
    items += texts.length
    if (items > maxItems) throw tooLarge('The document has too much text.')
    pages.push(linesOf(texts))
    page?.cleanup()
    onProgress(number, document.numPages)
  }
  return pages
}

async function titleOf(document: PdfDocument): Promise<string | null> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }))
  return typeof info.Title === 'string' ? info.Title.trim().slice(0, 200) || null : null
}
