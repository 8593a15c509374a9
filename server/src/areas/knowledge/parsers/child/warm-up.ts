import { parseHtml } from './html.ts'
import type { Readers } from './parse.ts'
import { parsePdf } from './pdf.ts'

/** Parts of the libraries are loaded when they are first used; behind the seal nothing can be. */
export async function warmLibraries(libraries: Readers): Promise<void> {
  const { text: page } = await parseHtml(
    `<h1>A</h1><p>${'word '.repeat(60)}</p>`,
    'https://example.com/',
    libraries,
  )
  const { text } = await parsePdf(new Uint8Array(smallPdf('warm')), libraries)
  if (!page.includes('word') || !text.includes('warm')) throw new Error('the parsers do not work here')
  libraries.ocr?.read(blankImage, 1)
}

const blankImage = Buffer.concat([Buffer.from('P5\n64 64\n255\n'), Buffer.alloc(64 * 64, 255)])

function smallPdf(word: string): Buffer {
  const stream = `BT /F1 12 Tf 72 720 Td (${word}) Tj ET`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  // Without a table of contents the library looks for the objects by itself.
  return Buffer.from(
    `%PDF-1.4\n${objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root 1 0 R/Size 6>>\n%%EOF`,
  )
}
